import {
  baseSizeOf,
  changeKindOf,
  type Entry,
  type PlacedEntry,
  sizeOf,
} from '../../base/entry.ts';
import { isStagedFsError } from '../../base/errors.ts';
import { displayName } from '../../base/name.ts';
import { Turn } from '../../disk/turn.ts';
import { looksChanged } from '../../workspace/compare.ts';
import type { PendingChange, PendingWrite, SessionStatus } from '../api/types.ts';
import { isDone } from '../commit/is-done.ts';
import { observeLive } from '../diff/live-base.ts';
import type { SessionParts } from '../parts.ts';

/** The pending work of a session: the cost is that of the entries, each looked at once. */
export async function statusOf(parts: SessionParts): Promise<SessionStatus> {
  const { view, ports } = parts;
  const placed = view.upper.entries();
  const pendingWrites: PendingWrite[] = [];
  const turn = new Turn();
  let oldest = Number.POSITIVE_INFINITY;
  for (const each of placed) {
    oldest = Math.min(oldest, each.entry.createdAtMs);
    pendingWrites.push(await pendingWriteOf(parts, each));
    if (turn.isOver()) await turn.next();
  }
  return {
    pendingWrites,
    totalBytesPending: placed.reduce((sum, { entry }) => sum + sizeOf(entry), 0),
    oldestPendingAgeMs: placed.length === 0 ? 0 : Math.max(0, ports.clock.now() - oldest),
    mode: view.mode,
    damaged: view.damages.length > 0,
  };
}

/** A pending change as listeners see it: from the entry alone, without a look at the disk. */
export function pendingChangeOf({ path, entry }: PlacedEntry): PendingChange {
  const byteDelta = sizeOf(entry) - baseSizeOf(entry.base);
  return {
    path: displayName(path),
    kind: changeKindOf(entry),
    byteDelta,
    snapshotId: entry.snapshotId,
  };
}

async function pendingWriteOf(parts: SessionParts, placed: PlacedEntry): Promise<PendingWrite> {
  const { entry, conflict } = await lookedAt(parts, placed);
  const bytesAdded = sizeOf(entry);
  const bytesRemoved = baseSizeOf(entry.base);
  const change = pendingChangeOf({ path: placed.path, entry });
  return { ...change, bytesAdded, bytesRemoved, conflict };
}

interface Looked {
  readonly entry: Entry;
  readonly conflict: boolean;
}

// What can't be looked at, for its permissions or a git directory in it, no commit takes as it is:
// one such path must not keep the others from being told.
async function lookedAt(parts: SessionParts, placed: PlacedEntry): Promise<Looked> {
  try {
    const entry = await withBase(parts, placed);
    return { entry, conflict: await isConflict(parts, { path: placed.path, entry }) };
  } catch (error) {
    if (!isStagedFsError(error)) throw error;
    return { entry: placed.entry, conflict: true };
  }
}

// An entry of the reference has no base yet: it is told against lower as it is.
async function withBase(parts: SessionParts, { path, entry }: PlacedEntry): Promise<Entry> {
  if (entry.base.kind !== 'unobserved') return entry;
  return { ...entry, base: await observeLive(parts, path) };
}

// What a commit refuses. Where lower already is what was staged it has nothing to do: so it is after
// a commit that a crash cut short.
async function isConflict(parts: SessionParts, placed: PlacedEntry): Promise<boolean> {
  const { path, entry } = placed;
  if (entry.base.kind === 'unobserved' || parts.view.upper.lacksLowerAt(path)) return false;
  return (await looksChanged(parts.observer, path, entry.base)) && !(await isDone(parts, placed));
}
