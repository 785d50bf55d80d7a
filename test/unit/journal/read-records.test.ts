import { describe, expect, it } from 'vitest';
import type { Disk } from '../../../src/disk/disk.ts';
import type { Journal } from '../../../src/journal/journal.ts';
import { readRecords } from '../../../src/journal/read-records.ts';
import { rotateJournal } from '../../../src/journal/segment.ts';
import { wrapDisk } from '../../support/counting-disk.ts';
import { type JournalFixture, journalFixture, replay, segmentStateOf, writeOf } from './fixture.ts';

// Before the n-th call of the reader: a rotation, which takes seven.
const CALLS = 12;

describe('reading all records while the journal is rotated', () => {
  it.each([1, 2])('misses none, whenever it happens: %i times', async (times) => {
    const read: Record<number, number[]> = {};
    for (let at = 1; at <= CALLS; at += 1) {
      await using fixture = await journalFixture();
      let journal = await fixture.create([writeOf('one'), writeOf('two')]);
      const disk = interrupted(fixture, at, async () => {
        for (let time = 0; time < times; time += 1)
          journal = await writeAndRotate(fixture, journal);
      });
      read[at] = [];
      for await (const { seq } of readRecords(fixture.on(disk), 0)) read[at]?.push(seq);
      await journal.close();
    }
    for (const seqs of Object.values(read)) {
      expect(seqs.slice(0, 2)).toEqual([1, 2]);
      expect(seqs).toEqual(seqs.map((_, index) => index + 1));
    }
  });

  it('goes on after the record it is told', async () => {
    await using fixture = await journalFixture();
    let journal = await fixture.create([writeOf('one'), writeOf('two')]);
    journal = await writeAndRotate(fixture, journal);
    const seqs: number[] = [];
    for await (const { seq } of readRecords(fixture.place, 2)) seqs.push(seq);
    // A write, the end of the segment, and the state that the next one begins with.
    expect(seqs).toEqual([3, 4, 5]);
    await journal.close();
  });
});

/** A disk that does `work` before the `at`-th call. */
function interrupted({ place }: JournalFixture, at: number, work: () => Promise<void>): Disk {
  let calls = 0;
  return wrapDisk(place.disk, {
    async call(_, run) {
      calls += 1;
      if (calls === at) await work();
      return await run();
    },
  });
}

async function writeAndRotate(fixture: JournalFixture, journal: Journal): Promise<Journal> {
  await journal.append([writeOf('more')]);
  const state = segmentStateOf(replay((await fixture.open()).scan.records));
  return await rotateJournal(journal, state, { tsMs: 5 });
}
