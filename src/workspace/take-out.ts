import type { Base } from '../base/entry.ts';
import { isSameContentStat } from '../base/stat-identity.ts';
import { nameOf, parentOf, ROOT_PATH, type WorkspacePath } from '../base/workspace-path.ts';
import type { Anchor } from '../disk/contain.ts';
import type { DiskStat } from '../disk/disk.ts';
import { isIoError } from '../disk/io-error.ts';
import type { Applying } from './applying.ts';
import { treeDifferences, treeOf } from './compare.ts';
import { conflict } from './conflict.ts';
import { renameToFree } from './move-across.ts';
import { openExistingParent } from './parents.ts';
import { type Moved, putBack } from './put-back.ts';
import { outgoingNameFor } from './temporary-names.ts';
import type { Workspace } from './workspace.ts';

/** One thing on its way out of the workspace. */
export interface Removal {
  readonly path: WorkspacePath;
  /** Lower at that path as the plan saw it. */
  readonly seen: DiskStat;
  readonly base: Base;
}

/** What has left its place. */
export interface TakenOut extends Moved {
  /** Whether it is where it is to be kept, and not beside its old place. */
  readonly isAside: boolean;
}

/**
 * Takes a file, link or directory out of the workspace in one rename, checks that it is what was
 * recorded, and puts it back when it is not.
 * @throws ERR_STAGED_CONFLICT when it is something else by now; the workspace is then unchanged,
 *   or the error says where that is kept
 */
export async function takeOut(applying: Applying, removal: Removal): Promise<void> {
  const anchor = await openExistingParent(applying.workspace, removal.path);
  if (anchor === undefined) return;
  try {
    const out = await takeFrom(applying, removal, anchor);
    if (out !== undefined) await keepOrPutBack(applying, out);
  } finally {
    await anchor.close();
  }
}

/**
 * The first part of that, in the directory of `anchor`: what is not aside yet is still to be kept.
 * Undefined when nothing is there.
 */
export async function takeFrom(
  applying: Applying,
  removal: Removal,
  anchor: Anchor,
): Promise<TakenOut | undefined> {
  const out = await moveOut(applying, removal.path, anchor);
  if (out === undefined) return undefined;
  applying.changed(parentOf(removal.path));
  try {
    const { workspace } = applying;
    const real = out.isAside ? out.out : realPathBeside(workspace, removal.path, out.out);
    if (await isRecorded(applying, removal, real)) return out;
    throw conflict(
      removal.path,
      'what was there when it was staged',
      'something changed meanwhile',
    );
  } catch (error) {
    return await putBack(applying, out, error);
  }
}

async function keepOrPutBack(applying: Applying, out: TakenOut): Promise<void> {
  if (out.isAside) return;
  try {
    await applying.aside.keep(out.out, out.name);
  } catch (error) {
    await putBack(applying, out, error);
  }
}

// Where no rename leads aside, a hidden name beside the old one takes it: what is checked, and then
// copied, must not be in its place any more.
async function moveOut(
  applying: Applying,
  path: WorkspacePath,
  anchor: Anchor,
): Promise<TakenOut | undefined> {
  const name = anchor.at(nameOf(path));
  try {
    const aside = await applying.aside.move(name);
    if (aside !== undefined) return { name, out: aside, isAside: true };
    const beside = anchor.at(outgoingNameFor(nameOf(path), applying.nextTag()));
    await renameToFree(applying.workspace.disk, name, beside);
    return { name, out: beside, isAside: false };
  } catch (error) {
    // Already gone: what the delete wanted.
    if (isIoError(error, 'ENOENT')) return undefined;
    throw error;
  }
}

/** The real path of what has the name of `temporary`, a path in an opened directory, beside `path`. */
export function realPathBeside(
  workspace: Workspace,
  path: WorkspacePath,
  temporary: string,
): string {
  const directory = workspace.absolute(parentOf(path));
  return `${directory}/${temporary.slice(temporary.lastIndexOf('/') + 1)}`;
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
