// Who works on tens of thousands of entries leaves the event loop free: its longest delay against that
// of reading a text with as many in one go. Garbage collections are in both.
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { openEngine, type Session } from '../src/index.ts';
import { delaysDuring, freshDirectory, median, type Row, ratioRow } from './measure.ts';

const PENDING = 22_000;
const FILES = 10_000;
const RUNS = 5;
const MANIFEST = '.harn/state/staged/s/manifest.json';

export async function holds(): Promise<Row[]> {
  const root = rootWithTree();
  await stageMany(root);
  const text = readFileSync(join(root, MANIFEST), 'utf8');
  const atOnce = await longestDelay(async () => {
    await nextTurn();
    JSON.parse(text);
    await nextTurn();
  });
  const opening = await longestDelay(async () => await withSession(root, ready));
  const rowOf = (what: string, delay: number): Row =>
    ratioRow(`event-loop delay max, ${what}`, delay / atOnce, 0.5);
  return [
    rowOf('opening 22,000 pending / parsing a manifest of as many', opening),
    rowOf(
      'deleting 10,000 files / parsing a manifest of 22,000',
      await inSession(root, deleteTree),
    ),
    rowOf('a shadow of 22,000 / parsing a manifest of as many', await inSession(root, shadow)),
  ];
}

function rootWithTree(): string {
  const root = freshDirectory();
  mkdirSync(join(root, 'tree'));
  for (let n = 0; n < FILES; n += 1) writeFileSync(join(root, `tree/${n}.txt`), `${n}\n`);
  return root;
}

async function stageMany(root: string): Promise<void> {
  await withSession(root, async (session) => {
    await session.setMode('staged');
    for (let n = 0; n < PENDING; n += 1) await session.write(`new/${n % 20}/${n}.txt`, `${n}\n`);
  });
}

async function withSession(root: string, use: (session: Session) => Promise<void>): Promise<void> {
  await using engine = await openEngine({ root });
  await use(await engine.session('s'));
}

async function ready(session: Session): Promise<void> {
  await session.mode();
}

async function deleteTree(session: Session): Promise<void> {
  await session.remove('tree', { recursive: true });
  await session.discard({ paths: ['tree'] });
}

async function shadow(session: Session): Promise<void> {
  await session.write('one-more.txt', String(performance.now()));
  await session.shadow();
}

/** The delay of work in an open session, after a first time that loads what it needs. */
async function inSession(root: string, work: (session: Session) => Promise<void>): Promise<number> {
  let delay = Number.NaN;
  await withSession(root, async (session) => {
    await work(session);
    delay = await longestDelay(async () => await work(session));
  });
  return delay;
}

/** Of several runs the middle one. */
async function longestDelay(work: () => Promise<void>): Promise<number> {
  const delays: number[] = [];
  for (let run = 0; run < RUNS; run += 1) delays.push((await delaysDuring(work)).max);
  return median(delays);
}
