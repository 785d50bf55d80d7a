import { isStagedFsError } from '../../base/errors.ts';
import { randomName } from '../../base/random-name.ts';
import { joinPath, nameOf, parentOf, type WorkspacePath } from '../../base/workspace-path.ts';
import type { Anchor } from '../../disk/contain.ts';
import { differenceFromBase, isPostImage } from '../../workspace/compare.ts';
import { openParentUnless } from '../../workspace/parents.ts';
import { temporaryNameFor } from '../../workspace/temporary.ts';
import type { SessionParts } from '../parts.ts';
import type { IntentPlace } from './intent.ts';

/** A path of a commit that was cut short, and the tag of its temporary name. */
interface Left {
  readonly path: WorkspacePath;
  readonly tag: string;
}

/**
 * Moves what a commit that was cut short left under a temporary name to that commit's directory.
 * What came out of the workspace and is not what the entry was staged on goes back to its place.
 */
export async function rescueTemporary(
  parts: SessionParts,
  place: IntentPlace,
  left: Left,
): Promise<void> {
  const { disk } = parts.ports;
  // The crash may have come before a file, or a link, on the way made room for a directory.
  const inTheWay = ['ERR_STAGED_NOT_A_DIRECTORY', 'ERR_STAGED_PATH_ESCAPE'] as const;
  const anchor = await openParentUnless(parts.workspace, left.path, inTheWay);
  if (anchor === undefined) return;
  try {
    const temporary = anchor.at(temporaryName(left));
    if ((await disk.lstat(temporary)) === undefined) return;
    const isForeign = (await isForeignSave(parts, left)) && !(await isPutBack(parts, anchor, left));
    const kept = isForeign ? `${parts.directory.commit}/kept` : `${place.directory}/rescued`;
    await disk.rename(temporary, `${kept}-${randomName()}`);
  } finally {
    await anchor.close();
  }
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

async function isPutBack(parts: SessionParts, anchor: Anchor, left: Left): Promise<boolean> {
  try {
    await parts.ports.disk.exchange(anchor.at(temporaryName(left)), anchor.at(nameOf(left.path)));
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
