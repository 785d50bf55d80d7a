import type { Base } from '../base/entry.ts';
import { isStagedFsError, type StagedFsError } from '../base/errors.ts';
import { isSameContentStat } from '../base/stat-identity.ts';
import { nameOf, parentOf, type WorkspacePath } from '../base/workspace-path.ts';
import type { Anchor } from '../disk/contain.ts';
import type { DiskStat } from '../disk/disk.ts';
import { isIoError } from '../disk/io-error.ts';
import { conflict } from './conflict.ts';
import { openParent, removeMade } from './parents.ts';
import { type Applying, isRecorded, putBack, type Removal, takeOut } from './take-out.ts';
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
  const names = { temporary, target: anchor.at(name), isOurs: true };
  try {
    const existing = placement.seen?.kind === 'file' ? placement.seen.permissions : undefined;
    await placement.make(temporary, existing);
    await putInPlace(applying, placement, names);
  } finally {
    if (names.isOurs) await disk.unlink(temporary);
  }
}

interface Names {
  readonly temporary: string;
  readonly target: string;
  /** Whether we made what has the temporary name: only then may it be unlinked. */
  isOurs: boolean;
}

async function putInPlace(applying: Applying, placement: Placement, names: Names): Promise<void> {
  const { seen } = placement;
  if (seen === undefined) return await linkNew(applying, placement, names);
  if (await tryExchange(applying, names)) return await keepWhatCameOut(applying, placement, names);
  if (seen.kind === 'file' || seen.kind === 'symlink') {
    return await renameOver(applying, placement, names);
  }
  await replaceByTurns(applying, { ...placement, seen }, names);
}

// Without exchange a file can't go over a directory in one step: a crash between leaves neither.
async function replaceByTurns(
  applying: Applying,
  placement: Placement & Removal,
  names: Names,
): Promise<void> {
  const out = await takeOut(applying, placement);
  try {
    await linkNew(applying, placement, names);
  } catch (error) {
    const moved = { name: names.target, kind: placement.seen.kind };
    if (out !== undefined) await putBack(applying, { ...moved, out });
    throw error;
  }
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
    names.isOurs = false;
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
  try {
    if (!(await isWhatWasSeen(applying, placement, names))) throw changedMeanwhile(placement.path);
    await applying.aside.keep(names.temporary);
  } catch (error) {
    await applying.workspace.disk.exchange(names.temporary, names.target);
    names.isOurs = true;
    throw error;
  }
}

async function isWhatWasSeen(
  applying: Applying,
  placement: Placement,
  names: Names,
): Promise<boolean> {
  const { seen, path } = placement;
  const directory = applying.workspace.absolute(parentOf(path));
  const out = `${directory}/${names.temporary.slice(names.temporary.lastIndexOf('/') + 1)}`;
  return seen !== undefined && (await isRecorded(applying, { ...placement, seen }, out));
}

// Without exchange: an editor's own rename between the check and ours would be lost, but the
// pre-image is linked aside first, so no bytes are.
async function renameOver(applying: Applying, placement: Placement, names: Names): Promise<void> {
  const { disk } = applying.workspace;
  const now = await disk.lstat(names.target);
  if (now === undefined || !isSeen(placement, now)) {
    throw changedMeanwhile(placement.path);
  }
  await applying.aside.keepLinked(names.target);
  await disk.rename(names.temporary, names.target);
}

function isSeen(placement: Placement, stat: DiskStat): boolean {
  return placement.seen !== undefined && isSameContentStat(placement.seen.identity, stat.identity);
}

function changedMeanwhile(path: WorkspacePath): StagedFsError {
  return conflict(path, 'what was there when it was staged', 'something changed meanwhile');
}
