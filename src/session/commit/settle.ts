import type { PlacedEntry, WhiteoutEntry } from '../../base/entry.ts';
import type { StateChange } from '../../base/state-change.ts';
import { ancestorsOf, type WorkspacePath } from '../../base/workspace-path.ts';
import type { Held } from '../held.ts';
import type { SessionParts } from '../parts.ts';
import { splitWhiteout } from './split.ts';

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
  const drop = new Set(outcome.committed);
  const put: PlacedEntry[] = [];
  for (const [path, left] of await whiteoutsToSplit(parts, held, outcome)) {
    drop.add(path);
    put.push(...left);
  }
  if (drop.size === held.upper.size)
    return put.length === 0 ? { reset: true } : { reset: true, put };
  return put.length === 0 ? { drop: [...drop] } : { drop: [...drop], put };
}

async function whiteoutsToSplit(
  parts: SessionParts,
  held: Held,
  outcome: Outcome,
): Promise<Map<WorkspacePath, readonly PlacedEntry[]>> {
  const splits = new Map(outcome.remaining);
  for (const path of outcome.committed) {
    for (const ancestor of ancestorsOf(path)) {
      const entry = held.upper.get(ancestor);
      if (entry?.kind !== 'whiteout' || outcome.committed.has(ancestor)) continue;
      if (!splits.has(ancestor))
        splits.set(ancestor, await partsOf(parts, held, { path: ancestor, entry }));
    }
  }
  return splits;
}

async function partsOf(
  parts: SessionParts,
  held: Held,
  placed: { readonly path: WorkspacePath; readonly entry: WhiteoutEntry },
): Promise<PlacedEntry[]> {
  const kept = new Set(Array.from(held.upper.below(placed.path), (below) => below.path));
  return await splitWhiteout(parts, { ...placed, kept });
}
