/**
 * Reads a patch: git's own form, or plain unified diffs. Text before, between and after the
 * sections, such as a mail has it, is passed over.
 */

import type { PatchHunk, PatchSection, SectionBody } from '../print/patch-section.ts';
import { parseBinary } from './parse-binary.ts';
import { GIT_HEADER, parseGitHeader, type SectionHeader } from './parse-header.ts';
import { isAtHunk, parseHunks } from './parse-hunks.ts';
import { Strip } from './parse-names.ts';
import { isAtPlainHeader, parsePlainHeader } from './parse-plain-header.ts';
import { PatchCursor } from './patch-cursor.ts';

const BINARY_BLOCK = 'GIT binary patch';
const BINARY_NOTE = /^(?:Binary files|Files) .* differ$/;
const COMBINED = /^diff --(?:cc|combined) /;
const COMBINED_NEXT = /^(?:index [0-9a-f]+,|mode \d+,|(?:new|deleted) file mode \d)/;

// What `git format-patch` begins each mail with: the name of the commit, and always the same date.
const MAIL = /^From [0-9a-f]{40,64} Mon Sep 17 00:00:00 2001$/;

/**
 * The sections of `patch` in its order, apart for each mail of a series: a mail is a patch to what
 * those before it made. In steps of a line each. @throws PatchSyntaxError naming the line at fault.
 */
export function* parseSeries(patch: Uint8Array): Generator<void, PatchSection[][]> {
  const cursor = new PatchCursor(patch);
  let mail = newMail();
  const series = [mail];
  while (!cursor.isAtEnd) {
    if (MAIL.test(cursor.text)) {
      mail = newMail();
      series.push(mail);
    }
    const { line } = cursor;
    const section = yield* tryParseSection(cursor, mail.strip);
    if (section !== undefined) mail.sections.push(section);
    else if (cursor.line === line) cursor.advance();
    yield;
  }
  return series.map(({ sections }) => sections);
}

interface Mail {
  readonly sections: PatchSection[];
  readonly strip: Strip;
}

function newMail(): Mail {
  return { sections: [], strip: new Strip() };
}

function* tryParseSection(
  cursor: PatchCursor,
  strip: Strip,
): Generator<void, PatchSection | undefined> {
  assertWhole(cursor);
  if (cursor.text.startsWith(GIT_HEADER)) return yield* tryParseGitSection(cursor, strip);
  if (!isAtPlainHeader(cursor)) return undefined;
  const header = parsePlainHeader(cursor, strip);
  const hunks = yield* parseHunks(cursor);
  assertSides(cursor, header, hunks);
  const mayCreate = hunks.length === 1 && !hunks.some(hasBefore);
  return { ...header, ...(mayCreate && { mayCreate }), body: { kind: 'hunks', hunks } };
}

/** Refuses text that must be of a section whose beginning is gone, as `git apply` does. */
function assertWhole(cursor: PatchCursor): void {
  if (isAtHunk(cursor)) cursor.fail('a hunk, but no header above it names a file');
  // git passes these over in silence.
  const { text } = cursor;
  if (text === BINARY_BLOCK) cursor.fail('a binary block, but no header above it names a file');
  if (COMBINED.test(text) && COMBINED_NEXT.test(cursor.ahead(1))) {
    cursor.fail('a combined diff, which cannot be applied');
  }
}

function* tryParseGitSection(
  cursor: PatchCursor,
  strip: Strip,
): Generator<void, PatchSection | undefined> {
  const git = parseGitHeader(cursor, strip.count);
  if (git === undefined) return undefined;
  const body = yield* parseBody(cursor);
  if (body.kind === 'hunks') assertSides(cursor, git.header, body.hunks);
  if (body.kind === 'none' && !git.isChange) cursor.fail('the header above has nothing below it');
  return { ...git.header, body };
}

function* parseBody(cursor: PatchCursor): Generator<void, SectionBody> {
  if (cursor.text.startsWith('@@ -')) return { kind: 'hunks', hunks: yield* parseHunks(cursor) };
  if (cursor.text === BINARY_BLOCK) return yield* parseBinary(cursor);
  return BINARY_NOTE.test(cursor.text) ? { kind: 'missing' } : { kind: 'none' };
}

function assertSides(
  cursor: PatchCursor,
  { beforePath, afterPath }: SectionHeader,
  hunks: readonly PatchHunk[],
): void {
  if (beforePath === undefined && hunks.some(hasBefore)) {
    cursor.fail('the hunks above are of a file that is made, but remove or keep lines');
  }
  if (afterPath === undefined && hunks.some(hasAfter)) {
    cursor.fail('the hunks above are of a file that is deleted, but add or keep lines');
  }
}

function hasBefore({ lines }: PatchHunk): boolean {
  return lines.some(({ kind }) => kind !== 'added');
}

function hasAfter({ lines }: PatchHunk): boolean {
  return lines.some(({ kind }) => kind !== 'removed');
}
