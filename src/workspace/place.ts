import type { Base } from '../base/entry.ts';
import { isStagedFsError } from '../base/errors.ts';
import { isSameContentStat } from '../base/stat-identity.ts';
import { nameOf, type WorkspacePath } from '../base/workspace-path.ts';
import type { Anchor } from '../disk/contain.ts';
import type { DiskStat } from '../disk/disk.ts';
import { isIoError } from '../disk/io-error.ts';
import { conflict } from './conflict.ts';
import { openParent, removeMade } from './parents.ts';
import { type Applying, takeOut } from './take-out.ts';
import { temporaryNameFor } from './temporary.ts';

/** One file on its way into the workspace. */
export interface Placement {
  readonly path: WorkspacePath;
  /** Makes the file or link at `path`, with the bits of the file it replaces or the umask's. */
  make(path: string, existing: number | undefined): Promise<void>;
  /** Lower at that path as the plan saw it; the write replaces that and nothing else. */
  readonly seen: DiskStat | undefined;
  readonly base: Base;
}

/**
 * Puts a staged file into the workspace: made whole beside its place, then put there in one step.
 * @throws ERR_STAGED_CONFLICT when something else is there by now; the workspace is then unchanged
 */
export async function place(applying: Applying, placement: Placement): Promise<void> {
  const { anchor, made } = await openParent(applying.workspace, placement.path);
  try {
    await placeInside(applying, placement, anchor);
    if (applying.sync) await anchor.file.sync();
  } catch (error) {
    await removeMade(applying.workspace, made);
    throw error;
  } finally {
    await anchor.close();
  }
}

async function placeInside(
  applying: Applying,
  placement: Placement,
  anchor: Anchor,
): Promise<void> {
  const { disk } = applying.workspace;
  const name = nameOf(placement.path);
  const temporary = anchor.at(temporaryNameFor(name, applying.nextTag()));
  try {
    const existing = placement.seen?.kind === 'file' ? placement.seen.permissions : undefined;
    await placement.make(temporary, existing);
    await putInPlace(applying, placement, { temporary, target: anchor.at(name) });
  } finally {
    await disk.unlink(temporary);
  }
}

interface Names {
  readonly temporary: string;
  readonly target: string;
}

async function putInPlace(applying: Applying, placement: Placement, names: Names): Promise<void> {
  const { seen } = placement;
  if (seen === undefined) return await linkNew(applying, placement, names);
  if (seen.kind === 'directory' || seen.kind === 'other') {
    await takeOut(applying, { path: placement.path, seen, base: placement.base });
    return await linkNew(applying, placement, names);
  }
  if (!(await tryExchange(applying, names))) return await renameOver(applying, placement, names);
  await keepWhatCameOut(applying, placement, names);
}

// `link` never goes over anything, unlike `rename`.
async function linkNew(applying: Applying, placement: Placement, names: Names): Promise<void> {
  try {
    await applying.workspace.disk.link(names.temporary, names.target);
  } catch (error) {
    throw isIoError(error, 'EEXIST') ? conflict(placement.path, 'nothing', 'a new file') : error;
  }
}

async function tryExchange(applying: Applying, names: Names): Promise<boolean> {
  try {
    await applying.workspace.disk.exchange(names.temporary, names.target);
    return true;
  } catch (error) {
    if (isStagedFsError(error, 'ERR_STAGED_UNSUPPORTED')) return false;
    // Deleted since the plan looked.
    if (isIoError(error, 'ENOENT')) return false;
    throw error;
  }
}

// After an exchange the temporary name holds what was in place, whatever that was.
async function keepWhatCameOut(
  applying: Applying,
  placement: Placement,
  names: Names,
): Promise<void> {
  const { disk } = applying.workspace;
  const out = await disk.lstat(names.temporary);
  if (out !== undefined && isSeen(placement, out)) {
    await applying.aside.keep(names.temporary);
    return;
  }
  await disk.exchange(names.temporary, names.target);
  throw conflict(placement.path, 'the file as it was staged on', 'a file changed meanwhile');
}

// Without exchange: an editor's own rename between the check and ours would be lost, but the
// pre-image is linked aside first, so no bytes are.
async function renameOver(applying: Applying, placement: Placement, names: Names): Promise<void> {
  const { disk } = applying.workspace;
  const now = await disk.lstat(names.target);
  if (now === undefined || !isSeen(placement, now)) {
    throw conflict(placement.path, 'the file as it was staged on', 'a file changed meanwhile');
  }
  await applying.aside.keepLinked(names.target);
  await disk.rename(names.temporary, names.target);
}

function isSeen(placement: Placement, stat: DiskStat): boolean {
  return placement.seen !== undefined && isSameContentStat(placement.seen.identity, stat.identity);
}
