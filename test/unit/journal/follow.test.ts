import { appendFile, readFile, rename, rm, truncate } from 'node:fs/promises';
import { describe, expect, it } from 'vitest';
import { createNodeDisk } from '../../../src/disk/node-disk.ts';
import type { Followed, Journal } from '../../../src/journal/journal.ts';
import { createJournal, openJournal } from '../../../src/journal/open.ts';
import { createFaultDisk, type Fault } from '../../support/fault-disk.ts';
import { journalFixture, namesIn, replay, writeOf } from './fixture.ts';

function namesOf(followed: Followed): string[] | string {
  return typeof followed === 'string' ? followed : namesIn(followed.records);
}

async function follow(journal: Journal): Promise<string[] | string> {
  return namesOf(await journal.follow());
}

describe('a new journal', () => {
  it('is made once, for its owner only', async () => {
    await using fixture = await journalFixture();
    await fixture.create([]);
    expect((await fixture.place.disk.lstat(fixture.file))?.permissions).toBe(0o600);
    await expect(createJournal(fixture.place)).rejects.toMatchObject({ data: { errno: 'EEXIST' } });
  });

  it('names its session in the first record, and only there', async () => {
    await using fixture = await journalFixture();
    const journal = await fixture.create([writeOf('one')]);
    await journal.append([writeOf('two')]);
    const { scan } = await fixture.open();
    expect(scan.sessionId).toBe('s-7');
    expect(scan.records.map(({ record }) => record.sessionId)).toEqual(['s-7', undefined]);
  });

  it('names it behind lines of the reference, too', async () => {
    await using fixture = await journalFixture();
    await fixture.plant(
      Buffer.from('{"op":"write","path":"/w/a","pending_count":1,"ts_ms":5}\n'.repeat(2)),
    );
    const { scan, journal } = await fixture.open();
    expect(scan).toMatchObject({ records: [], damages: [], foreignLines: 2, end: { seq: 0 } });
    await journal.follow();
    expect(await journal.append([writeOf('one')])).toBe(1);
    expect((await fixture.open()).scan).toMatchObject({ sessionId: 's-7', damages: [] });
  });

  it('goes on above the seq of a manifest that has outlived it', async () => {
    await using fixture = await journalFixture();
    const journal = await createJournal(fixture.place, { afterSeq: 50 });
    expect(await journal.append([writeOf('next')])).toBe(51);
    await journal.close();
    const { scan } = await fixture.open(50);
    expect(scan).toMatchObject({ damages: [], sessionId: 's-7', end: { seq: 51 } });
    // Without the manifest, the records before are lost, and that is no secret.
    expect((await fixture.open(0)).scan.damages).toHaveLength(1);
  });
});

describe('following', () => {
  it('gives the records of others, once, in order', async () => {
    await using fixture = await journalFixture();
    const writer = await fixture.create([writeOf('one')]);
    const { journal: reader } = await fixture.open();
    expect(await follow(reader)).toBe('same');
    await writer.append([writeOf('two'), writeOf('three')]);
    await writer.append([writeOf('four')]);
    expect(await follow(reader)).toEqual(['two', 'three', 'four']);
    expect(await follow(reader)).toBe('same');
    expect(await follow(writer)).toBe('same');
    await reader.append([writeOf('five')]);
    expect(await follow(writer)).toEqual(['five']);
  });

  it('gives them once also to callers that overlap', async () => {
    await using fixture = await journalFixture();
    const writer = await fixture.create([writeOf('one')]);
    const { journal: reader } = await fixture.open();
    await writer.append([writeOf('two')]);
    const all = await Promise.all([reader.follow(), reader.follow(), reader.follow()]);
    expect(all.map(namesOf)).toEqual([['two'], 'same', 'same']);
  });

  it('does not show a record that is being appended by the same process', async () => {
    await using fixture = await journalFixture();
    const journal = await fixture.create([writeOf('one')]);
    const appended = journal.append([writeOf('two')]);
    expect(await follow(journal)).toBe('same');
    expect(await appended).toBe(2);
  });

  it('J2: leaves an unfinished line alone: its writer may be alive', async () => {
    await using fixture = await journalFixture();
    const writer = await fixture.create([writeOf('one')]);
    const { journal: reader } = await fixture.open();
    const before = await readFile(fixture.file);
    await writer.append([writeOf('two')]);
    const whole = await readFile(fixture.file);
    await truncate(fixture.file, before.length);
    await appendFile(fixture.file, whole.subarray(before.length, -9));
    expect(await follow(reader)).toBe('same');
    await appendFile(fixture.file, whole.subarray(-9));
    expect(await follow(reader)).toEqual(['two']);
  });

  it.each([
    ['a shorter line', 'x'],
    ['a line of the same length', 'owt'],
    ['a longer line', 'a much longer name'],
  ])('J2: sees that lines it has read were cut back, then %s written', async (_what, name) => {
    await using fixture = await journalFixture();
    const writer = await fixture.create([writeOf('one')]);
    const { journal: reader } = await fixture.open();
    const { length } = await readFile(fixture.file);
    await writer.append([writeOf('two')]);
    expect(await follow(reader)).toEqual(['two']);
    await truncate(fixture.file, length);
    const { journal: second } = await fixture.open();
    await second.append([writeOf(name)]);
    expect(await follow(reader)).toBe('reload');
    expect(namesIn((await fixture.open()).scan.records)).toEqual(['one', name]);
  });

  it('J2: sees that lines read at opening were cut back', async () => {
    await using fixture = await journalFixture();
    const writer = await fixture.create([writeOf('one')]);
    const { length } = await readFile(fixture.file);
    await writer.append([writeOf('two')]);
    const { journal: reader } = await fixture.open();
    await truncate(fixture.file, length);
    const { journal: second } = await fixture.open();
    await second.append([writeOf('owt')]);
    expect(await follow(reader)).toBe('reload');
  });

  it('J2: loads again where a damaged line was added', async () => {
    await using fixture = await journalFixture();
    await fixture.create([writeOf('one')]);
    const { journal: reader } = await fixture.open();
    await appendFile(fixture.file, 'rubbish\n');
    expect(await follow(reader)).toBe('reload');
    const again = await fixture.open();
    expect(again.scan.damages).toHaveLength(1);
    expect(await follow(again.journal)).toBe('same');
  });

  it('loads again when the journal was removed', async () => {
    await using fixture = await journalFixture();
    const journal = await fixture.create([writeOf('one')]);
    await rm(fixture.file);
    expect(await follow(journal)).toBe('reload');
    expect(await openJournal(fixture.place, { afterSeq: 0 })).toBeUndefined();
  });
});

