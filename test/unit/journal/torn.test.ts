// Rule J2, byte by byte: what a crash can do to the end of a journal.
import { describe, expect, it } from 'vitest';
import { isLong } from '../../support/sampled.ts';
import { type JournalFixture, journalFixture, namesIn, writeOf } from './fixture.ts';

const NAMES = ['one', 'two "quoted"', 'three\nlines', 'four'];
const STEP = isLong ? 1 : 3;

async function written(fixture: JournalFixture): Promise<Buffer> {
  await fixture.create(NAMES.map((name) => writeOf(name)));
  return await fixture.bytes();
}

/** Offsets after each newline, 0 first. */
function linesOf(bytes: Buffer): number[] {
  const starts = [0];
  for (let at = bytes.indexOf(10); at >= 0; at = bytes.indexOf(10, at + 1)) starts.push(at + 1);
  return starts;
}

function lineStart(bytes: Buffer, index: number): number {
  return linesOf(bytes).at(index) ?? 0;
}

async function expectTornAt(fixture: JournalFixture, bytes: Buffer, cut: number): Promise<void> {
  const whole = linesOf(bytes).filter((start) => start > 0 && start <= cut).length;
  const { journal, scan } = await fixture.open();
  expect(namesIn(scan.records)).toEqual(NAMES.slice(0, whole));
  expect(scan.damages).toEqual([]);
  expect(scan.end.seq).toBe(whole);
  expect(scan.end.offset + scan.tornBytes).toBe((await fixture.bytes()).length);
  expect(await journal.follow()).toBe('same');
  expect(await journal.append([writeOf('next')])).toBe(whole + 1);
  const after = (await fixture.open()).scan;
  expect(namesIn(after.records)).toEqual([...NAMES.slice(0, whole), 'next']);
  expect({ ...after, records: [] }).toMatchObject({ damages: [], warnings: [], tornBytes: 0 });
}

describe('J2: the end of a journal', () => {
  it('that was cut at any byte is ignored, then cut, and the next record follows', async () => {
    await using source = await journalFixture();
    const bytes = await written(source);
    await using fixture = await journalFixture();
    for (let cut = lineStart(bytes, -3); cut <= bytes.length; cut += STEP) {
      await fixture.plant(bytes.subarray(0, cut));
      await expectTornAt(fixture, bytes, cut);
    }
  });

  it('that was zeroed from any byte on is ignored, then cut, and the next record follows', async () => {
    await using source = await journalFixture();
    const bytes = await written(source);
    await using fixture = await journalFixture();
    for (let cut = lineStart(bytes, -3); cut < bytes.length; cut += STEP) {
      await fixture.plant(
        Buffer.concat([bytes.subarray(0, cut), Buffer.alloc(bytes.length - cut)]),
      );
      await expectTornAt(fixture, bytes, cut);
    }
  });

  it('that is unfinished is no line, even if only its newline is missing', async () => {
    await using fixture = await journalFixture();
    const bytes = await written(fixture);
    await fixture.plant(bytes.subarray(0, -1));
    const { scan } = await fixture.open();
    expect(namesIn(scan.records)).toEqual(NAMES.slice(0, -1));
    expect(scan.tornBytes).toBe(bytes.length - 1 - lineStart(bytes, -2));
  });

  it('is not cut by a reader', async () => {
    await using fixture = await journalFixture();
    const torn = (await written(fixture)).subarray(0, -5);
    await fixture.plant(torn);
    const { journal } = await fixture.open();
    await journal.follow();
    await journal.close();
    expect(await fixture.bytes()).toEqual(torn);
  });
});

