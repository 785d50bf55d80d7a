import { readdir, readFile } from 'node:fs/promises';
import { describe, expect, it } from 'vitest';
import { isStagedFsError } from '../../../src/base/errors.ts';
import { parseWorkspacePath } from '../../../src/base/workspace-path.ts';
import { createNodeDisk } from '../../../src/disk/node-disk.ts';
import { type OpenedJournal, openJournal } from '../../../src/journal/open.ts';
import { finishRotation, rotateJournal } from '../../../src/journal/segment.ts';
import { listSegments } from '../../../src/journal/segment-files.ts';
import { createFaultDisk } from '../../support/fault-disk.ts';
import {
  entryOf,
  type JournalFixture,
  journalFixture,
  namesIn,
  replay,
  segmentStateOf,
  writeOf,
} from './fixture.ts';

const STATE = {
  mode: 'staged',
  entries: new Map([
    [parseWorkspacePath('one'), entryOf('one')],
    [parseWorkspacePath('two'), entryOf('two')],
  ]),
} as const;
const SEGMENT = segmentStateOf(STATE);
const RECORDS = [
  { op: 'set_mode', path: null, pendingCount: 0, tsMs: 1, change: { mode: 'staged' } },
  writeOf('one'),
  writeOf('two'),
] as const;

describe('rotation', () => {
  it('closes the segment and starts the next one with the whole state', async () => {
    await using fixture = await journalFixture();
    const old = await fixture.create(RECORDS);
    const journal = await rotateJournal(old, SEGMENT, { tsMs: 5, sync: true });
    expect(await journal.append([writeOf('three')])).toBe(6);
    const { scan } = await fixture.open();
    expect(scan).toMatchObject({ damages: [], warnings: [], sessionId: 's-7', end: { seq: 6 } });
    expect(namesIn(scan.records)).toEqual(['checkpoint', 'three']);
    expect(replay(scan.records.slice(0, 1))).toEqual(STATE);
    const [closed] = await listSegments(fixture.place.disk, fixture.place.directory);
    const path = `${fixture.place.directory}/journal-4.jsonl`;
    expect(closed).toEqual({ seq: 4, path });
    await journal.close();
  });

  it('keeps the chain over both segments', async () => {
    await using fixture = await journalFixture();
    const journal = await rotateJournal(await fixture.create(RECORDS), SEGMENT, { tsMs: 5 });
    await journal.append([writeOf('three')]);
    await journal.close();
    const closed = await readFile(`${fixture.place.directory}/journal-4.jsonl`);
    await fixture.plant(Buffer.concat([closed, await fixture.bytes()]));
    const { scan } = await fixture.open();
    expect(scan).toMatchObject({ damages: [], warnings: [], end: { seq: 6 } });
  });

  it('spreads many entries over records that are quick to read', async () => {
    await using fixture = await journalFixture();
    const entries = new Map(
      Array.from({ length: 1000 }, (_, n) => [parseWorkspacePath(`f${n}`), entryOf(`${n}`)]),
    );
    const state = { mode: 'staged', entries } as const;
    const journal = await rotateJournal(await fixture.create(RECORDS), segmentStateOf(state), {
      tsMs: 5,
    });
    const { scan } = await fixture.open();
    expect(scan.records.map(({ record }) => record.change.put?.length)).toEqual([
      ...Array.from({ length: 7 }, () => 128),
      104,
    ]);
    expect(replay(scan.records)).toEqual(state);
    expect(journal.end).toEqual(scan.end);
    await journal.close();
  });

  it('makes a follower load again, whether it looks during or after it', async () => {
    await using fixture = await journalFixture();
    const writer = await fixture.create(RECORDS);
    const { journal: reader } = await fixture.open();
    const { journal: late } = await fixture.open();
    const journal = await rotateJournal(writer, SEGMENT, { tsMs: 5 });
    expect(await reader.follow()).toBe('reload');
    await journal.append([writeOf('three')]);
    expect(await late.follow()).toBe('reload');
    const again = await fixture.open();
    expect([...replay(again.scan.records).entries.keys()]).toEqual(['one', 'two', 'three']);
    expect(await again.journal.follow()).toBe('same');
    await journal.close();
  });

  it('sets a damaged segment aside as it is, and starts a clean one', async () => {
    await using fixture = await journalFixture();
    await fixture.create(RECORDS);
    const damaged = Buffer.concat([await fixture.bytes(), Buffer.from('rubbish\n{"op":"wri')]);
    await fixture.plant(damaged);
    const { journal: broken, scan } = await fixture.open();
    expect(scan.damages).toHaveLength(1);
    const journal = await rotateJournal(broken, SEGMENT, { tsMs: 5 });
    const after = (await fixture.open()).scan;
    expect(after).toMatchObject({ damages: [], warnings: [], tornBytes: 0, isRotated: false });
    expect(replay(after.records)).toEqual(STATE);
    const kept = await readFile(`${fixture.place.directory}/journal-4.jsonl`);
    // All but the torn tail, and the closing record.
    expect(kept.subarray(0, damaged.length - 10)).toEqual(damaged.subarray(0, -10));
    await journal.close();
  });
});

