/** Reads the hunks of one section. */

import type { HunkLine, PatchHunk } from '../print/patch-section.ts';
import type { PatchCursor } from './patch-cursor.ts';

const HEADER = /^@@ -(\d+)(?:,(\d+))? \+(\d+)(?:,(\d+))? @@/;
const LINE_FEED = 0x0a;

// `\ No newline at end of file`, in whatever language: git goes by the beginning and the length.
const NO_NEWLINE = 0x5c;
const NO_NEWLINE_START = '\\ ';
const NO_NEWLINE_LENGTH = 12;

const KINDS: ReadonlyMap<number, HunkLine['kind']> = new Map([
  [0x20, 'context'],
  [0x2d, 'removed'],
  [0x2b, 'added'],
]);

/** Whether the cursor is at the header of a hunk. */
export function isAtHunk(cursor: PatchCursor): boolean {
  return HEADER.test(cursor.text);
}

/** Reads hunks from the cursor on, as many as follow each other, in steps of a line each. */
export function* parseHunks(cursor: PatchCursor): Generator<void, PatchHunk[]> {
  const hunks: PatchHunk[] = [];
  while (cursor.text.startsWith('@@ -')) hunks.push(yield* parseHunk(cursor));
  return hunks;
}

function* parseHunk(cursor: PatchCursor): Generator<void, PatchHunk> {
  const match = HEADER.exec(cursor.text) ?? cursor.fail('this is not a hunk header');
  const [, beforeStart, beforeCount = '1', afterStart, afterCount = '1'] = match;
  const patchLine = cursor.line;
  cursor.advance();
  const lines = yield* parseLines(cursor, Number(beforeCount), Number(afterCount));
  if (lines.every(({ kind }) => kind === 'context')) cursor.fail('the hunk changes nothing');
  return { beforeStart: Number(beforeStart), afterStart: Number(afterStart), lines, patchLine };
}

function* parseLines(
  cursor: PatchCursor,
  beforeCount: number,
  afterCount: number,
): Generator<void, HunkLine[]> {
  const lines: HunkLine[] = [];
  let before = beforeCount;
  let after = afterCount;
  while (before > 0 || after > 0) {
    const line = parseLine(cursor);
    if (line.kind !== 'added') before -= 1;
    if (line.kind !== 'removed') after -= 1;
    if (before < 0 || after < 0) cursor.fail('the hunk has more lines than its header says');
    cursor.advance();
    lines.push(isAtNoNewline(cursor) ? withoutNewline(cursor, line) : line);
    yield;
  }
  return lines;
}

function parseLine(cursor: PatchCursor): HunkLine {
  while (isAtNoNewline(cursor)) cursor.advance();
  const { bytes } = cursor;
  if (bytes.length === 0) return cursor.fail('the patch ends within a hunk');
  if (!cursor.isWhole) return cursor.fail('the patch ends within this line');
  // Some editors strip the blank that stands for an empty line of context.
  if (bytes[0] === LINE_FEED) return { kind: 'context', bytes };
  const kind = KINDS.get(bytes[0] ?? 0) ?? cursor.fail('this line belongs to no hunk');
  return { kind, bytes: bytes.subarray(1) };
}

function isAtNoNewline({ bytes }: PatchCursor): boolean {
  if (bytes[0] !== NO_NEWLINE || bytes.length < NO_NEWLINE_LENGTH) return false;
  return Buffer.from(bytes.subarray(0, 2)).toString('latin1') === NO_NEWLINE_START;
}

function withoutNewline(cursor: PatchCursor, { kind, bytes }: HunkLine): HunkLine {
  cursor.advance();
  return { kind, bytes: bytes.subarray(0, -1) };
}
