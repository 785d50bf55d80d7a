/** How long printing may hold a thread, told from a glance at the contents. */
import { isBinary } from '../binary/binary.ts';
import type { PrintRequest, RawChange } from './print-changes.ts';

const LINE_FEED = 0x0a;
const NO_BYTES = new Uint8Array();

// Of this machine, when nothing else runs on it: the worst of permuted, repeated, reversed, unrelated
// and equal lines of 200 to 1,600 a side, of long and of empty lines up to 512 KiB, and of random,
// periodic, zero and edited binaries up to 64 KiB.
const BYTES_PER_MICROSECOND = 250;
const LINES_PER_MICROSECOND = 20;
const BINARY_BYTES_PER_MICROSECOND = 25;
/** The search takes the power 1.5 of the lines between the equal ends: 1.7 ms for 400 against 400. */
const SEARCH_PER_MICROSECOND = 13;
/** For similarity every line is hashed and tallied. */
const RENAME_BYTES_PER_MICROSECOND = 10;
/** Beyond this a look at the contents would itself take long. */
const MOST_BYTES = 256 * 1024;

/** The most microseconds that printing these changes takes; infinity when they are many or large. */
export function printCost({ changes, renames }: PrintRequest): number {
  const size = changes.reduce((sum, change) => sum + sizeOf(change), 0);
  if (size > MOST_BYTES) return Number.POSITIVE_INFINITY;
  if (renames) return renameCost(changes, size);
  return changes.reduce((sum, change) => sum + changeCost(change), 0);
}

function sizeOf({ before, after }: RawChange): number {
  return (before?.bytes.length ?? 0) + (after?.bytes.length ?? 0);
}

// Any two of them may become a pair, and be compared line by line.
function renameCost(changes: readonly RawChange[], size: number): number {
  const lines = changes.reduce(
    (sum, { before, after }) => sum + linesOf(before) + linesOf(after),
    0,
  );
  const pairs = changes.length ** 2;
  return pairs + size / RENAME_BYTES_PER_MICROSECOND + searchCost(lines) + binaryCost(size);
}

function changeCost(change: RawChange): number {
  const before = change.before?.bytes ?? NO_BYTES;
  const after = change.after?.bytes ?? NO_BYTES;
  if (isBinary(before) || isBinary(after)) return binaryCost(sizeOf(change));
  const head = equalHead(before, after);
  const tail = equalTail(before, after, head);
  const left = lineFeeds(before, head, before.length - tail);
  const right = lineFeeds(after, head, after.length - tail);
  const lines =
    left + right + 2 * lineFeeds(before, 0, head) + 2 * lineFeeds(before, before.length - tail);
  return (
    sizeOf(change) / BYTES_PER_MICROSECOND +
    lines / LINES_PER_MICROSECOND +
    // Against nothing there is no search.
    (left > 0 && right > 0 ? searchCost(left + right + 4) : 0)
  );
}

function binaryCost(size: number): number {
  return size / BINARY_BYTES_PER_MICROSECOND;
}

function searchCost(lines: number): number {
  return lines ** 1.5 / SEARCH_PER_MICROSECOND;
}

function linesOf(side: RawChange['before']): number {
  return side === undefined ? 0 : lineFeeds(side.bytes, 0) + 1;
}

function equalHead(before: Uint8Array, after: Uint8Array): number {
  const most = Math.min(before.length, after.length);
  let head = 0;
  while (head < most && before[head] === after[head]) head += 1;
  return head;
}

function equalTail(before: Uint8Array, after: Uint8Array, head: number): number {
  const most = Math.min(before.length, after.length) - head;
  let tail = 0;
  while (tail < most && before[before.length - 1 - tail] === after[after.length - 1 - tail]) {
    tail += 1;
  }
  return tail;
}

function lineFeeds(bytes: Uint8Array, start: number, end: number = bytes.length): number {
  let count = 0;
  for (let at = start; at < end; at += 1) if (bytes[at] === LINE_FEED) count += 1;
  return count;
}
