import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { LineSplitter } from '../../../src/journal/line-splitter.ts';
import { journalFixture, namesIn, writeOf } from './fixture.ts';

describe('lines', () => {
  it('are the same however the file is cut into pieces', () => {
    const anyLines = fc.array(fc.string({ unit: fc.constantFrom('a', '\0', 'é') }));
    fc.assert(
      fc.property(anyLines, fc.string(), fc.array(fc.nat(40)), (lines, torn, cuts) => {
        const bytes = Buffer.from(`${lines.map((line) => `${line}\n`).join('')}${torn}`);
        const unfinished = torn.slice(torn.lastIndexOf('\n') + 1);
        const whole = bytes.toString().slice(0, bytes.toString().length - unfinished.length);
        expect(split(bytes, cuts)).toEqual(whole.split('\n').slice(0, -1));
      }),
    );
  });

  it('may be longer than the pieces in which a segment is read', async () => {
    await using fixture = await journalFixture();
    const long = { ...writeOf('long'), note: { text: 'x'.repeat(3 * 1024 * 1024) } };
    await fixture.create([writeOf('one'), long, writeOf('three')]);
    const { scan } = await fixture.open();
    expect(namesIn(scan.records)).toEqual(['one', 'long', 'three']);
    expect(scan).toMatchObject({ damages: [], tornBytes: 0 });
    expect(scan.records[1]?.record).toEqual(long);
  });
});

function split(bytes: Buffer, cuts: readonly number[]): string[] {
  const splitter = new LineSplitter();
  const lines: string[] = [];
  let start = 0;
  for (const length of [...cuts, bytes.length]) {
    const piece = bytes.subarray(start, start + length);
    for (const line of splitter.push(piece)) lines.push(Buffer.from(line).toString());
    start += length;
  }
  return lines;
}
