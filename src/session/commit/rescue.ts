import { isStagedFsError } from '../../base/errors.ts';
import { randomName } from '../../base/random-name.ts';
import { isSameFile } from '../../base/stat-identity.ts';
import { joinPath, nameOf, parentOf, type WorkspacePath } from '../../base/workspace-path.ts';
import type { Anchor } from '../../disk/contain.ts';
import type { Disk } from '../../disk/disk.ts';
import { isIoError } from '../../disk/io-error.ts';
import { removeTree } from '../../disk/remove-tree.ts';
import { PARTIAL_ENDING, partialOf } from '../../workspace/aside.ts';
import { differenceFromBase, isPostImage } from '../../workspace/compare.ts';
import { moveAcross } from '../../workspace/move-across.ts';
import { openParentUnless } from '../../workspace/parents.ts';
import { moveBack } from '../../workspace/put-back.ts';
import {
  outgoingNameFor,
  spentNameFor,
  temporaryNameFor,
} from '../../workspace/temporary-names.ts';
import type { SessionParts } from '../parts.ts';
import { commitsDurably } from './durable.ts';
import type { Intent, IntentPlace } from './intent.ts';

/** A path of a commit that was cut short, in its opened directory. */
interface Left {
  readonly path: WorkspacePath;
  readonly tag: string;
  readonly anchor: Anchor;
}

/**
 * Moves what a commit that was cut short left under temporary names to that commit's directory. What
 * came out of the workspace and is not what the entry was staged on goes back to its place, and so
 * does what a delete had not yet kept.
 * @returns false when something could not be moved, and the intent must go on telling of it
 */
export async function rescueTemporaries(
  parts: SessionParts,
  place: IntentPlace,
  { paths, tag }: Intent,
): Promise<boolean> {
  await removePartials(place);
  let isAll = true;
  for (const path of paths) {
    parts.state.locks.advance();
    // The crash may have come before a file, or a link, on the way made room for a directory.
    const inTheWay = ['ERR_STAGED_NOT_A_DIRECTORY', 'ERR_STAGED_PATH_ESCAPE'] as const;
    const anchor = await openParentUnless(parts.workspace, path, inTheWay);
    if (anchor === undefined) continue;
    try {
      if (!(await rescueBeside(parts, place, { path, tag, anchor }))) isAll = false;
    } finally {
      await anchor.close();
    }
  }
  return isAll;
}

// Of what was being copied the original is still there.
async function removePartials({ disk, directory }: IntentPlace): Promise<void> {
  for (const { name } of await disk.list(directory)) {
    if (name.endsWith(PARTIAL_ENDING)) await removeTree(disk, `${directory}/${name}`);
  }
}

async function rescueBeside(parts: SessionParts, place: IntentPlace, left: Left): Promise<boolean> {
  const name = nameOf(left.path);
  const [replaced, outgoing] = [temporaryNameFor(name, left.tag), outgoingNameFor(name, left.tag)];
  const keep: Rescue = (from) => moveAway(parts, place, { from, isForeign: false });
  const rescues: readonly (readonly [name: string, rescue: Rescue])[] = [
    // First, as the others may need their names.
    [spentNameFor(replaced), keep],
    [spentNameFor(outgoing), keep],
    [replaced, async (from) => await rescueReplaced(parts, place, { left, from })],
    [outgoing, async (from) => await rescueOutgoing(parts, place, { left, from })],
  ];
  let isAll = true;
  for (const [temporary, rescue] of rescues) {
    const from = left.anchor.at(temporary);
    if ((await place.disk.lstat(from)) === undefined) continue;
    if (!(await rescue(from))) isAll = false;
  }
  return isAll;
}

/** Moves what has a temporary name; false when it is still there. */
type Rescue = (from: string) => Promise<boolean>;

interface LeftAt {
  readonly left: Left;
  readonly from: string;
}

async function rescueReplaced(
  parts: SessionParts,
  place: IntentPlace,
  { left, from }: LeftAt,
): Promise<boolean> {
  const isForeign = (await isForeignSave(parts, left)) && !(await isPutBack(parts, left));
  return await moveAway(parts, place, { from, isForeign });
}

// A delete that was not done: it may be done again.
async function rescueOutgoing(
  parts: SessionParts,
  place: IntentPlace,
  { left, from }: LeftAt,
): Promise<boolean> {
  const { disk } = place;
  const name = left.anchor.at(nameOf(left.path));
  // It was put back, and only its other name is left.
  if (await isOneFile(disk, from, name)) return await disk.unlink(from);
  if (await moveBack(disk, { out: from, name })) return (await disk.lstat(from)) === undefined;
  return await moveAway(parts, place, { from, isForeign: true });
}

async function isOneFile(disk: Disk, left: string, right: string): Promise<boolean> {
  const one = await disk.lstat(left);
  const other = await disk.lstat(right);
  return one !== undefined && other !== undefined && isSameFile(one.identity, other.identity);
}

async function moveAway(
  parts: SessionParts,
  { disk, directory }: IntentPlace,
  { from, isForeign }: { readonly from: string; readonly isForeign: boolean },
): Promise<boolean> {
  const kept = isForeign ? `${parts.directory.commit}/kept` : `${directory}/rescued`;
  const ways = { from, to: `${kept}-${randomName()}`, name: from };
  const crossing = { ...ways, partial: partialOf(directory) };
  const advance = (): void => parts.state.locks.advance();
  try {
    return await moveAcross({ disk, sync: commitsDurably(parts), advance }, crossing);
  } catch (error) {
    // Too large for the disk that it is to be kept on, or never to be copied: it stays, and nothing
    // else must wait for it.
    if (isIoError(error, 'ENOSPC', 'EDQUOT') || isCopyRefused(error)) return false;
    throw error;
  }
}

function isCopyRefused(error: unknown): boolean {
  return (['ERR_STAGED_UNSUPPORTED', 'ERR_STAGED_CONFLICT', 'ERR_STAGED_EXISTS'] as const).some(
    (code) => isStagedFsError(error, code),
  );
}

// The commit died between the exchange and its look at what came out.
async function isForeignSave(parts: SessionParts, left: Left): Promise<boolean> {
  const { observer, state } = parts;
  const entry = state.upper.get(left.path);
  if (entry?.kind !== 'write' || !(await isPostImage(observer, left.path, entry))) return false;
  const temporary = joinPath(parentOf(left.path), temporaryName(left));
  if (await isPostImage(observer, temporary, entry)) return false;
  return (await differenceFromBase(observer, temporary, entry.base)) !== undefined;
}

async function isPutBack(parts: SessionParts, left: Left): Promise<boolean> {
  const { anchor, path } = left;
  try {
    await parts.ports.disk.exchange(anchor.at(temporaryName(left)), anchor.at(nameOf(path)));
    return true;
  } catch (error) {
    // The name is gone, or this system can't: it is kept instead.
    if (isStagedFsError(error)) return false;
    throw error;
  }
}

function temporaryName({ path, tag }: Left): string {
  return temporaryNameFor(nameOf(path), tag);
}
