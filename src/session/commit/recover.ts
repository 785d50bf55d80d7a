import type { PlacedEntry } from '../../base/entry.ts';
import { isStagedFsError } from '../../base/errors.ts';
import { randomName } from '../../base/random-name.ts';
import type { WorkspacePath } from '../../base/workspace-path.ts';
import { nameOf } from '../../base/workspace-path.ts';
import { openParentUnless } from '../../workspace/parents.ts';
import { temporaryNameFor } from '../../workspace/temporary.ts';
import type { Held } from '../held.ts';
import { insideDeletes, selectedParts } from '../inside-deletes.ts';
import type { SessionParts } from '../parts.ts';
import { commitNumbers, placeOfCommit } from './commit-directory.ts';
import { failureAbove, syncDirectories, syncDone } from './durable.ts';
import { type Intent, type IntentPlace, readIntent, removeIntent } from './intent.ts';
import { isDone } from './is-done.ts';
import { settle } from './settle.ts';

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
  for (const path of intent.paths) {
    await rescueTemporary(parts, place, { path, tag: intent.tag });
  }
  const committed = await committedOf(parts, intent.paths);
  if (committed.size > 0) {
    const change = await settle(parts, held, { committed, remaining: new Map() });
    const note = { paths: [...committed], recovered: true };
    held.stage({ op: 'commit_staged', path: null, change, note });
    held.makeDurable();
  }
  held.afterAppend(() => removeIntent(place));
}

// What can't be put on the medium stays pending.
async function committedOf(
  parts: SessionParts,
  paths: readonly WorkspacePath[],
): Promise<Set<WorkspacePath>> {
  const done: WorkspacePath[] = [];
  const directories = new Set<WorkspacePath>();
  for (const placed of await plannedEntries(parts, paths)) {
    if (!(await isDone(parts, placed))) continue;
    if (await isSynced(parts, placed, directories)) done.push(placed.path);
  }
  const unsynced = await syncDirectories(parts, directories);
  return new Set(done.filter((path) => failureAbove(path, unsynced) === undefined));
}

async function isSynced(
  parts: SessionParts,
  placed: PlacedEntry,
  directories: Set<WorkspacePath>,
): Promise<boolean> {
  try {
    await syncDone(parts, { changed: (directory) => directories.add(directory) }, placed);
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
    placed = placed.concat(await selectedParts(parts, inside));
  }
  return placed;
}

async function rescueTemporary(
  parts: SessionParts,
  place: IntentPlace,
  left: { readonly path: WorkspacePath; readonly tag: string },
): Promise<void> {
  const { disk } = parts.ports;
  // The crash may have come before a file, or a link, on the way made room for a directory.
  const inTheWay = ['ERR_STAGED_NOT_A_DIRECTORY', 'ERR_STAGED_PATH_ESCAPE'] as const;
  const anchor = await openParentUnless(parts.workspace, left.path, inTheWay);
  if (anchor === undefined) return;
  try {
    const name = temporaryNameFor(nameOf(left.path), left.tag);
    if ((await disk.lstat(anchor.at(name))) === undefined) return;
    await disk.rename(anchor.at(name), `${place.directory}/rescued-${randomName()}`);
  } finally {
    await anchor.close();
  }
}
