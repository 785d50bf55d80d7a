import type { PlacedEntry } from '../../base/entry.ts';
import { isStagedFsError, StagedFsError } from '../../base/errors.ts';
import { displayName } from '../../base/name.ts';
import { ancestorsOf, type WorkspacePath } from '../../base/workspace-path.ts';
import { Turn } from '../../disk/turn.ts';
import type { Applying } from '../../workspace/applying.ts';
import { place } from '../../workspace/place.ts';
import { takeOut } from '../../workspace/take-out.ts';
import { makeFile } from '../../workspace/temporary.ts';
import type { SessionParts } from '../parts.ts';
import { commitsDurably, failureAbove, syncDone, type Unsynced } from './durable.ts';
import type { PlannedPath, PlannedRemoval } from './plan.ts';
import type { Outcome } from './settle.ts';

/** What became of every planned path. */
export interface Applied extends Outcome {
  readonly failed: ReadonlyMap<WorkspacePath, StagedFsError>;
}

/**
 * Carries the plan out: deletes first, so that a name freed by one (a file that becomes a
 * directory, a change of case) is free when the write comes. Each path succeeds or fails by itself.
 */
export async function applyPlan(
  parts: SessionParts,
  applying: Applying,
  run: { readonly planned: readonly PlannedPath[]; readonly signal: AbortSignal | undefined },
): Promise<Applied> {
  const committed = new Set<WorkspacePath>();
  const failed = new Map<WorkspacePath, StagedFsError>();
  const remaining = new Map<WorkspacePath, readonly PlacedEntry[]>();
  for await (const planned of inOrder(run.planned)) {
    const progress = { removed: 0 };
    try {
      if (run.signal?.aborted === true) throw aborted(planned.path);
      await applyPath(parts, applying, { planned, progress });
      committed.add(planned.path);
    } catch (error) {
      if (!isStagedFsError(error)) throw error;
      failed.set(planned.path, error);
      const left = leftOf(planned, progress);
      if (left.length > 0) remaining.set(planned.path, left);
    }
  }
  return { committed, failed, remaining };
}

/** What of a commit holds when names in some directories may not be on the medium. */
export function withoutUnsynced(applied: Applied, unsynced: Unsynced): Applied {
  if (unsynced.size === 0) return applied;
  const committed = new Set(applied.committed);
  const remaining = new Map(applied.remaining);
  const failed = new Map(applied.failed);
  for (const path of [...committed, ...remaining.keys()]) {
    const error = failureAbove(path, unsynced);
    if (error === undefined) continue;
    committed.delete(path);
    remaining.delete(path);
    failed.set(path, error);
  }
  return { committed, remaining, failed };
}

// With rests: where nothing is left to do, no call to the disk makes one.
async function* inOrder(planned: readonly PlannedPath[]): AsyncGenerator<PlannedPath> {
  const turn = new Turn();
  for (const isNow of [isDelete, (path: PlannedPath) => !isDelete(path)]) {
    for (const path of planned) {
      if (isNow(path)) yield path;
      if (turn.isOver()) await turn.next();
    }
  }
}

function isDelete(planned: PlannedPath): boolean {
  return planned.entry.kind === 'whiteout';
}

async function applyPath(
  parts: SessionParts,
  applying: Applying,
  one: { readonly planned: PlannedPath; readonly progress: Progress },
): Promise<void> {
  const { planned } = one;
  switch (planned.step) {
    case 'refuse':
      throw planned.error;
    case 'none':
      for (const directory of ancestorsOf(planned.path)) applying.changed(directory);
      return await syncDone(parts, planned);
    case 'write':
      return await applyWrite(parts, applying, planned);
    case 'remove':
      return await applyRemovals(applying, planned.removals, one.progress);
  }
}

async function applyWrite(
  parts: SessionParts,
  applying: Applying,
  planned: Extract<PlannedPath, { step: 'write' }>,
): Promise<void> {
  const { path, entry, base, seen } = planned;
  if (entry.kind !== 'write') return;
  const making = { disk: parts.ports.disk, bodies: parts.bodies, sync: commitsDurably(parts) };
  await place(applying, {
    path,
    base,
    seen,
    make: (temporary, existing) => makeFile(making, temporary, { entry, existing }),
  });
}

/** How many of a path's removals are done. */
interface Progress {
  removed: number;
}

async function applyRemovals(
  applying: Applying,
  removals: readonly PlannedRemoval[],
  progress: Progress,
): Promise<void> {
  for (const { path, seen, base } of removals) {
    if (seen !== undefined) await takeOut(applying, { path, seen, base });
    progress.removed += 1;
  }
}

// A whole that failed before anything was done stays whole.
function leftOf(planned: PlannedPath, { removed }: Progress): PlacedEntry[] {
  if (planned.step !== 'remove' || removed === 0) return [];
  return planned.removals.slice(removed).map(toPlaced);
}

function toPlaced({ path, entry }: PlannedRemoval): PlacedEntry {
  return { path, entry };
}

function aborted(path: WorkspacePath): StagedFsError {
  return new StagedFsError(
    'ERR_STAGED_ABORTED',
    `The commit was aborted before \`${displayName(path)}\`.`,
    {
      path: displayName(path),
      hint: 'It is still pending: commit again.',
    },
  );
}
