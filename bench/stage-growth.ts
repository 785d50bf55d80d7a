// A staged write costs about what a plain write costs, and as much with 20,000 pending as with none.
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { openEngine, type Session } from '../src/index.ts';
import { freshDirectory, median, type Row, ratioRow, time, uniqueBytes } from './measure.ts';

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
  const pending = (BLOCKS + 1) * THOUSAND;
  const late = await looks(session, pending);
  await engine.close();
  const reopen = await time(async () => await reopened(root, pending));
  const ofBlocks = (pick: (block: Block) => number): number => median(blocks.map(pick));
  return [
    ratioRow('write: last thousand of 20,000 / first thousand', growthOf(blocks), 1.5),
    ratioRow(
      'write of 4 KiB / plain writeFileSync',
      ofBlocks(({ staged }) => staged) / ofBlocks(({ plain }) => plain),
      4,
    ),
    ratioRow('list of an unchanged directory, 21,000 pending / 1,000', late.list / early.list, 1.5),
    ratioRow('read of a file, 21,000 pending / 1,000', late.read / early.read, 1.5),
    ratioRow('status per entry, 21,000 pending / 1,000', late.status / early.status, 1.5),
    {
      subject: 'reopen with 21,000 pending, in seconds',
      figure: (reopen / THOUSAND).toFixed(2),
      goal: '< 1',
      isMet: reopen < THOUSAND,
    },
  ];
}

interface Block {
  readonly staged: number;
  readonly plain: number;
}

// Each thousand against the plain writes right after it: the disk's mood changes on the way.
function growthOf(blocks: readonly Block[]): number {
  const relative = blocks.map(({ staged, plain }) => staged / plain);
  return median(relative.slice(-3)) / median(relative.slice(0, 3));
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

// The median of single writes, in milliseconds.
async function stageThousand(session: Session, block: number): Promise<number> {
  const times: number[] = [];
  for (let n = 0; n < THOUSAND; n += 1) {
    const bytes = uniqueBytes(SIZE);
    times.push(await time(async () => await session.write(`new/${block}/${n}.txt`, bytes)));
  }
  return median(times);
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
