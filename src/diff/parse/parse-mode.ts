import type { GitMode } from '../file-change.ts';
import type { PatchCursor } from './patch-cursor.ts';

const MODE = /^([0-7]{1,7})(?:\s|$)/;
const TYPE = 0o170000;
const REGULAR = 0o100000;
const EXEC = 0o100;

const OTHER_TYPES: ReadonlyMap<number, GitMode> = new Map([
  [0o120000, '120000'],
  [0o160000, '160000'],
]);

/** The mode in `text`. Of a regular file's permissions git keeps only whether its owner executes. */
export function parseMode(text: string, cursor: PatchCursor): GitMode {
  const mode = Number.parseInt(MODE.exec(text)?.[1] ?? '', 8);
  const type = mode & TYPE;
  if (type === REGULAR) return (mode & EXEC) === 0 ? '100644' : '100755';
  return OTHER_TYPES.get(type) ?? cursor.fail(`\`${text}\` is not a mode`);
}