describe('a rotation that is cut short', () => {
  it('at any call leaves a journal with the same state, which the next holder finishes', async () => {
    const calls = await countMutations();
    expect(calls).toBeGreaterThan(6);
    for (let at = 1; at <= calls; at += 1) {
      for (const halfWritten of [false, true]) {
        await using fixture = await journalFixture();
        await (await fixture.create(RECORDS)).close();
        const fault = { at, errno: 'EIO', fromThenOn: true, halfWritten };
        const { disk, seen } = createFaultDisk(createNodeDisk(), fault);
        await expect(rotateOn(fixture, disk)).rejects.toSatisfy(isIoFailure);
        expect(seen.openFiles, `call ${at}`).toBe(0);
        await expectFinished(fixture);
      }
    }
  });

  it('is finished by the process itself on its next try', async () => {
    const calls = await countMutations();
    for (let at = 1; at <= calls; at += 1) {
      await using fixture = await journalFixture();
      await (await fixture.create(RECORDS)).close();
      const { disk } = createFaultDisk(createNodeDisk(), { at, errno: 'ENOSPC' });
      const opened = await openOn(fixture, disk);
      const rotated = await rotateJournal(opened.journal, SEGMENT, { tsMs: 5, sync: true }).catch(
        async () => await rotateAgain(fixture, opened),
      );
      await rotated.append([writeOf('three')]);
      await rotated.close();
      const { scan } = await fixture.open();
      expect(scan.damages).toEqual([]);
      expect(namesIn(scan.records)).toEqual(['checkpoint', 'three']);
    }
  });

  it('leaves a closed segment to which nothing is appended', async () => {
    await using fixture = await journalFixture();
    const journal = await fixture.create(RECORDS);
    await journal.append([{ op: 'rotate', path: null, pendingCount: 2, tsMs: 5, change: {} }]);
    expect(journal.isRotated).toBe(true);
    await expect(journal.append([writeOf('x')])).rejects.toMatchObject({
      code: 'ERR_STAGED_INTERNAL',
    });
    expect((await fixture.open()).journal.isRotated).toBe(true);
    // Also where the manifest has folded all of it in.
    expect((await fixture.open(4)).journal.isRotated).toBe(true);
  });
});

type Disk = ReturnType<typeof createNodeDisk>;

async function openOn(fixture: JournalFixture, disk: Disk): Promise<OpenedJournal> {
  const opened = await openJournal(fixture.on(disk), { afterSeq: 0 });
  if (opened === undefined) throw new Error('There is no journal.');
  return opened;
}

async function rotateOn(fixture: JournalFixture, disk: Disk): Promise<void> {
  const { journal } = await openOn(fixture, disk);
  try {
    await (await rotateJournal(journal, SEGMENT, { tsMs: 5, sync: true })).close();
  } finally {
    await journal.close();
  }
}

async function rotateAgain(
  fixture: JournalFixture,
  { journal }: OpenedJournal,
): ReturnType<typeof rotateJournal> {
  if ((await journal.follow()) === 'reload') {
    // Only its last step, the sync, had failed.
    await journal.close();
    return (await openOn(fixture, fixture.place.disk)).journal;
  }
  const again = journal.isRotated ? finishRotation : rotateJournal;
  return await again(journal, SEGMENT, { tsMs: 6 });
}

async function countMutations(): Promise<number> {
  await using fixture = await journalFixture();
  await (await fixture.create(RECORDS)).close();
  const { disk, seen } = createFaultDisk(createNodeDisk());
  await rotateOn(fixture, disk);
  expect(seen.openFiles).toBe(0);
  return seen.mutating;
}

async function expectFinished(fixture: JournalFixture): Promise<void> {
  const { journal, scan } = await fixture.open();
  expect(scan.damages).toEqual([]);
  expect(replay(scan.records)).toEqual(STATE);
  expect(await journal.follow()).toBe('same');
  const next = journal.isRotated
    ? await finishRotation(journal, SEGMENT, { tsMs: 6 })
    : await rotateJournal(journal, SEGMENT, { tsMs: 6 });
  await next.append([writeOf('three')]);
  await next.close();
  const after = (await fixture.open()).scan;
  expect(after.damages).toEqual([]);
  expect(namesIn(after.records)).toEqual(['checkpoint', 'three']);
  const names = await readdir(fixture.place.directory);
  expect(names.filter((name) => name.endsWith('.next'))).toEqual([]);
}

function isIoFailure(error: unknown): boolean {
  return isStagedFsError(error, 'ERR_STAGED_IO');
}
