import { StagedFsError } from '../base/errors.ts';
import { displayName, hasLoneSurrogate } from '../base/name.ts';
import { shownValue } from '../base/shown-value.ts';

/** Refuses what is no path at all, whatever there is on disk. @throws ERR_STAGED_INVALID_PATH */
export function assertWellFormed(input: unknown): asserts input is string {
  const reason = malformation(input);
  if (reason === undefined) return;
  const shown = typeof input === 'string' ? displayName(input) : shownValue(input);
  throw new StagedFsError('ERR_STAGED_INVALID_PATH', `Invalid path \`${shown}\`: ${reason}.`, {
    path: shown,
    hint: 'Pass a path inside the workspace, as UTF-8 text.',
  });
}

function malformation(input: unknown): string | undefined {
  if (typeof input !== 'string') return `expected a string, got ${typeof input}`;
  if (input === '') return 'it is empty';
  if (input.includes('\0')) return 'it contains a NUL character';
  if (hasLoneSurrogate(input)) return 'it is not valid Unicode';
  const isLong = input.split('/').some((segment) => Buffer.byteLength(segment) > 255);
  return isLong ? 'a segment is longer than 255 bytes' : undefined;
}
