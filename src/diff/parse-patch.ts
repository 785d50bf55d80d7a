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

// What `git format-patch` begins each mail with: the name of the commit, and always the same date.
const MAIL = /^From [0-9a-f]{40,64} Mon Sep 17 00:00:00 2001$/;

/**
 * The sections of `patch` in its order, apart for each mail of a series: a mail is a patch to what
 * those before it made. In steps of a line each. @throws PatchSyntaxError naming the line at fault.
 */
export function* parseSeries(patch: Uint8Array): Generator<void, PatchSection[][]> {
  const cursor = new PatchCursor(patch);
  let sections: PatchSection[] = [];
  const series = [sections];
  while (!cursor.isAtEnd) {
    if (MAIL.test(cursor.text)) {
      sections = [];
      series.push(sections);
    }
    const section = yield* tryParseSection(cursor);
    if (section === undefined) cursor.advance();
    else sections.push(section);
    yield;
  }
  return series;
}

function* tryParseSection(cursor: PatchCursor): Generator<void, PatchSection | undefined> {
  if (cursor.text.startsWith(GIT_HEADER)) {
    const header = parseGitHeader(cursor);
    return { ...header, body: yield* parseBody(cursor) };
  }
  if (!isAtFileNames(cursor)) return undefined;
  const header = parsePlainHeader(cursor);
  return { ...header, body: yield* parseBody(cursor) };
}

function* parseBody(cursor: PatchCursor): Generator<void, SectionBody> {
  if (cursor.text.startsWith('@@ -')) return { kind: 'hunks', hunks: yield* parseHunks(cursor) };
  if (cursor.text === BINARY_BLOCK) return yield* parseBinary(cursor);
  return BINARY_NOTE.test(cursor.text) ? { kind: 'missing' } : { kind: 'none' };
}
