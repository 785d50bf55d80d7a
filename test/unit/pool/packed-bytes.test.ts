import fc from 'fast-check';
import { expect, it } from 'vitest';
import { BytePacker, memoryOf, unpacked } from '../../../src/pool/packed-bytes.ts';

const string = fc.oneof(
  fc.uint8Array({ maxLength: 20 }),
  fc.nat(200_000).map((length) => new Uint8Array(length).fill(length)),
  // A part of memory that others share.
  fc.nat(200_000).map((length) => new Uint8Array(300_000).fill(length).subarray(7, 7 + length)),
);

it('packs strings of any length, in order', () => {
  fc.assert(
    fc.property(fc.array(string, { maxLength: 12 }), (strings) => {
      const packer = new BytePacker();
      for (const bytes of strings) packer.add(bytes);
      const again = unpacked(packer.finish());
      expect(again.length).toBe(strings.length);
      expect(again.every((bytes, at) => Buffer.compare(bytes, strings[at] ?? bytes) === 0)).toBe(
        true,
      );
    }),
  );
});

it('takes along the memory of long strings alone, when it is all theirs', () => {
  const packer = new BytePacker();
  const long = new Uint8Array(100_000);
  const part = new Uint8Array(100_001).subarray(1);
  const short = new Uint8Array(10);
  for (const bytes of [long, part, short]) packer.add(bytes);
  const memory = memoryOf(packer.finish());
  expect([long, part, short].map(({ buffer }) => memory.includes(buffer))).toEqual([
    true,
    false,
    false,
  ]);
});

it('needs few buffers for many strings', () => {
  const packer = new BytePacker();
  for (let count = 0; count < 10_000; count += 1) packer.add(new Uint8Array(100));
  expect(packer.finish().buffers.length).toBeLessThan(6);
});