describe('J2: damage before the end', () => {
  it('at any byte of a middle record is reported; what is whole is returned', async () => {
    await using source = await journalFixture();
    const bytes = await written(source);
    await using fixture = await journalFixture();
    for (let at = lineStart(bytes, 1); at < lineStart(bytes, 2); at += STEP) {
      for (const byte of [0, 0x41]) {
        const damaged = Buffer.from(bytes);
        damaged[at] = byte;
        if (!damaged.equals(bytes)) await expectDamaged(fixture, damaged);
      }
    }
  });

  it('from any byte of a middle record to its end is reported', async () => {
    await using source = await journalFixture();
    const bytes = await written(source);
    await using fixture = await journalFixture();
    const end = lineStart(bytes, 2);
    for (let at = lineStart(bytes, 1); at < end; at += STEP) {
      await expectDamaged(fixture, Buffer.from(bytes).fill(0, at, end));
      if (at < end - 1) await expectDamaged(fixture, Buffer.from(bytes).fill(0, at, end - 1));
      await expectDamaged(fixture, Buffer.concat([bytes.subarray(0, at), bytes.subarray(end)]));
    }
  });

  it('is reported where a record is missing, and once only', async () => {
    await using source = await journalFixture();
    const bytes = await written(source);
    const without = [bytes.subarray(0, lineStart(bytes, 1)), bytes.subarray(lineStart(bytes, 2))];
    await using fixture = await journalFixture();
    await fixture.plant(Buffer.concat(without));
    const { scan } = await fixture.open();
    expect(namesIn(scan.records)).toEqual(['one', 'three\nlines', 'four']);
    expect(scan.damages).toEqual([
      { offset: lineStart(bytes, 1), line: 2, reason: 'record 3 does not continue record 1' },
    ]);
  });

  it('is reported where the beginning is missing', async () => {
    await using source = await journalFixture();
    const bytes = await written(source);
    await using fixture = await journalFixture();
    await fixture.plant(bytes.subarray(lineStart(bytes, 2)));
    expect((await fixture.open()).scan.damages).toHaveLength(1);
    expect((await fixture.open(1)).scan.damages).toHaveLength(1);
    // The manifest has what is missing.
    expect((await fixture.open(2)).scan.damages).toEqual([]);
  });

  it('is reported where a line is there twice, which is not replayed', async () => {
    await using source = await journalFixture();
    const bytes = await written(source);
    const second = bytes.subarray(lineStart(bytes, 1), lineStart(bytes, 2));
    await using fixture = await journalFixture();
    await fixture.plant(Buffer.concat([bytes, second]));
    const { scan } = await fixture.open();
    expect(namesIn(scan.records)).toEqual(NAMES);
    expect(scan.damages).toMatchObject([{ line: 5, reason: 'record 2 follows record 4' }]);
  });

  it('is reported in records that the manifest has folded in, too', async () => {
    await using source = await journalFixture();
    const bytes = await written(source);
    await using fixture = await journalFixture();
    const damaged = Buffer.from(bytes);
    damaged[lineStart(bytes, 1) + 20] = 0x21;
    await fixture.plant(damaged);
    const { scan } = await fixture.open(3);
    expect(namesIn(scan.records)).toEqual(['four']);
    expect(scan.damages).toHaveLength(1);
  });
});

describe('J2: NULs', () => {
  it('without a gap are only a warning', async () => {
    await using source = await journalFixture();
    const bytes = await written(source);
    const at = lineStart(bytes, 2);
    await using fixture = await journalFixture();
    await fixture.plant(
      Buffer.concat([bytes.subarray(0, at), Buffer.alloc(9), bytes.subarray(at)]),
    );
    const { scan, journal } = await fixture.open();
    expect(namesIn(scan.records)).toEqual(NAMES);
    expect(scan.damages).toEqual([]);
    expect(scan.warnings).toEqual([{ offset: at, line: 3, reason: 'NUL bytes before the line' }]);
    await journal.follow();
    await journal.append([writeOf('next')]);
    expect(namesIn((await fixture.open()).scan.records)).toEqual([...NAMES, 'next']);
  });

  it('on a line of their own are only a warning', async () => {
    await using source = await journalFixture();
    const bytes = await written(source);
    await using fixture = await journalFixture();
    await fixture.plant(Buffer.concat([bytes, Buffer.alloc(4096), Buffer.from('\n')]));
    const { scan } = await fixture.open();
    expect(scan).toMatchObject({ damages: [], tornBytes: 0, warnings: [{ line: 5 }] });
  });
});

/** Damage is never silent, what is whole comes back, and it stays so when the session goes on. */
async function expectDamaged(fixture: JournalFixture, bytes: Buffer): Promise<void> {
  await fixture.plant(bytes);
  const { scan, journal } = await fixture.open();
  expect(scan.damages.length).toBeGreaterThan(0);
  const names = namesIn(scan.records);
  expect(NAMES.filter((name) => names.includes(name))).toEqual(names);
  expect(names).toEqual(expect.arrayContaining(['one', 'four']));
  expect(await journal.follow()).toBe('same');
  await journal.append([writeOf('next')]);
  const after = (await fixture.open()).scan;
  expect(namesIn(after.records)).toEqual([...names, 'next']);
  expect(after.damages).toEqual(scan.damages);
}
