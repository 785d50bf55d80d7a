// Run by the lock tests: `hold` takes a lock and waits to be killed; `count` adds to counters.
import * as fs from 'node:fs';
import type { FileLock, LockMaker } from '../../../../src/disk/lock/lock.ts';
import { openLockMaker } from '../../../../src/disk/lock/lock-kind.ts';
import { createNodeDisk } from '../../../../src/disk/node-disk.ts';

type Kind = LockMaker['kind'];

const disk = createNodeDisk();
const [task, root = '', kind] = process.argv.slice(2);

if (task === 'hold') {
  await hold(kind === 'pid' ? 'pid' : 'native');
} else {
  await count('native', 20);
  await count('pid', 20);
}

async function lockIn(directory: string, forceKind: Kind): Promise<FileLock> {
  return (await openLockMaker(disk, directory, { forceKind })).lockAt(`${directory}/lock`);
}

async function hold(kind: Kind): Promise<void> {
  await (await lockIn(root, kind)).acquire({ timeoutMs: 5000 });
  process.stdout.write('held\n');
  setInterval(() => {}, 1000);
}

async function count(kind: Kind, rounds: number): Promise<void> {
  const directory = `${root}/${kind}`;
  const lock = await lockIn(directory, kind);
  for (let round = 0; round < rounds; round += 1) {
    const held = await lock.acquire({ timeoutMs: 20_000 });
    // Fails if anyone else is inside.
    fs.writeFileSync(`${directory}/inside`, '', { flag: 'wx' });
    const counted = Number(fs.readFileSync(`${directory}/counter`, 'utf8')) + 1;
    fs.writeFileSync(`${directory}/counter`, String(counted));
    fs.rmSync(`${directory}/inside`);
    if (kind === 'pid' && Math.random() < 0.33) dieInside(`${directory}/lock.pid`);
    else held.release();
  }
}

/** As if the process had been killed: the record stays, of a process that is gone. */
function dieInside(path: string): void {
  const record: unknown = JSON.parse(fs.readFileSync(path, 'utf8'));
  const dead = JSON.stringify({ ...Object(record), startTime: '1' });
  fs.writeFileSync(`${path}.${process.pid}.dead`, dead);
  fs.renameSync(`${path}.${process.pid}.dead`, path);
}
