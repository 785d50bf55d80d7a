// A staged write costs less than a file in a git worktree that is then added, and as much with 20,000
// pending as with none.
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { openEngine, type Session } from '../src/index.ts';
import { gitOk } from '../test/support/git.ts';
import {
  freshDirectory,
  median,
  medianTime,
  type Row,
  ratioRow,
  time,
  uniqueBytes,
} from './measure.ts';

const THOUSAND = 1000;
const BLOCKS = 20;
const SIZE = 4096;

export async function stageGrowth(): Promise<Row[]> {
  const root = rootWithDirectory();
  await using engine = await openEngine({ root });
  await warmUp(await engine.session('warm-up'));
  const session = await engine.session('growth');
  await session.setMode('staged');
  await stageThousand(session, -1);
  const early = await looks(session, THOUSAND);
  const blocks: Block[] = [];
  for (let block = 0; block < BLOCKS; block += 1) {
    blocks.push({ staged: await stageThousand(session, block), plain: writeThousand() });
  }
  const growth = await lastAgainstFirst(session, await engine.session('fresh'));
  const pending = (BLOCKS + 2) * THOUSAND;
  const late = await looks(session, pending);
  await engine.close();
  const reopen = await time(async () => await reopened(root, pending));
  const ofBlocks = (pick: (block: Block) => number): number => median(blocks.map(pick));
  return [
    ratioRow(
      'write: last thousand of 22,000 / first thousand of another session, by turns',
      growth,
      1.5,
    ),
    ratioRow(
      'write of 4 KiB / plain writeFileSync',
      ofBlocks(({ staged }) => staged.median) / ofBlocks(({ plain }) => plain),
      10,
    ),
    ratioRow(
      '1,000 writes, each awaited / the same files written and `git add`ed at once',
      ofBlocks(({ staged }) => staged.total) / (await addedThousand()),
      1,
    ),
    ratioRow('list of an unchanged directory, 22,000 pending / 1,000', late.list / early.list, 1.5),
    ratioRow('read of a file, 22,000 pending / 1,000', late.read / early.read, 1.5),
    ratioRow('status per entry, 22,000 pending / 1,000', late.status / early.status, 1.5),
    {
      subject: 'reopen with 22,000 pending, in seconds',
      figure: (reopen / THOUSAND).toFixed(2),
      goal: '< 1',
      isMet: reopen < THOUSAND,
    },
  ];
}

interface Block {
  /** Milliseconds of a single write, and of all. */
  readonly staged: { readonly median: number; readonly total: number };
  readonly plain: number;
}

// By turns, one write each: whatever mood the disk is in, both meet it.
async function lastAgainstFirst(full: Session, fresh: Session): Promise<number> {
  await fresh.setMode('staged');
  const [last, first] = [[] as number[], [] as number[]];
  for (let n = 0; n < THOUSAND; n += 1) {
    last.push(await timeOfWrite(full, `new/last/${n}.txt`));
    first.push(await timeOfWrite(fresh, `new/first/${n}.txt`));
  }
  return median(last) / median(first);
}

async function timeOfWrite(session: Session, path: string): Promise<number> {
  const bytes = uniqueBytes(SIZE);
  return await time(async () => await session.write(path, bytes));
}

function rootWithDirectory(): string {
  const root = freshDirectory();
  mkdirSync(join(root, 'quiet'));
  for (let n = 0; n < THOUSAND; n += 1) writeFileSync(join(root, `quiet/${n}.txt`), `${n}`);
  return root;
}

async function warmUp(session: Session): Promise<void> {
  await session.setMode('staged');
  for (let n = 0; n < THOUSAND; n += 1) await session.write(`warm/${n}.txt`, uniqueBytes(SIZE));
  await looks(session, THOUSAND);
}

async function stageThousand(session: Session, block: number): Promise<Block['staged']> {
  const times: number[] = [];
  for (let n = 0; n < THOUSAND; n += 1) {
    times.push(await timeOfWrite(session, `new/${block}/${n}.txt`));
  }
  return { median: median(times), total: times.reduce((sum, each) => sum + each, 0) };
}

// What a host would do without us: let the agent write into a worktree, and have git keep it.
async function addedThousand(): Promise<number> {
  return await medianTime(5, async (directory) => {
    await gitOk(directory, 'init', '--quiet');
    for (let n = 0; n < THOUSAND; n += 1) {
      writeFileSync(join(directory, `${n}.txt`), uniqueBytes(SIZE));
    }
    await gitOk(directory, 'add', '--all');
  });
}

function writeThousand(): number {
  const directory = freshDirectory();
  const times: number[] = [];
  for (let n = 0; n < THOUSAND; n += 1) {
    const bytes = uniqueBytes(SIZE);
    const start = performance.now();
    writeFileSync(join(directory, `${n}.txt`), bytes);
    times.push(performance.now() - start);
  }
  return median(times);
}

interface Looks {
  readonly list: number;
  readonly read: number;
  /** A single entry's share. */
  readonly status: number;
}

async function looks(session: Session, pending: number): Promise<Looks> {
  const repeat = async (count: number, work: () => Promise<unknown>): Promise<number> => {
    const times: number[] = [];
    for (let n = 0; n < count; n += 1) times.push(await time(work));
    return median(times);
  };
  return {
    list: await repeat(15, async () => await session.list('quiet')),
    read: await repeat(200, async () => await session.read('quiet/7.txt')),
    status: (await repeat(5, async () => await session.status())) / pending,
  };
}

async function reopened(root: string, pending: number): Promise<void> {
  await using engine = await openEngine({ root });
  const session = await engine.session('growth');
  // A mode is known only when the state is loaded.
  await session.mode();
  const seen = await session.exists(`new/${BLOCKS - 1}/${THOUSAND - 1}.txt`);
  if (!seen) throw new Error(`The last of ${pending} writes is not there.`);
}
