import type { PlacedEntry } from '../../base/entry.ts';
import { isStagedFsError, StagedFsError } from '../../base/errors.ts';
import { displayName } from '../../base/name.ts';
import type { WorkspacePath } from '../../base/workspace-path.ts';
import { place } from '../../workspace/place.ts';
import { type Applying, takeOut } from '../../workspace/take-out.ts';
import { makeFile } from '../../workspace/temporary.ts';
import type { SessionParts } from '../parts.ts';
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
  const order = [...run.planned.filter(isDelete), ...run.planned.filter((path) => !isDelete(path))];
  for (const planned of order) {
    const left: PlannedRemoval[] = [];
    try {
      if (run.signal?.aborted === true) throw aborted(planned.path);
      await applyPath(parts, applying, { planned, left });
      committed.add(planned.path);
    } catch (error) {
      if (!isStagedFsError(error)) throw error;
      failed.set(planned.path, error);
      if (isPartlyDone(planned, left)) remaining.set(planned.path, left.map(toPlaced));
    }
  }
  return { committed, failed, remaining };
}

function isDelete(planned: PlannedPath): boolean {
  return planned.entry.kind === 'whiteout';
}

async function applyPath(
  parts: SessionParts,
  applying: Applying,
  one: { readonly planned: PlannedPath; readonly left: PlannedRemoval[] },
): Promise<void> {
  const { planned } = one;
  switch (planned.step) {
    case 'refuse':
      throw planned.error;
    case 'none':
      return;
    case 'write':
      return await applyWrite(parts, applying, planned);
    case 'remove':
      return await applyRemovals(applying, planned.removals, one.left);
  }
}

async function applyWrite(
  parts: SessionParts,
  applying: Applying,
  planned: Extract<PlannedPath, { step: 'write' }>,
): Promise<void> {
  const { path, entry, base, seen } = planned;
  if (entry.kind !== 'write') return;
  const making = { disk: parts.ports.disk, bodies: parts.bodies, sync: applying.sync };
  await place(applying, {
    path,
    base,
    seen,
    make: (temporary, existing) => makeFile(making, temporary, { entry, existing }),
  });
}

async function applyRemovals(
  applying: Applying,
  removals: readonly PlannedRemoval[],
  left: PlannedRemoval[],
): Promise<void> {
  left.push(...removals);
  for (const { path, seen, base } of removals) {
    if (seen !== undefined) await takeOut(applying, { path, seen, base });
    left.shift();
  }
}

// A whole that failed before anything was done stays whole.
function isPartlyDone(planned: PlannedPath, left: readonly PlannedRemoval[]): boolean {
  return planned.step === 'remove' && left.length > 0 && left.length < planned.removals.length;
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
