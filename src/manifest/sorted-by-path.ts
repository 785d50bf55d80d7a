import { compareBytes } from '../base/compare-bytes.ts';
import type { Entry } from '../base/entry.ts';
import type { WorkspacePath } from '../base/workspace-path.ts';

type Member = readonly [WorkspacePath, Entry];

/** Members a step: about 0.3 ms. */
const STEP = 256;

/**
 * The members in byte order of their paths; yields after every step of work, as sorting 20,000
 * paths at once holds the event loop for tens of milliseconds. The members are taken at the first step:
 * what becomes of the map later does not matter.
 */
export function* sortedByPath(
  entries: ReadonlyMap<WorkspacePath, Entry>,
): Generator<string, readonly Member[]> {
  let runs = runsOf([...entries]);
  for (const run of runs) {
    run.sort(byPath);
    yield '';
  }
  while (runs.length > 1) runs = yield* mergePairs(runs);
  return runs[0] ?? [];
}

function runsOf(members: readonly Member[]): Member[][] {
  const count = Math.ceil(members.length / STEP);
  return Array.from({ length: count }, (_, at) => members.slice(at * STEP, (at + 1) * STEP));
}

function* mergePairs(runs: readonly Member[][]): Generator<string, Member[][]> {
  const merged: Member[][] = [];
  for (let at = 0; at < runs.length; at += 2) {
    merged.push(yield* merge(runs[at] ?? [], runs[at + 1] ?? []));
  }
  return merged;
}

function* merge(left: Member[], right: Member[]): Generator<string, Member[]> {
  if (isBefore(left.at(-1), right[0])) return left.concat(right);
  const merged: Member[] = [];
  let [fromLeft, fromRight] = [0, 0];
  while (fromLeft < left.length || fromRight < right.length) {
    const next = isBefore(left[fromLeft], right[fromRight]) ? left[fromLeft++] : right[fromRight++];
    if (next !== undefined) merged.push(next);
    if (merged.length % STEP === 0) yield '';
  }
  return merged;
}

function isBefore(left: Member | undefined, right: Member | undefined): boolean {
  if (left === undefined) return false;
  return right === undefined || byPath(left, right) < 0;
}

function byPath(left: Member, right: Member): number {
  return compareBytes(left[0], right[0]);
}
