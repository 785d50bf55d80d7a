import type { Base } from '../base/entry.ts';
import { isSameContentStat } from '../base/stat-identity.ts';
import { nameOf, parentOf, ROOT_PATH, type WorkspacePath } from '../base/workspace-path.ts';
import type { DiskStat } from '../disk/disk.ts';
import { isIoError } from '../disk/io-error.ts';
import type { Applying } from './applying.ts';
import { treeDifferences, treeOf } from './compare.ts';
import { conflict } from './conflict.ts';
import { openExistingParent } from './parents.ts';
import { type Moved, putBack } from './put-back.ts';

/** One thing on its way out of the workspace. */
export interface Removal {
  readonly path: WorkspacePath;
  /** Lower at that path as the plan saw it. */
  readonly seen: DiskStat;
  readonly base: Base;
}

/**
 * Takes a file, link or directory out of the workspace in one rename, checks that it is what was
 * recorded, and puts it back when it is not. Returns where it is now, if anything was there.
 * @throws ERR_STAGED_CONFLICT when it is something else by now; the workspace is then unchanged,
 *   or the error says where that is kept
 */
export async function takeOut(applying: Applying, removal: Removal): Promise<string | undefined> {
  const anchor = await openExistingParent(applying.workspace, removal.path);
  if (anchor === undefined) return undefined;
  try {
    const name = anchor.at(nameOf(removal.path));
    const out = await moveAside(applying, name);
    if (out === undefined) return undefined;
    applying.changed(parentOf(removal.path));
    await keepOrPutBack(applying, removal, { name, out });
    return out;
  } finally {
    await anchor.close();
  }
}

async function keepOrPutBack(applying: Applying, removal: Removal, moved: Moved): Promise<void> {
  const { path } = removal;
  try {
    if (await isRecorded(applying, removal, moved.out)) return;
    throw conflict(path, 'what was there when it was staged', 'something changed meanwhile');
  } catch (error) {
    await putBack(applying, moved, error);
  }
}

async function moveAside(applying: Applying, name: string): Promise<string | undefined> {
  try {
    return await applying.aside.keep(name);
  } catch (error) {
    // Already gone: what the delete wanted.
    if (isIoError(error, 'ENOENT')) return undefined;
    throw error;
  }
}

/** Whether what is now at `out`, a real path, is what was recorded. */
export async function isRecorded(
  applying: Applying,
  removal: Removal,
  out: string,
): Promise<boolean> {
  const { workspace, observer } = applying;
  const { base, seen } = removal;
  const stat = await workspace.disk.lstat(out);
  if (stat?.kind !== seen.kind) return false;
  if (stat.kind !== 'directory') return isSameContentStat(stat.identity, seen.identity);
  if (base.kind !== 'directory') return false;
  const { disk } = workspace;
  const moved = { disk, root: out, absolute: below(out), isProtected: () => false };
  const nodes = await treeOf(observer, base);
  const differences = await treeDifferences({ ...observer, workspace: moved }, ROOT_PATH, nodes);
  return differences.length === 0;
}

function below(directory: string): (path: WorkspacePath) => string {
  return (path) => (path === '' ? directory : `${directory}/${path}`);
}
