// Patches of 1,000 pending changes against git processes that print the same; a second patch after one
// more change; and what the event loop feels of two large diffs.
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { printChanges, type RawChange } from '../src/diff/print/print-changes.ts';
import { type Engine, openEngine, type Session } from '../src/index.ts';
import { gitOk } from '../test/support/git.ts';
import { delaysDuring, freshDirectory, median, type Row, ratioRow, time } from './measure.ts';

const COUNT = 1000;
const RUNS = 7;
const WARM_UPS = 6;

export async function patch(): Promise<Row[]> {
  return [...(await manySmall()), ...(await twoLarge())];
}

/** Milliseconds of one run. */
interface Run {
  readonly first: number;
  readonly second: number;
  readonly one: number;
  readonly git: number;
  readonly gitOne: number;
}

async function manySmall(): Promise<Row[]> {
  const root = await repository();
  // Unmeasured at first: git's code was compiled before, ours is compiled while it runs.
  for (let run = 0; run < WARM_UPS; run += 1) await runOnce(root, `warm-up-${run}`);
  const runs: Run[] = [];
  for (let run = 0; run < RUNS; run += 1) runs.push(await runOnce(root, `run-${run}`));
  const middle = (key: keyof Run): number => median(runs.map((run) => run[key]));
  return [
    ratioRow(
      'patch of 1,000 changes / `git diff --cached` process',
      middle('first') / middle('git'),
      1,
    ),
    ratioRow(
      'a second patch after one more change / the first',
      middle('second') / middle('first'),
      0.1,
    ),
    ratioRow(
      'patch of one path of 1,000 / `git diff --cached` of it',
      middle('one') / middle('gitOne'),
      1,
    ),
  ];
}

// The two in turns: a moment when the machine is busy then hits both. Ours first: after a child is
// forked every page of this process is copied at its next write, which doubles what comes next.
async function runOnce(root: string, id: string): Promise<Run> {
  await using engine = await openEngine({ root });
  const session = await stagedSession(engine, id);
  for (let n = 0; n < COUNT; n += 1) await session.write(nameOf(n), textOf(n, true));
  const path = nameOf(7);
  const one = await time(async () => await session.diff({ paths: [path] }));
  const first = await time(async () => await session.diff());
  await session.write(path, `another text ${id}\n`);
  const second = await time(async () => await session.diff());
  const cached = ['diff', '--cached', '--binary', '--full-index'];
  const git = await time(async () => await gitOk(root, ...cached));
  const gitOne = await time(async () => await gitOk(root, ...cached, '--', path));
  return { first, second, one, git, gitOne };
}

const LINES = 100_000;
const WARM_UP_LINES = 2000;

// Against printing the same on this thread, and against reading the same files alone, which shows the
// machine's share.
async function twoLarge(): Promise<Row[]> {
  const [left, right] = [permuted(LINES, 7919), permuted(LINES, 104_729)];
  const inline = await delaysDuring(async () => printHere(left, right));
  const root = freshDirectory();
  for (const name of ['left.txt', 'right.txt']) writeFileSync(join(root, name), permuted(LINES, 1));
  writeFileSync(join(root, 'small.txt'), permuted(WARM_UP_LINES, 1));
  await using engine = await openEngine({ root });
  const session = await stagedSession(engine, 's');
  await session.write('left.txt', left);
  await session.write('right.txt', right);
  await session.write('small.txt', permuted(WARM_UP_LINES, 7919));
  // The first costly diff loads the pool and starts a thread.
  await session.diff({ paths: ['small.txt'] });
  const reading = await delaysDuring(async () => await readForASecond(session));
  const diffing = await delaysDuring(async () => await session.diff());
  const subject = 'two diffs of 100,000 permuted lines';
  return [
    ratioRow(`event-loop delay max, ${subject} / inline`, diffing.max / inline.max, 0.1),
    ratioRow(`event-loop delay p99, ${subject} / reading`, diffing.p99 / reading.p99, 2),
  ];
}

function printHere(...texts: readonly string[]): void {
  const before = Buffer.from(permuted(LINES, 1));
  for (const text of texts) {
    const change: RawChange = {
      path: Buffer.from('f'),
      before: { mode: '100644', bytes: before },
      after: { mode: '100644', bytes: Buffer.from(text) },
    };
    const style = { form: 'patch', objectFormat: 'sha1', context: 3, renames: false } as const;
    printChanges({ ...style, changes: [change] });
  }
}

async function readForASecond(session: Session): Promise<void> {
  const end = performance.now() + 1000;
  while (performance.now() < end) {
    await Promise.all([session.read('left.txt'), session.read('right.txt')]);
  }
}

async function stagedSession(engine: Engine, id: string): Promise<Session> {
  const session = await engine.session(id);
  await session.setMode('staged');
  return session;
}

// The index has the changes, the directory what they are changes of.
async function repository(): Promise<string> {
  const root = freshDirectory();
  writeTexts(root, false);
  await gitOk(root, 'init', '--quiet');
  await gitOk(root, 'add', '--all');
  await gitOk(root, 'commit', '--quiet', '--message=base');
  writeTexts(root, true);
  await gitOk(root, 'add', '--all');
  writeTexts(root, false);
  return root;
}

function writeTexts(root: string, isEdited: boolean): void {
  for (let n = 0; n < COUNT; n += 1) writeFileSync(join(root, nameOf(n)), textOf(n, isEdited));
}

function textOf(n: number, isEdited: boolean): string {
  const lines = Array.from({ length: 60 }, (_, at) => `  line ${at} of file ${n};`);
  if (isEdited) lines.splice(n % 50, 2, '  an edited line;', '  and a new one;', '  and another;');
  return `${lines.join('\n')}\n`;
}

// A step that has no factor in common with `count` visits every line once.
function permuted(count: number, step: number): string {
  return Array.from({ length: count }, (_, at) => `line ${(at * step + 13) % count}\n`).join('');
}

function nameOf(n: number): string {
  return `file-${n}.txt`;
}
