import fc from 'fast-check';
import { expect, test } from 'vitest';
import { applyDelta } from '../../../../src/diff/binary/apply-delta.ts';
import { encodeDelta } from '../../../../src/diff/binary/delta.ts';

const NO_LIMIT = Number.MAX_SAFE_INTEGER;
const piece = fc.oneof(
  fc.uint8Array({ minLength: 1, maxLength: 40 }),
  fc.tuple(fc.nat(3), fc.nat(300)).map(([byte, length]) => new Uint8Array(length + 1).fill(byte)),
);
const pair = fc.tuple(fc.array(piece, { minLength: 1 }), fc.array(piece, { minLength: 1 }));

test('a delta makes its target of its source', () => {
  fc.assert(
    fc.property(pair, fc.nat(), ([first, second], seed) => {
      const source = Buffer.concat([...first, ...second]);
      const target = Buffer.concat(seed % 2 === 0 ? [...second, ...first] : second);
      const delta = encodeDelta(source, target, NO_LIMIT) ?? new Uint8Array();
      expect(Buffer.from(applyDelta(source, delta) ?? []).equals(target)).toBe(true);
    }),
    { numRuns: 300 },
  );
});

test('a long run is copied in pieces of 64 KiB', () => {
  const source = Uint8Array.from({ length: 200_000 }, (_, index) => (index * index) >> 7);
  const target = Buffer.concat([Uint8Array.of(1, 2, 3), source]);
  const delta = encodeDelta(source, target, NO_LIMIT) ?? new Uint8Array();
  expect(delta.length).toBeLessThan(40);
  expect(Buffer.from(applyDelta(source, delta) ?? []).equals(target)).toBe(true);
});

test('there is no delta of or to nothing, and none beyond the limit', () => {
  const some = new Uint8Array(50).map((_, index) => index * 7);
  expect(encodeDelta(new Uint8Array(), some, NO_LIMIT)).toBeUndefined();
  expect(encodeDelta(some, new Uint8Array(), NO_LIMIT)).toBeUndefined();
  expect(encodeDelta(new Uint8Array(50), some, 20)).toBeUndefined();
});

test.each([
  ['another source', [4, 1, 1, 9]],
  ['a size it does not keep', [3, 2, 1, 9]],
  ['a copy from beyond the end', [3, 1, 0x91, 3, 1]],
  ['an insert cut short', [3, 2, 2, 9]],
  ['the reserved instruction', [3, 1, 0]],
  ['a target of many gigabytes', [3, 0xff, 0xff, 0xff, 0xff, 0xff, 0x7f, 1, 9]],
  ['nothing at all', []],
])('a delta with %s is refused', (_, delta) => {
  expect(applyDelta(Uint8Array.of(1, 2, 3), Uint8Array.from(delta))).toBeUndefined();
});
