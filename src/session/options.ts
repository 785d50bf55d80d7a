import { isAbsolute, resolve } from 'node:path';
import { assertAttached } from '../base/detached.ts';
import { StagedFsError } from '../base/errors.ts';
import { isFileMode } from '../base/file-mode.ts';
import { isMode, type Mode } from '../base/ids.ts';
import { isJsonObject } from '../base/json.ts';
import { hasLoneSurrogate } from '../base/name.ts';
import { shownValue } from '../base/shown-value.ts';
import type { ApplyPatchOptions, DiffOptions, ShadowOptions } from './api/patch-types.ts';
import type { LineOptions, ReadOptions } from './api/read-types.ts';
import type { Selection } from './api/shared-options.ts';
import type {
  CommitOptions,
  Content,
  ContentSource,
  PatchTextOptions,
  RemoveOptions,
  WriteOptions,
} from './api/types.ts';
import type { LogOptions } from './api/upkeep-types.ts';
import { checkPaths } from './selection.ts';

/**
 * The one place where options of callers are checked: an option of the wrong type, or one we do
 * not know, is refused with its value. @throws ERR_STAGED_INVALID_ARGUMENT
 */
export function checkWriteOptions(options: WriteOptions): WriteOptions {
  return check(options, {
    ...MUTATION,
    createParents: 'boolean',
    overwrite: 'boolean',
    fileMode: 'mode',
  });
}

export function checkRemoveOptions(options: RemoveOptions): RemoveOptions {
  return check(options, { ...MUTATION, recursive: 'boolean' });
}

export function checkPatchOptions(options: PatchTextOptions): PatchTextOptions {
  const rules = { createParents: 'boolean', overwrite: 'boolean', expectedHash: 'text' } as const;
  return check(options, { ...MUTATION, ...rules });
}

export function checkApplyOptions(options: ApplyPatchOptions): ApplyPatchOptions {
  return check(options, { ...MUTATION, dryRun: 'boolean' });
}

export function checkReadOptions(options: ReadOptions): ReadOptions {
  return check(options, { offset: 'count', length: 'count', signal: 'signal' });
}

export function checkLineOptions(options: LineOptions): LineOptions {
  return check(options, { start: 'line', end: 'line', signal: 'signal' });
}

export function checkDiffOptions(options: DiffOptions): DiffOptions {
  const rules = { context: 'count', format: 'format', renames: 'boolean', width: 'count' } as const;
  return checkSelecting(options, { ...rules, onWarning: 'function', signal: 'signal' });
}

export function checkShadowOptions(options: ShadowOptions): ShadowOptions {
  return check(options, { onWarning: 'function', signal: 'signal' });
}

export function checkCommitOptions(options: CommitOptions): CommitOptions {
  const rules = { onConflict: 'conflict', force: 'boolean', dryRun: 'boolean' } as const;
  return checkSelecting(options, { ...rules, signal: 'signal' });
}

export function checkSelection(selection: Selection): Selection {
  return checkSelecting(selection, {});
}

export function checkVerifyOptions(options: { readonly repair?: boolean }): {
  readonly repair?: boolean;
} {
  return check(options, { repair: 'boolean' });
}

export function checkLogOptions(options: LogOptions): LogOptions {
  return check(options, { follow: 'boolean', signal: 'signal' });
}

/** Checks where the bytes of a streamed write come from; a path is the one it is now. */
export function checkSource(source: unknown): ContentSource {
  if (typeof source === 'string' && !source.includes('\0')) return absolutePath(source);
  if (isStream(source)) return source;
  throw invalid('source', 'a path or a stream of bytes', source);
}

function isStream(source: unknown): source is AsyncIterable<Uint8Array> {
  return typeof source === 'object' && source !== null && Symbol.asyncIterator in source;
}

// Of a directory that is gone nothing is below: the relative path will not be found.
function absolutePath(path: string): string {
  try {
    return isAbsolute(path) ? path : resolve(path);
  } catch {
    return path;
  }
}

/** Checks a mode. */
export function checkMode(mode: unknown): Mode {
  if (isMode(mode)) return mode;
  throw invalid('mode', '"immediate" or "staged"', mode);
}

/** Checks the name of an event. */
export function checkEvent(event: unknown): void {
  if (event !== 'pending') throw invalid('event', '"pending"', event);
}

/** Checks what is to be called. */
export function checkCallback(argument: string, callback: unknown): void {
  if (typeof callback !== 'function') throw invalid(argument, 'a function', callback);
}

