import { encodeName } from './name.ts';

/**
 * Orders two strings by their bytes, as git does. JavaScript's own order is by UTF-16 unit, which
 * puts U+1F600 before U+FF01; the fix-up below restores code point order, which UTF-8 preserves.
 */
export function compareBytes(left: string, right: string): number {
  const length = Math.min(left.length, right.length);
  for (let at = 0; at < length; at += 1) {
    const a = left.charCodeAt(at);
    const b = right.charCodeAt(at);
    if (a !== b) return isInUnitOrder(a, b) ? a - b : compareEncoded(left, right);
  }
  return left.length - right.length;
}

// Above U+D7FF units are no longer in the order of code points, and a byte that is no UTF-8 (a lone
// surrogate) sorts among all that is not ASCII.
function isInUnitOrder(a: number, b: number): boolean {
  return (a < 0xd800 && b < 0xd800) || a < 0x80 || b < 0x80;
}

// Rare, so the simple way is the right one.
function compareEncoded(left: string, right: string): number {
  return Buffer.compare(encodeName(left), encodeName(right));
}
