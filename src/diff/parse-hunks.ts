/** Reads the hunks of one section. */
import type { PatchCursor } from './patch-cursor.ts';
import type { HunkLine, PatchHunk } from './patch-section.ts';

const HEADER = /^@@ -(\d+)(?:,(\d+))? \+(\d+)(?:,(\d+))? @@/;
const NO_NEWLINE = 0x5c;
const LINE_FEED = 0x0a;

const KINDS: ReadonlyMap<number, HunkLine['kind']> = new Map([
  [0x20, 'context'],
  [0x2d, 'removed'],
  [0x2b, 'added'],
]);

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
    lines.push(cursor.bytes[0] === NO_NEWLINE ? withoutNewline(cursor, line) : line);
    yield;
  }
  return lines;
}

function parseLine(cursor: PatchCursor): HunkLine {
  const { bytes } = cursor;
  if (bytes.length === 0) return cursor.fail('the patch ends within a hunk');
  // Some editors strip the blank that stands for an empty line of context.
  if (bytes[0] === LINE_FEED) return { kind: 'context', bytes };
  const kind = KINDS.get(bytes[0] ?? 0) ?? cursor.fail('this line belongs to no hunk');
  return { kind, bytes: bytes.subarray(1) };
}

function withoutNewline(cursor: PatchCursor, { kind, bytes }: HunkLine): HunkLine {
  cursor.advance();
  return { kind, bytes: bytes.at(-1) === LINE_FEED ? bytes.subarray(0, -1) : bytes };
}
