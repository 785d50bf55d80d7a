const BLOCK = 1024;
const LINE_FEED = 0x0a;

/**
 * How many bytes at the end of both texts are left out when no context is printed: whole blocks
 * that are equal, less what is needed to keep the first line of them whole. git does so, and it
 * shows: a change cannot slide into the part left out.
 */
export function commonTailLength(before: Uint8Array, after: Uint8Array): number {
  const most = Math.min(before.length, after.length);
  let tail = 0;
  while (tail + BLOCK <= most && isSameBlock(before, after, tail + BLOCK)) tail += BLOCK;
  if (tail === 0) return 0;
  const lineEnd = before.indexOf(LINE_FEED, before.length - tail);
  return lineEnd < 0 ? 0 : before.length - lineEnd - 1;
}

function isSameBlock(before: Uint8Array, after: Uint8Array, fromEnd: number): boolean {
  const start = before.length - fromEnd;
  const otherStart = after.length - fromEnd;
  const block = before.subarray(start, start + BLOCK);
  return Buffer.compare(block, after.subarray(otherStart, otherStart + BLOCK)) === 0;
}
