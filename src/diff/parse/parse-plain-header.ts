/** Reads what stands above the hunks of a plain section: just the names. */
import type { SectionHeader } from './parse-header.ts';
import { agreedName, isAbsent, type Strip } from './parse-names.ts';
import { hasEpochTimeStamp } from './parse-time-stamp.ts';
import type { PatchCursor } from './patch-cursor.ts';

/**
 * Whether the cursor is at a `---` line that a `+++` line and a hunk follow. Without the hunk they
 * are text, such as a message may quote.
 */
export function isAtPlainHeader(cursor: PatchCursor): boolean {
  return (
    cursor.text.startsWith('--- ') &&
    cursor.ahead(1).startsWith('+++ ') &&
    cursor.ahead(2).startsWith('@@ -')
  );
}

/** Reads the header of a plain section. Such a diff knows no renames: there is one name. */
export function parsePlainHeader(cursor: PatchCursor, strip: Strip): SectionHeader {
  const patchLine = cursor.line;
  const first = cursor.text.slice('--- '.length);
  const second = cursor.ahead(1).slice('+++ '.length);
  strip.learn(second);
  const path = agreedName([first, second], strip.count) ?? cursor.fail('it names no file');
  cursor.advance();
  cursor.advance();
  const named = { isCopy: false, patchLine };
  if (isNothing(first)) return { ...named, afterPath: path };
  if (isNothing(second)) return { ...named, beforePath: path };
  return { ...named, beforePath: path, afterPath: path };
}

function isNothing(text: string): boolean {
  return isAbsent(text) || hasEpochTimeStamp(text);
}
