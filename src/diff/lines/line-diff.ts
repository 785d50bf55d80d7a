/** The lines that differ between two texts, chosen as git chooses them. */
import { commonTailLength } from './common-tail.ts';
import { type MarkedText, settleRuns } from './compaction.ts';
import { type NumberedLines, numberLines } from './line-numbering.ts';
import { type Lines, splitLines } from './lines.ts';
import { findDifferences } from './myers.ts';
import { type SearchedText, searchedTexts } from './unmatched-lines.ts';

/** A run of before lines that gives way to a run of after lines; either may be empty. */
export interface LineChange {
  readonly beforeStart: number;
  readonly beforeCount: number;
  readonly afterStart: number;
  readonly afterCount: number;
}

/** Two texts and what differs between them, from top to bottom. */
export interface LineDiff {
  readonly before: Lines;
  readonly after: Lines;
  readonly changes: readonly LineChange[];
}

/** Compares two texts line by line, to be printed with `context` lines around each change. */
export function diffLines(
  beforeBytes: Uint8Array,
  afterBytes: Uint8Array,
  context: number,
): LineDiff {
  const tail = context === 0 ? commonTailLength(beforeBytes, afterBytes) : 0;
  const before = splitLines(beforeBytes.subarray(0, beforeBytes.length - tail));
  const after = splitLines(afterBytes.subarray(0, afterBytes.length - tail));
  const numbered = numberLines(before, after);
  const [removed, added] = markDifferences(numbered);
  const old: MarkedText = { lines: before, numbers: numbered.before, changed: removed };
  const young: MarkedText = { lines: after, numbers: numbered.after, changed: added };
  // The order shows in the result: the second pass lines up with what the first has moved.
  settleRuns(old, young);
  settleRuns(young, old);
  return { before, after, changes: collectChanges(removed, added) };
}

function markDifferences(numbered: NumberedLines): [Uint8Array, Uint8Array] {
  const { before, after } = searchedTexts(numbered);
  const removed = flagsFor(before, numbered.before.length);
  const added = flagsFor(after, numbered.after.length);
  findDifferences(before.numbers, after.numbers, {
    removed: (index) => {
      removed[before.indexes[index] ?? 0] = 1;
    },
    added: (index) => {
      added[after.indexes[index] ?? 0] = 1;
    },
  });
  return [removed, added];
}

// Between the equal ends every line is changed until it is known to take part in the search.
function flagsFor(text: SearchedText, count: number): Uint8Array {
  const flags = new Uint8Array(count).fill(1, text.range.start, text.range.end);
  for (const index of text.indexes) flags[index] = 0;
  return flags;
}

function collectChanges(removed: Uint8Array, added: Uint8Array): LineChange[] {
  const changes: LineChange[] = [];
  let before = 0;
  let after = 0;
  while (before < removed.length || after < added.length) {
    const beforeCount = runLength(removed, before);
    const afterCount = runLength(added, after);
    if (beforeCount + afterCount > 0) {
      changes.push({ beforeStart: before, beforeCount, afterStart: after, afterCount });
    }
    // Past the run stands an unchanged line in both texts, or the end of both.
    before += beforeCount + 1;
    after += afterCount + 1;
  }
  return changes;
}

function runLength(flags: Uint8Array, start: number): number {
  let end = start;
  while (flags[end] === 1) end += 1;
  return end - start;
}
