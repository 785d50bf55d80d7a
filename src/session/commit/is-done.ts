import type { PlacedEntry } from '../../base/entry.ts';
import { isPostImage } from '../../workspace/compare.ts';
import { lookAt } from '../../workspace/look.ts';
import type { SessionParts } from '../parts.ts';

/** Whether lower already is what committing the entry would make it. */
export async function isDone(parts: SessionParts, { path, entry }: PlacedEntry): Promise<boolean> {
  if (await isPostImage(parts.observer, path, entry)) return true;
  // A file that is deleted, with pending files below its name: a directory for them is the goal.
  const makesRoom = entry.kind === 'whiteout' && entry.base.kind !== 'directory';
  if (!makesRoom || !parts.view.upper.hasWriteBelow(path)) return false;
  return (await lookAt(parts.workspace, path))?.kind === 'directory';
}
