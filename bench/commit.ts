// A commit of 1,000 new files against 1,000 plain writes, without and with durability.
import { closeSync, fsyncSync, openSync, writeFileSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { openEngine } from '../src/index.ts';
import {
  freshDirectory,
  median,
  medianTime,
  type Row,
  ratioRow,
  time,
  uniqueBytes,
} from './measure.ts';

const COUNT = 1000;
const SIZE = 4096;
const RUNS = 5;

export async function commit(): Promise<Row[]> {
  const plain = await medianTime(RUNS, (directory) => writeAll(directory, writeFileSync));
  const synced = await medianTime(RUNS, (directory) => writeAll(directory, writeSynced));
  return [
    ratioRow(
      'commit of 1,000 files, fsync never / plain writes',
      (await timeOf('never')) / plain,
      10,
    ),
    ratioRow(
      'commit of 1,000 files, durable / writes with fsync',
      (await timeOf('commit')) / synced,
      5,
    ),
  ];
}

async function timeOf(fsync: 'never' | 'commit'): Promise<number> {
  const times: number[] = [];
  for (let run = 0; run < RUNS; run += 1) {
    await using engine = await openEngine({ root: freshDirectory(), fsync });
    const session = await engine.session('s');
    await session.setMode('staged');
    for (let n = 0; n < COUNT; n += 1) await session.write(nameOf(n), uniqueBytes(SIZE));
    times.push(await time(async () => await session.commit()));
  }
  return median(times);
}

function writeAll(directory: string, write: (path: string, bytes: Buffer) => void): void {
  for (let n = 0; n < COUNT; n += 1) write(join(directory, nameOf(n)), uniqueBytes(SIZE));
}

function writeSynced(path: string, bytes: Buffer): void {
  const fd = openSync(path, 'wx');
  writeSync(fd, bytes);
  fsyncSync(fd);
  closeSync(fd);
}

function nameOf(n: number): string {
  return `file-${n}.txt`;
}
