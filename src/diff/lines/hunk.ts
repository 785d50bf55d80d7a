/** Groups line changes into hunks with context and prints them in unified form. */
import type { ByteWriter } from '../print/byte-writer.ts';
import { FunctionText } from './function-text.ts';
import type { LineChange, LineDiff } from './line-diff.ts';
import { type Lines, lineStart } from './lines.ts';

/** Lines of context around a change when nothing else is asked. */
export const DEFAULT_CONTEXT = 3;

/** Changes close enough to share their context. */
interface Hunk {
  readonly changes: readonly LineChange[];
  /** What the hunk covers: the changes and the context around them. */
  readonly span: LineChange;
}

const LINE_FEED = 0x0a;
const NO_NEWLINE = '\n\\ No newline at end of file\n';
const CONTEXT = 0x20;
const REMOVED = 0x2d;
const ADDED = 0x2b;

/** Appends the hunks of `diff` to `out`. */
export function writeHunks(out: ByteWriter, diff: LineDiff, context: number): void {
  const functionText = new FunctionText(diff.before);
  for (const changes of groupChanges(diff.changes, context)) {
    const hunk = { changes, span: spanOf(changes, diff, context) };
    writeHeader(out, hunk.span, functionText.above(hunk.span.beforeStart));
    writeBody(out, hunk, diff);
  }
}

function groupChanges(changes: readonly LineChange[], context: number): LineChange[][] {
  const groups: LineChange[][] = [];
  let previousEnd = Number.NEGATIVE_INFINITY;
  for (const change of changes) {
    if (change.beforeStart - previousEnd > 2 * context) groups.push([change]);
    else groups.at(-1)?.push(change);
    previousEnd = change.beforeStart + change.beforeCount;
  }
  return groups;
}

function spanOf(changes: readonly LineChange[], diff: LineDiff, context: number): LineChange {
  const first = changes[0] ?? NO_CHANGE;
  const last = changes.at(-1) ?? NO_CHANGE;
  const above = Math.min(context, first.beforeStart);
  const lastEnd = last.beforeStart + last.beforeCount;
  const below = Math.min(context, diff.before.count - lastEnd);
  const beforeStart = first.beforeStart - above;
  const afterStart = first.afterStart - above;
  return {
    beforeStart,
    beforeCount: lastEnd + below - beforeStart,
    afterStart,
    afterCount: last.afterStart + last.afterCount + below - afterStart,
  };
}

const NO_CHANGE: LineChange = { beforeStart: 0, beforeCount: 0, afterStart: 0, afterCount: 0 };

function writeHeader(out: ByteWriter, span: LineChange, functionText: Uint8Array): void {
  const before = rangeText(span.beforeStart, span.beforeCount);
  out.text(`@@ -${before} +${rangeText(span.afterStart, span.afterCount)} @@`);
  if (functionText.length > 0) {
    out.byte(CONTEXT);
    out.bytes(functionText);
  }
  out.byte(LINE_FEED);
}

// An empty range is named by the line before it.
function rangeText(start: number, count: number): string {
  if (count === 1) return `${start + 1}`;
  return `${count === 0 ? start : start + 1},${count}`;
}

function writeBody(out: ByteWriter, { changes, span }: Hunk, diff: LineDiff): void {
  let at = span.beforeStart;
  for (const change of changes) {
    const removedEnd = change.beforeStart + change.beforeCount;
    writeLines(out, CONTEXT, { lines: diff.before, start: at, end: change.beforeStart });
    writeLines(out, REMOVED, { lines: diff.before, start: change.beforeStart, end: removedEnd });
    const addedEnd = change.afterStart + change.afterCount;
    writeLines(out, ADDED, { lines: diff.after, start: change.afterStart, end: addedEnd });
    at = removedEnd;
  }
  const end = span.beforeStart + span.beforeCount;
  writeLines(out, CONTEXT, { lines: diff.before, start: at, end });
}

interface LineRun {
  readonly lines: Lines;
  readonly start: number;
  readonly end: number;
}

function writeLines(out: ByteWriter, sign: number, { lines, start, end }: LineRun): void {
  for (let index = start; index < end; index += 1) {
    out.byte(sign);
    out.bytes(lines.bytes, lineStart(lines, index), lineStart(lines, index + 1));
  }
  const isAtEnd = start < end && end === lines.count;
  if (isAtEnd && lines.bytes.at(-1) !== LINE_FEED) out.text(NO_NEWLINE);
}
