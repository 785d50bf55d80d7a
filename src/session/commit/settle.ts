import type { PlacedEntry } from '../../base/entry.ts';
import type { StateChange } from '../../base/state-change.ts';
import { ancestorsOf, type WorkspacePath } from '../../base/workspace-path.ts';
import { eachInTurns } from '../../disk/in-turns.ts';
import { Turn } from '../../disk/turn.ts';
import type { SessionParts } from '../parts.ts';
import type { Held } from '../state/held.ts';
import { splitAround } from './split.ts';

/** What a commit got done. */
export interface Outcome {
  readonly committed: ReadonlySet<WorkspacePath>;
  /** Whiteouts of which only parts are left to do, each with those parts. */
  readonly remaining: ReadonlyMap<WorkspacePath, readonly PlacedEntry[]>;
}

/**
 * The change of state after a commit: committed entries go, and a directory's whiteout above one
 * of them is split, so that nothing committed is hidden or later deleted.
 */
export async function settle(
  parts: SessionParts,
  held: Held,
  outcome: Outcome,
): Promise<StateChange> {
  const done = await unionOf(outcome.committed, outcome.remaining.keys());
  const splits = await splitsBy(parts, held, { ...outcome, done });
  // What was only a part of a whiteout has no entry to drop.
  const drop: WorkspacePath[] = [];
  await eachInTurns(await unionOf(done, splits.keys()), (path) => {
    if (held.upper.get(path) !== undefined) drop.push(path);
  });
  const left = [...splits.values()].flat();
  const put = left.length === 0 ? {} : { put: left };
  return drop.length === held.upper.size ? { reset: true, ...put } : { drop, ...put };
}

async function unionOf(
  paths: Iterable<WorkspacePath>,
  more: Iterable<WorkspacePath>,
): Promise<ReadonlySet<WorkspacePath>> {
  const union = new Set<WorkspacePath>();
  await eachInTurns(paths, (path) => void union.add(path));
  await eachInTurns(more, (path) => void union.add(path));
  return union;
}

async function splitsBy(
  parts: SessionParts,
  held: Held,
  { remaining, done }: Outcome & { readonly done: ReadonlySet<WorkspacePath> },
): Promise<Map<WorkspacePath, readonly PlacedEntry[]>> {
  const splits = new Map(remaining);
  const turn = new Turn();
  for (const path of done) {
    if (turn.isOver()) await turn.next();
    for (const ancestor of ancestorsOf(path)) {
      const entry = held.upper.get(ancestor);
      if (entry?.kind !== 'whiteout' || done.has(ancestor) || splits.has(ancestor)) continue;
      splits.set(ancestor, await splitAround(parts, { path: ancestor, entry }, done));
    }
  }
  return splits;
}
