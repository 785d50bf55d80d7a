import fc from 'fast-check';
import { expect, it } from 'vitest';
import { cutLines } from '../../src/acp/whole-lines.ts';

it('cuts every line at the limit, however the bytes arrive', async () => {
  const line = fc.string({ unit: fc.constantFrom('a', 'b', 'ü'), maxLength: 12 });
  const sizes = fc.array(fc.integer({ min: 1, max: 7 }), { minLength: 1 });
  await fc.assert(
    fc.asyncProperty(fc.array(line), sizes, async (lines, chunkSizes) => {
      const bytes = Buffer.from(lines.join('\n'));
      const pieces: Uint8Array[] = [];
      for await (const piece of cutLines(chunksOf(bytes, chunkSizes), 8)) pieces.push(piece);
      const expected = lines.map((each) => Buffer.from(each).subarray(0, 8).toString('latin1'));
      expect(Buffer.concat(pieces).toString('latin1')).toBe(expected.join('\n'));
    }),
  );
});

async function* chunksOf(bytes: Buffer, sizes: readonly number[]): AsyncGenerator<Uint8Array> {
  await Promise.resolve();
  for (let start = 0, n = 0; start < bytes.length; n += 1) {
    const end = start + (sizes[n % sizes.length] ?? 1);
    yield bytes.subarray(start, end);
    start = end;
  }
}
