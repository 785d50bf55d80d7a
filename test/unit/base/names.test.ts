import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { compareBytes } from '../../../src/base/compare-bytes.ts';
import { decodeName, displayName, encodeName, hasLoneSurrogate } from '../../../src/base/name.ts';
import { anyName, RUNS } from './arbitrary.ts';

// Bytes around the borders of UTF-8, which random ones rarely hit.
const anyBytes = fc
  .array(
    fc.oneof(
      fc.nat(255).map((byte) => [byte]),
      fc.constantFrom([0xc3, 0xa9], [0xc3], [0xe2, 0x82], [0xed, 0xa0, 0x80], [0xef, 0xbb, 0xbf]),
      fc.constantFrom([0xf0, 0x9f, 0x98, 0x80], [0xf0, 0x9f, 0x98], [0xf4, 0x90, 0x80, 0x80]),
    ),
    { maxLength: 8 },
  )
  .map((parts) => Buffer.from(parts.flat()));

describe('a name', () => {
  it('has a string form that gives its bytes back, also when they are not UTF-8', () => {
    fc.assert(
      fc.property(anyBytes, (bytes) => {
        const name = decodeName(bytes);
        expect(Buffer.from(encodeName(name))).toEqual(bytes);
        expect(JSON.parse(JSON.stringify(name))).toBe(name);
        const isUtf8 = Buffer.from(bytes.toString('utf8'), 'utf8').equals(bytes);
        expect(hasLoneSurrogate(name)).toBe(!isUtf8);
      }),
      { numRuns: RUNS * 5 },
    );
  });

  it.each([
    ['plain', 'plain'],
    ['caf\u00e9', 'caf\u00e9'],
    ['caf\udce9', 'caf\\xE9'],
    ['\u{1f600}\udc80', '\u{1f600}\\x80'],
    ['\ud800', '\\ud800'],
  ])('%j is shown as %j', (name, shown) => {
    expect(displayName(name)).toBe(shown);
  });
});

describe('the order of names', () => {
  it('is that of their bytes', () => {
    const anyText = fc.oneof(anyName, anyBytes.map(decodeName));
    fc.assert(
      fc.property(anyText, anyText, anyText, (start, left, right) => {
        // Decoded again: joining may have completed a sequence that was cut.
        const [a, b] = [encodeName(start + left), encodeName(start + right)];
        const order = compareBytes(decodeName(a), decodeName(b));
        expect(Math.sign(order)).toBe(Buffer.compare(a, b));
      }),
      { numRuns: RUNS * 5 },
    );
  });

  it.each([
    ['a', 'a.b'],
    ['a.b', 'a/b'],
    ['\uff01', '\u{1f600}'],
    ['\udc80', '\u00e9'],
    ['\u00e9', '\udce9'],
    ['', 'a'],
  ])('puts %j before %j', (left, right) => {
    expect(compareBytes(left, right)).toBeLessThan(0);
    expect(compareBytes(right, left)).toBeGreaterThan(0);
    expect(compareBytes(left, left)).toBe(0);
  });
});