describe('appending', () => {
  it('continues above the seq of a manifest whose records a power loss took', async () => {
    await using fixture = await journalFixture();
    await fixture.create([writeOf('one')]);
    const { journal } = await fixture.open(9);
    expect(await journal.append([writeOf('ten')])).toBe(10);
    const { scan } = await fixture.open(9);
    expect(namesIn(scan.records)).toEqual(['ten']);
    expect(scan).toMatchObject({ damages: [], warnings: [{ line: 2 }] });
  });

  it('is refused when the journal is no longer at its path', async () => {
    await using fixture = await journalFixture();
    const journal = await fixture.create([writeOf('one')]);
    await rename(fixture.file, `${fixture.file}.away`);
    await expect(journal.append([writeOf('two')])).rejects.toMatchObject({
      code: 'ERR_STAGED_CORRUPT',
    });
    expect(await readFile(`${fixture.file}.away`, 'utf8')).not.toContain('two');
  });

  it('is refused, and cuts nothing, without following first', async () => {
    await using fixture = await journalFixture();
    const writer = await fixture.create([writeOf('one')]);
    const { journal: careless } = await fixture.open();
    await writer.append([writeOf('two')]);
    await expect(careless.append([writeOf('three')])).rejects.toMatchObject({
      code: 'ERR_STAGED_INTERNAL',
    });
    expect(namesIn((await fixture.open()).scan.records)).toEqual(['one', 'two']);
  });

  it('J1: replays to the state in memory', async () => {
    await using fixture = await journalFixture();
    const records = [writeOf('one'), writeOf('two'), writeOf('one', 'again')];
    await fixture.create(records);
    const { scan } = await fixture.open();
    expect(replay(scan.records)).toEqual(replay(records.map((record) => ({ record }))));
  });

  const faults: readonly [string, Omit<Fault, 'at'>, number][] = [
    ['write', { errno: 'ENOSPC' }, 1],
    ['half a write', { errno: 'ENOSPC', halfWritten: true }, 1],
    ['sync', { errno: 'EIO' }, 2],
  ];

  it.each(faults)('J2: takes back a failed %s', async (_what, fault, mutation) => {
    await using fixture = await journalFixture();
    await fixture.create([writeOf('one')]);
    const before = await readFile(fixture.file);
    // The first mutating call opens the file for appending.
    const { disk, seen } = createFaultDisk(createNodeDisk(), { ...fault, at: mutation + 1 });
    const opened = await openJournal(fixture.on(disk), { afterSeq: 0 });
    const batch = [writeOf('two'), writeOf('three')];
    await expect(opened?.journal.append(batch, { sync: true })).rejects.toMatchObject({
      code: 'ERR_STAGED_IO',
      data: { errno: fault.errno },
    });
    expect(await readFile(fixture.file)).toEqual(before);
    expect(await opened?.journal.follow()).toBe('same');
    expect(await opened?.journal.append([writeOf('four')])).toBe(2);
    expect(namesIn((await fixture.open()).scan.records)).toEqual(['one', 'four']);
    await opened?.journal.close();
    expect(seen.openFiles).toBe(0);
  });

  it('J2: must be loaded again when it could not be taken back', async () => {
    await using fixture = await journalFixture();
    await fixture.create([writeOf('one')]);
    const fault = { errno: 'EIO', halfWritten: true, at: 2, fromThenOn: true };
    const { disk } = createFaultDisk(createNodeDisk(), fault);
    const opened = await openJournal(fixture.on(disk), { afterSeq: 0 });
    const batch = [writeOf('two'), writeOf('three')];
    await expect(opened?.journal.append(batch)).rejects.toMatchObject({ data: { verb: 'write' } });
    expect(await opened?.journal.follow()).toBe('reload');
    await opened?.journal.close();
    // A whole line of the batch may have stayed; the torn one goes.
    const { journal, scan } = await fixture.open();
    expect(scan.damages).toEqual([]);
    await journal.append([writeOf('four')]);
    const names = namesIn((await fixture.open()).scan.records);
    expect(names).toEqual([...namesIn(scan.records), 'four']);
  });

  it('opens nothing for writing before it writes', async () => {
    await using fixture = await journalFixture();
    await fixture.create([writeOf('one')]);
    const { disk, seen } = createFaultDisk(createNodeDisk());
    const opened = await openJournal(fixture.on(disk), { afterSeq: 0 });
    await opened?.journal.follow();
    await opened?.journal.close();
    expect(seen).toMatchObject({ mutating: 0, openFiles: 0 });
  });
});
