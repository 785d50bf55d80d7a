/**
 * Reads a patch: git's own form, or plain unified diffs. Text before, between and after the
 * sections, such as a mail has it, is passed over.
 */
import { parseBinary } from './parse-binary.ts';
import { GIT_HEADER, isAtFileNames, parseGitHeader, parsePlainHeader } from './parse-header.ts';
import { parseHunks } from './parse-hunks.ts';
import { PatchCursor } from './patch-cursor.ts';
import type { PatchSection, SectionBody } from './patch-section.ts';

const BINARY_BLOCK = 'GIT binary patch';
const BINARY_NOTE = /^Binary files .* differ$/;

/** The sections of `patch`, in its order. @throws PatchSyntaxError naming the line at fault. */
export function parsePatch(patch: Uint8Array): PatchSection[] {
  const cursor = new PatchCursor(patch);
  const sections: PatchSection[] = [];
  while (!cursor.isAtEnd) {
    const section = tryParseSection(cursor);
    if (section === undefined) cursor.advance();
    else sections.push(section);
  }
  return sections;
}

function tryParseSection(cursor: PatchCursor): PatchSection | undefined {
  if (cursor.text.startsWith(GIT_HEADER)) {
    const header = parseGitHeader(cursor);
    return { ...header, body: parseBody(cursor) };
  }
  if (!isAtFileNames(cursor)) return undefined;
  const header = parsePlainHeader(cursor);
  return { ...header, body: parseBody(cursor) };
}

function parseBody(cursor: PatchCursor): SectionBody {
  if (cursor.text.startsWith('@@ -')) return { kind: 'hunks', hunks: parseHunks(cursor) };
  if (cursor.text === BINARY_BLOCK) return parseBinary(cursor);
  return BINARY_NOTE.test(cursor.text) ? { kind: 'missing' } : { kind: 'none' };
}
