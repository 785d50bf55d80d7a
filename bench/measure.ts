// What the benchmarks share. Every claim is a ratio against a yardstick timed in the same run: bare
// milliseconds tell of the machine.
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { setTimeout as sleep } from 'node:timers/promises';

/** One line of the report. */
export interface Row {
  readonly subject: string;
  readonly figure: string;
  readonly goal: string;
  readonly isMet: boolean;
}

/** A row that is met while `ratio` is at most `most`. */
export function ratioRow(subject: string, ratio: number, most: number): Row {
  return { subject, figure: ratio.toFixed(2), goal: `≤ ${most}`, isMet: ratio <= most };
}

/** The middle value: single outliers of a second are the disk's, not ours. */
export function median(values: readonly number[]): number {
  const sorted = values.toSorted((left, right) => left - right);
  return sorted[Math.floor(sorted.length / 2)] ?? Number.NaN;
}

/** Milliseconds that `work` takes. */
export async function time(work: () => unknown): Promise<number> {
  const start = performance.now();
  await work();
  return performance.now() - start;
}

/** The median of several runs, each in a directory of its own. */
export async function medianTime(
  runs: number,
  work: (directory: string) => unknown,
): Promise<number> {
  const times: number[] = [];
  for (let run = 0; run < runs; run += 1) {
    const directory = freshDirectory();
    times.push(await time(async () => await work(directory)));
  }
  return median(times);
}

/** How late the event loop comes round, in milliseconds. */
export interface LoopDelays {
  readonly p99: number;
  readonly max: number;
}

/** What the event loop feels of `work`. */
export async function delaysDuring(work: () => Promise<unknown>): Promise<LoopDelays> {
  const histogram = monitorEventLoopDelay({ resolution: 1 });
  histogram.enable();
  // Its first turn only starts the clock.
  await sleep(5);
  await work();
  // What held the loop to the end is noticed in its next turn.
  await sleep(2);
  histogram.disable();
  return { p99: histogram.percentile(99) / 1e6, max: histogram.max / 1e6 };
}

/** Bytes that no other call gave, so that no body is there already. */
export function uniqueBytes(size: number): Buffer {
  counter += 1;
  const bytes = Buffer.alloc(size, `${counter} `);
  bytes.write(`\n${counter}\n`, size >> 1);
  return bytes;
}

/** A new directory. Nothing is deleted before the end: on ext4 that makes later creates slow. */
export function freshDirectory(): string {
  base ??= mkdtempSync(join(process.env['STAGED_FS_BENCH_DIR'] ?? tmpdir(), 'staged-fs-bench-'));
  counter += 1;
  const directory = join(base, String(counter));
  mkdirSync(directory);
  return directory;
}

/** Removes what all benchmarks made. */
export function removeDirectories(): void {
  if (base !== undefined) rmSync(base, { recursive: true });
}

/** Touches memory before it is timed: a virtual machine gives out pages slowly the first time. */
export function touchMemory(): void {
  for (let block = 0; block < 8; block += 1) Buffer.alloc(64 * 1024 * 1024, 1);
}

let counter = 0;
let base: string | undefined;
