import type { Base, StatIdentity } from '../base/entry.ts';
import { isStagedFsError, type StagedFsError } from '../base/errors.ts';
import { isSameContentStat } from '../base/stat-identity.ts';
import { nameOf, parentOf, type WorkspacePath } from '../base/workspace-path.ts';
import type { Anchor } from '../disk/contain.ts';
import type { DiskStat } from '../disk/disk.ts';
import { errorAtTarget, isIoError } from '../disk/io-error.ts';
import type { Applying } from './applying.ts';
import { conflict } from './conflict.ts';
import { exchangeBack } from './exchange-back.ts';
import { openParent, removeMade } from './parents.ts';
import { keepForGood, keptFailure, type Moved, putBack } from './put-back.ts';
import { isRecorded, type Removal, realPathBeside, takeFrom } from './take-out.ts';
import { temporaryNameFor } from './temporary-names.ts';

/** One file on its way into the workspace. */
export interface Placement {
  readonly path: WorkspacePath;
  /** Makes the file or link at `path`, whose it is and its bits as of the file it replaces, if any. */
  make(path: string, existing: DiskStat | undefined): Promise<void>;
  /** Lower at that path as the plan saw it; the write replaces that and nothing else. */
  readonly seen: DiskStat | undefined;
  readonly base: Base;
}

/**
 * Puts a staged file into the workspace: made whole beside its place, then put there in one step.
 * @throws ERR_STAGED_CONFLICT when something else is there by now; the workspace is then unchanged,
 *   or the error says where something is kept
 */
export async function place(applying: Applying, placement: Placement): Promise<void> {
  const { anchor, made } = await openParent(applying.workspace, placement.path);
  for (const directory of [...made, placement.path]) applying.changed(parentOf(directory));
  try {
    await placeInside(applying, placement, anchor);
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
  const names = { anchor, temporary, target: anchor.at(name), isOurs: true };
  try {
    await makeTemporary(placement, names);
    await putInPlace(applying, placement, names);
  } finally {
    if (names.isOurs) await disk.unlink(temporary);
  }
}

interface Names {
  /** The directory of both. */
  readonly anchor: Anchor;
  readonly temporary: string;
  readonly target: string;
  /** Whether we made what has the temporary name: only then may it be unlinked. */
  isOurs: boolean;
}

async function makeTemporary(placement: Placement, names: Names): Promise<void> {
  const { seen } = placement;
  try {
    await placement.make(names.temporary, seen?.kind === 'file' ? seen : undefined);
  } catch (error) {
    // Two long names can have one temporary name: under it may lie what could not be put back.
    if (isIoError(error, 'EEXIST')) names.isOurs = false;
    throw errorAtTarget(error, names.temporary, names.target);
  }
}

async function putInPlace(applying: Applying, placement: Placement, names: Names): Promise<void> {
  const { seen } = placement;
  if (seen === undefined) return await linkNew(applying, placement, names);
  const made = (await applying.workspace.disk.lstat(names.temporary))?.identity;
  if (made !== undefined && (await tryExchange(applying, names))) {
    return await keepWhatCameOut(applying, { ...placement, seen }, { names, made });
  }
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
  const out = await takeFrom(applying, placement, names.anchor);
  try {
    await linkNew(applying, placement, names);
  } catch (error) {
    if (out !== undefined) await putBack(applying, out, error);
    throw error;
  }
  if (out?.isAside === false) await keepReplaced(applying, out);
}

// The new file is in place by now, and whoever asks next finds that it is done.
async function keepReplaced(applying: Applying, { out, name }: Moved): Promise<void> {
  try {
    await applying.aside.keep(out, name);
  } catch (error) {
    throw keptFailure(applying.workspace, error, await keepForGood(applying, out));
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
    throw errorAtTarget(error, names.temporary, names.target);
  }
}

// After an exchange the temporary name holds what was in place, whatever that was.
async function keepWhatCameOut(
  applying: Applying,
  placement: Placement & Removal,
  { names, made }: { readonly names: Names; readonly made: StatIdentity },
): Promise<void> {
  try {
    if (!(await isWhatWasSeen(applying, placement, names))) throw changedMeanwhile(placement.path);
    await applying.aside.keep(names.temporary, names.target);
  } catch (error) {
    const kept = await exchangeBack(applying, { ...names, made });
    if (kept !== undefined) throw keptFailure(applying.workspace, error, kept);
    names.isOurs = true;
    throw error;
  }
}

async function isWhatWasSeen(
  applying: Applying,
  placement: Placement & Removal,
  names: Names,
): Promise<boolean> {
  const out = realPathBeside(applying.workspace, placement.path, names.temporary);
  return await isRecorded(applying, placement, out);
}

// Without exchange: an editor's own rename between the last look and ours would be lost. What is
// looked at last is what was linked aside, so that no bytes are lost that were there before.
async function renameOver(applying: Applying, placement: Placement, names: Names): Promise<void> {
  const { disk } = applying.workspace;
  if (!isSeen(placement, await disk.lstat(names.target))) throw changedMeanwhile(placement.path);
  const kept = await applying.aside.keepLinked(names.target);
  if (!isSeen(placement, kept)) throw changedMeanwhile(placement.path);
  await disk.rename(names.temporary, names.target);
}

function isSeen({ seen }: Placement, now: DiskStat | undefined): boolean {
  if (seen === undefined || now === undefined) return false;
  return isSameContentStat(seen.identity, now.identity);
}

function changedMeanwhile(path: WorkspacePath): StagedFsError {
  return conflict(path, 'what was there when it was staged', 'something changed meanwhile');
}
