import { LANGUAGE_IDS, LANGUAGES, type LanguageId, type LanguageRow } from './languages.ts';

/** What may tell the language of a file besides its path. */
export interface LanguageHints {
  /** The name or alias of a language: decides alone, also when it is unknown. */
  readonly override?: string;
  /** The first line of the file, for a `#!`. */
  readonly firstLine?: string;
}

/**
 * The language of a file: by override, whole file name, extension, then `#!` line. Undefined when
 * none of them is known, or when the override is not.
 *
 * @example
 * ```ts
 * languageOf('src/a.TS'); // 'typescript'
 * languageOf('bin/run', { firstLine: '#!/usr/bin/env python3' }); // 'python'
 * languageOf('a.ts', { override: 'klingon' }); // undefined
 * ```
 */
export function languageOf(path: string, hints: LanguageHints = {}): LanguageId | undefined {
  const { override, firstLine = '' } = hints;
  if (override !== undefined && override !== '') return languageNamed(override);
  const name = (path.split(/[/\\]/).at(-1) ?? '').toLowerCase();
  return BY_FILE_NAME.get(name) ?? BY_EXTENSION.get(extensionOf(name)) ?? interpretedBy(firstLine);
}

/** The language of that name or alias, in any case. */
export function languageNamed(name: string): LanguageId | undefined {
  return BY_NAME.get(name.trim().toLowerCase());
}

const BY_NAME = index((row, id) => [id, ...(row.aliases ?? [])]);
const BY_FILE_NAME = index((row) => row.fileNames ?? []);
const BY_EXTENSION = index((row) => row.extensions);
const BY_INTERPRETER = index((row) => row.interpreters ?? []);

type KeysOf = (row: LanguageRow, id: LanguageId) => readonly string[];

function index(keysOf: KeysOf): ReadonlyMap<string, LanguageId> {
  return new Map(
    LANGUAGE_IDS.flatMap((id) => keysOf(LANGUAGES[id], id).map((key) => [key, id] as const)),
  );
}

/** Nothing for `Makefile` and `.gitignore`. */
function extensionOf(name: string): string {
  const dot = name.lastIndexOf('.');
  return dot > 0 ? name.slice(dot + 1) : '';
}

/** `#!/usr/bin/env -S python3.12 -u` names python. */
function interpretedBy(firstLine: string): LanguageId | undefined {
  const [, command = ''] = /^\uFEFF?#!\s*(.*)/.exec(firstLine) ?? [];
  const words = command.split(/\s+/).map((word) => word.split('/').at(-1) ?? '');
  const program = words[0] === 'env' ? words.slice(1).find(isProgram) : words[0];
  return BY_INTERPRETER.get((program ?? '').replace(/[\d.]+$/, '').toLowerCase());
}

/** Not an option of `env`, nor a variable that it sets. */
function isProgram(word: string): boolean {
  return !word.startsWith('-') && !word.includes('=');
}
