import { isStagedFsError, StagedFsError } from '../base/errors.ts';
import type { Disk } from '../disk/disk.ts';
import { isIoError } from '../disk/io-error.ts';
import { removeTree } from '../disk/remove-tree.ts';
import { shownPath } from '../disk/shown-path.ts';
import { type Copied, type Copying, copyTree, removeCopied, type Ways } from './copy-tree.ts';
import { spentNameFor } from './temporary-names.ts';

/** From where, mostly a temporary name of ours, to where something goes. */
export interface Crossing extends Ways {
  /** Where a copy grows until it is complete: on the file system of `to`. */
  readonly partial: string;
}

/**
 * Moves what is at `from` to `to`, in one step or, to another file system, as a copy. Until that is
 * complete, and durable where asked, the original stays as it is; whatever is thrown, it still is.
 * @returns false when something of the original could not be removed: it has its spent name
 */
export async function moveAcross(copying: Copying, crossing: Crossing): Promise<boolean> {
  const { from, to } = crossing;
  if (await tryRename(copying.disk, from, to)) return true;
  const copied = await copyAcross(copying, crossing);
  return await removeOriginal(copying, from, copied);
}

/** Makes a copy that has the name `to` only once it is complete. @returns what it is of */
export async function copyAcross(
  copying: Copying,
  { partial, ...ways }: Crossing,
): Promise<readonly Copied[]> {
  const { disk, sync } = copying;
  try {
    const { to } = ways;
    const copied = await copyTree(copying, { ...ways, to: partial });
    await disk.rename(partial, to);
    if (sync) await disk.syncDirectory(to.slice(0, to.lastIndexOf('/')));
    return copied;
  } catch (error) {
    await removeQuietly(disk, partial);
    throw error;
  }
}

/** Renames; false where the two are on different file systems, or mounts of one. */
export async function tryRename(disk: Disk, from: string, to: string): Promise<boolean> {
  try {
    await disk.rename(from, to);
    return true;
  } catch (error) {
    if (isIoError(error, 'EXDEV')) return false;
    throw error;
  }
}

/** Renames to a name of ours. What could not be put back may lie there: it is never replaced. */
export async function renameToFree(disk: Disk, from: string, to: string): Promise<void> {
  if ((await disk.lstat(to)) !== undefined) throw taken(to);
  await disk.rename(from, to);
}

// From the first name on that goes, what is left may not get its old place again: its other name
// says that to a recovery.
async function removeOriginal(
  copying: Copying,
  from: string,
  copied: readonly Copied[],
): Promise<boolean> {
  const spent = spentNameFor(from);
  if (spent !== from) await renameToFree(copying.disk, from, spent);
  try {
    await removeCopied(copying, spent, copied);
    return true;
  } catch (error) {
    // Nothing is lost with what stays, and the copy is complete.
    if (isStagedFsError(error)) return false;
    throw error;
  }
}

// The failure that led here is what the caller must hear of.
async function removeQuietly(disk: Disk, path: string): Promise<void> {
  try {
    await removeTree(disk, path);
  } catch {}
}

function taken(path: string): StagedFsError {
  const shown = shownPath(path);
  const message = `\`${shown}\` is in the way: it could not be moved away before.`;
  return new StagedFsError('ERR_STAGED_EXISTS', message, {
    path: shown,
    hint: 'Commit again; if that does not help, move it away by hand.',
  });
}