/** Checks the id of a tool call: it is recorded with what the call changes. */
export function checkToolCall(id: unknown): void {
  if (typeof id !== 'string') throw invalid('id', 'a string', id);
}

/** Checks text. @throws ERR_STAGED_NOT_TEXT for text with lone surrogates */
export function checkText(text: string): string {
  if (typeof text !== 'string') throw invalid('content', 'a string', text);
  checkContent(text);
  return text;
}

/** Checks text or bytes. @throws ERR_STAGED_NOT_TEXT for text with lone surrogates */
export function checkContent(content: Content, argument = 'content'): Content {
  if (content instanceof Uint8Array) {
    assertAttached(content, argument);
    return content;
  }
  if (typeof content !== 'string') throw invalid(argument, 'a string or a Uint8Array', content);
  if (!hasLoneSurrogate(content)) return content;
  throw new StagedFsError('ERR_STAGED_NOT_TEXT', `The ${argument} is not valid Unicode text.`, {
    argument,
    hint: 'Pass the bytes as a Uint8Array.',
  });
}

const SELECTION = { paths: 'any', insideDeletes: 'boolean' } as const;
const MUTATION = { snapshotId: 'text', signal: 'signal' } as const;

const FORMATS: readonly unknown[] = ['patch', 'stat', 'name-status', 'numstat'];

const RULES = {
  any: { expected: 'a value', test: () => true },
  boolean: { expected: 'true or false', test: (value: unknown) => typeof value === 'boolean' },
  text: {
    expected: 'a string or null',
    test: (value: unknown) => value === null || typeof value === 'string',
  },
  count: {
    expected: 'a whole number from 0 up',
    test: (value: unknown) => Number.isSafeInteger(value) && Number(value) >= 0,
  },
  line: {
    expected: 'a whole number from 1 up',
    test: (value: unknown) => Number.isSafeInteger(value) && Number(value) >= 1,
  },
  mode: { expected: "'100644', '100755' or '120000'", test: isFileMode },
  format: {
    expected: "'patch', 'stat', 'name-status' or 'numstat'",
    test: (value: unknown) => FORMATS.includes(value),
  },
  conflict: {
    expected: "'fail' or 'overwrite'",
    test: (value: unknown) => value === 'fail' || value === 'overwrite',
  },
  function: { expected: 'a function', test: (value: unknown) => typeof value === 'function' },
  signal: {
    expected: 'an AbortSignal',
    test: (value: unknown) => value instanceof AbortSignal,
  },
} as const;

type Rules = Readonly<Record<string, keyof typeof RULES>>;

function checkSelecting<T extends Selection>(options: T, rules: Rules): T {
  const checked = check(options, { ...SELECTION, ...rules });
  const { paths } = checked;
  const isAll = paths === undefined || paths === null;
  return isAll ? checked : { ...checked, paths: checkPaths(paths) };
}

// Answers a copy: a call may wait for its turn, and must do what it was asked, not what its caller
// has made of the object since.
function check<T extends object>(options: T, rules: Rules): T {
  if (!isJsonObject(options)) throw invalid('options', 'an object', options);
  const copy = copyOf(options);
  for (const [name, value] of Object.entries(copy)) {
    const rule = Object.hasOwn(rules, name) ? rules[name] : undefined;
    if (rule === undefined) throw unknownOption(name, Object.keys(rules));
    if (value !== undefined && !RULES[rule].test(value)) {
      throw invalid(name, RULES[rule].expected, value);
    }
  }
  return copy;
}

// With what an object of a caller's defaults, the prototype, has.
function copyOf<T extends object>(options: T): T {
  const copy = { ...options };
  for (const name in options) {
    if (!Object.hasOwn(copy, name)) copy[name] = options[name];
  }
  return copy;
}

function invalid(argument: string, expected: string, value: unknown): StagedFsError {
  const shown = shownValue(value);
  return new StagedFsError(
    'ERR_STAGED_INVALID_ARGUMENT',
    `Expected \`${argument}\` to be ${expected}, got \`${shown}\` (${typeof value}).`,
    {
      argument,
      expected,
      found: shown,
      hint: 'Correct the argument; nothing was changed.',
    },
  );
}

function unknownOption(name: string, known: readonly string[]): StagedFsError {
  return new StagedFsError('ERR_STAGED_INVALID_ARGUMENT', `There is no option \`${name}\` here.`, {
    argument: name,
    expected: known.join(', '),
    hint: `Known options: ${known.join(', ')}.`,
  });
}
