/**
 * Lines that cannot or should not take part in the search: those the other text does not have, and
 * very common ones (blank lines, lone braces) in the midst of such. Leaving them out is what keeps
 * a rewritten function from being matched brace by brace.
 */
import type { NumberedLines } from './line-numbering.ts';
import { powerNearRoot } from './myers.ts';

/** A run of lines: from `start` up to `end`. */
interface LineRange {
  readonly start: number;
  readonly end: number;
}

/** What is known of one text before the search. */
interface Candidates {
  /** The numbers of its lines. */
  readonly numbers: Int32Array;
  /** How often the other text has each number. */
  readonly timesInOther: Int32Array;
  /** The part between the equal ends of both texts. */
  readonly range: LineRange;
}

/** The lines of one text that take part in the search. */
export interface SearchedText {
  /** The part between the equal ends of both texts. */
  readonly range: LineRange;
  /** Where in the text they are. */
  readonly indexes: Int32Array;
  /** Their numbers. */
  readonly numbers: Int32Array;
}

const ABSENT = 0;
const RARE = 1;
const COMMON = 2;
/** More occurrences than this are common in a text of any length. */
const COMMON_AT_MOST = 1024;
/** How far around a common line its surroundings count. */
const WINDOW = 100;

/** Picks the lines to search, once the equal ends are set aside. */
export function searchedTexts(lines: NumberedLines): { before: SearchedText; after: SearchedText } {
  const head = equalHead(lines.before, lines.after);
  const tail = equalTail(lines, head);
  const before = { start: head, end: lines.before.length - tail };
  const after = { start: head, end: lines.after.length - tail };
  return {
    before: pick({ numbers: lines.before, timesInOther: lines.timesAfter, range: before }),
    after: pick({ numbers: lines.after, timesInOther: lines.timesBefore, range: after }),
  };
}

function equalHead(before: Int32Array, after: Int32Array): number {
  const most = Math.min(before.length, after.length);
  let head = 0;
  while (head < most && before[head] === after[head]) head += 1;
  return head;
}

function equalTail({ before, after }: NumberedLines, head: number): number {
  const most = Math.min(before.length, after.length) - head;
  let tail = 0;
  while (tail < most && before[before.length - 1 - tail] === after[after.length - 1 - tail]) {
    tail += 1;
  }
  return tail;
}

function pick(text: Candidates): SearchedText {
  const { numbers, range } = text;
  const kinds = kindsOf(text);
  const indexes: number[] = [];
  for (let at = 0; at < kinds.length; at += 1) {
    const kind = kinds[at];
    const isSearched = kind === RARE || (kind === COMMON && !isAmongAbsent(kinds, at));
    if (isSearched) indexes.push(range.start + at);
  }
  const picked = Int32Array.from(indexes);
  return { range, indexes: picked, numbers: picked.map((index) => numbers[index] ?? 0) };
}

function kindsOf({ numbers, timesInOther, range }: Candidates): Uint8Array {
  const commonFrom = Math.min(powerNearRoot(numbers.length), COMMON_AT_MOST);
  const kinds = new Uint8Array(range.end - range.start);
  for (let at = 0; at < kinds.length; at += 1) {
    const times = timesInOther[numbers[range.start + at] ?? 0] ?? 0;
    if (times > 0) kinds[at] = times < commonFrom ? RARE : COMMON;
  }
  return kinds;
}

// Absent lines must stand on both sides, and outnumber the common ones three to one.
function isAmongAbsent(kinds: Uint8Array, index: number): boolean {
  const above = neighbours(kinds, index, -1);
  if (above.absent === 0) return false;
  const below = neighbours(kinds, index, 1);
  if (below.absent === 0) return false;
  // The line itself counts as common once on either side.
  return above.absent + below.absent > 3 * (above.common + below.common + 2);
}

function neighbours(
  kinds: Uint8Array,
  index: number,
  step: 1 | -1,
): { absent: number; common: number } {
  const tally = { absent: 0, common: 0 };
  for (let distance = 1; distance <= WINDOW; distance += 1) {
    const kind = kinds[index + step * distance];
    if (kind === undefined || kind === RARE) break;
    if (kind === ABSENT) tally.absent += 1;
    else tally.common += 1;
  }
  return tally;
}
