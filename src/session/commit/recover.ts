import type { PlacedEntry } from '../../base/entry.ts';
import { isStagedFsError } from '../../base/errors.ts';
import { ancestorsOf, type WorkspacePath } from '../../base/workspace-path.ts';
import { insideDeletes } from '../inside-deletes.ts';
import type { SessionParts } from '../parts.ts';
import type { Held } from '../state/held.ts';
import { commitNumbers, placeOfCommit } from './commit-directory.ts';
import {
  commitsDurably,
  failureAbove,
  syncDirectories,
  syncDone,
  syncTrees,
  type Unsynced,
} from './durable.ts';
import { type Intent, type IntentPlace, readIntent, removeIntent } from './intent.ts';
import { isDone } from './is-done.ts';
import { rescueTemporaries } from './rescue.ts';
import { settle } from './settle.ts';
import { partsAt } from './split.ts';

/**
 * Finishes commits that a crash cut short: what got into the workspace is recorded as committed,
 * decided by the bytes there; the rest stays pending. Nothing in the workspace is overwritten, and
 * what lies under a temporary name is moved to the commit's directory, never unlinked.
 */
export async function recoverCommits(parts: SessionParts, held: Held): Promise<void> {
  for (const number of (await commitNumbers(parts)).reverse()) {
    const place = await placeOfCommit(parts, number);
    const intent = await readIntent(place);
    if (intent !== undefined) await recover(parts, held, { place, intent });
  }
}

async function recover(
  parts: SessionParts,
  held: Held,
  unfinished: { readonly place: IntentPlace; readonly intent: Intent },
): Promise<void> {
  const { place, intent } = unfinished;
  const isRescued = await rescueTemporaries(parts, place, intent);
  const unsynced = await syncAbove(parts, intent.paths);
  const committed = await committedOf(parts, intent.paths, unsynced);
  if (committed.size > 0) {
    const change = await settle(parts, held, { committed, remaining: new Map() });
    if (commitsDurably(parts)) await syncTrees(parts, change.put ?? []);
    const note = { paths: [...committed], recovered: true };
    await held.stage({ op: 'commit_staged', path: null, change, note });
    held.makeDurable();
  }
  if (isRescued && unsynced.size === 0) held.afterAppend(() => removeIntent(place));
}

// Also for what is still to do: the directories that were made for it are there, and a commit syncs
// only those that it makes itself.
async function syncAbove(parts: SessionParts, paths: readonly WorkspacePath[]): Promise<Unsynced> {
  const directories = new Set<WorkspacePath>();
  for (const path of paths) for (const directory of ancestorsOf(path)) directories.add(directory);
  return await syncDirectories(parts, directories);
}

// What can't be put on the medium stays pending.
async function committedOf(
  parts: SessionParts,
  paths: readonly WorkspacePath[],
  unsynced: Unsynced,
): Promise<Set<WorkspacePath>> {
  const committed = new Set<WorkspacePath>();
  for (const placed of await plannedEntries(parts, paths)) {
    parts.state.locks.advance();
    if (failureAbove(placed.path, unsynced) !== undefined) continue;
    if ((await isDone(parts, placed)) && (await isSynced(parts, placed)))
      committed.add(placed.path);
  }
  return committed;
}

async function isSynced(parts: SessionParts, placed: PlacedEntry): Promise<boolean> {
  try {
    await syncDone(parts, placed);
    return true;
  } catch (error) {
    if (isStagedFsError(error, 'ERR_STAGED_IO')) return false;
    throw error;
  }
}

// A path without an entry was a part of a directory's delete.
async function plannedEntries(
  parts: SessionParts,
  paths: readonly WorkspacePath[],
): Promise<PlacedEntry[]> {
  let placed: PlacedEntry[] = [];
  for (const path of paths) {
    const entry = parts.state.upper.get(path);
    if (entry !== undefined) placed.push({ path, entry });
  }
  for (const inside of insideDeletes(parts, new Set(paths))) {
    placed = placed.concat(await partsAt(parts, inside, inside.selected));
  }
  return placed;
}
