// 200 outlines at once over 8 sessions: what they hold of the event loop, and what asking again costs.
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { setTimeout as sleep } from 'node:timers/promises';
import { createHarness, type Harness } from '../src/harness/index.ts';
import { openEngine } from '../src/index.ts';
import { freshDirectory, median, type Row, ratioRow } from './measure.ts';

const SESSIONS = 8;
const FILES = 200;
const ROUNDS = 5;
const CLASSES_A_FILE = 25;

export async function outlines(): Promise<Row[]> {
  const root = freshDirectory();
  await using engine = await openEngine({ root });
  const harness = createHarness(engine);
  // Starts the threads and loads the grammar.
  await outlineAll(harness, sources(root, 'warm-up'));
  const rounds: Round[] = [];
  for (let n = 0; n < ROUNDS; n += 1) rounds.push(await round(harness, sources(root, `r${n}`)));
  const busy = median(rounds.map(({ busyMs }) => busyMs));
  const idle = median(rounds.map(({ idleMs }) => idleMs));
  return [
    {
      subject: 'event-loop delay p99, 200 outlines in 8 sessions, in ms (idle)',
      figure: `${busy.toFixed(1)} (${idle.toFixed(1)})`,
      goal: '< 10',
      isMet: busy < 10,
    },
    ratioRow(
      '200 outlines of unchanged files / the first time',
      median(rounds.map(({ repeat }) => repeat)),
      0.1,
    ),
  ];
}

interface Round {
  /** p99 of the event loop's delay, in milliseconds. */
  readonly busyMs: number;
  /** The same with nothing to do, for as long: what other processes cost. */
  readonly idleMs: number;
  /** How much asking again costs against the first time. */
  readonly repeat: number;
}

async function round(harness: Harness, paths: readonly string[]): Promise<Round> {
  const start = performance.now();
  let first = 0;
  const busyMs = await delayDuring(async () => {
    first = await costOf(async () => await outlineAll(harness, paths));
  });
  const tookMs = performance.now() - start;
  const again = await costOf(async () => await outlineAll(harness, paths));
  const idleMs = await delayDuring(async () => await sleep(tookMs));
  return { busyMs, idleMs, repeat: again / first };
}

/** Microseconds of processor time, of all threads: other processes do not count. */
async function costOf(work: () => Promise<unknown>): Promise<number> {
  const before = process.cpuUsage();
  await work();
  const { user, system } = process.cpuUsage(before);
  return user + system;
}

async function outlineAll({ tools }: Harness, paths: readonly string[]): Promise<void> {
  const calls = paths.map(async (path, n) => {
    return await tools.get_file_outline({ session_id: `s-${n % SESSIONS}`, path });
  });
  await Promise.all(calls);
}

/** Files of 325 lines and 10 KiB, no two alike. */
function sources(root: string, name: string): string[] {
  return Array.from({ length: FILES }, (_, n) => {
    const path = `${name}-${n}.ts`;
    const classes = Array.from({ length: CLASSES_A_FILE }, (_each, at) =>
      classOf(`${name}${n}C${at}`),
    );
    writeFileSync(join(root, path), classes.join('\n'));
    return path;
  });
}

function classOf(name: string): string {
  return `/** Counts ${name}. */
export class ${name} {
  readonly #counts = new Map<string, number>();

  add(key: string, count = 1): number {
    const sum = (this.#counts.get(key) ?? 0) + count;
    this.#counts.set(key, sum);
    return sum;
  }

  get size(): number {
    return this.#counts.size;
  }
}
`;
}

async function delayDuring(work: () => Promise<unknown>): Promise<number> {
  const histogram = monitorEventLoopDelay({ resolution: 1 });
  histogram.enable();
  await work();
  histogram.disable();
  return histogram.percentile(99) / 1e6;
}
