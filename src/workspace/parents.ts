import { isStagedFsError, StagedFsError, type StagedFsErrorCode } from '../base/errors.ts';
import { displayName } from '../base/name.ts';
import { nameOf, parentOf, ROOT_PATH, type WorkspacePath } from '../base/workspace-path.ts';
import { type Anchor, openAnchor } from '../disk/contain.ts';
import type { Workspace } from './workspace.ts';

/** The parent of a path, open, and the directories that had to be made for it. */
export interface OpenedParent {
  readonly anchor: Anchor;
  /** Topmost first; taken back with `removeMade` when the write comes to nothing. */
  readonly made: readonly WorkspacePath[];
}

/**
 * Opens the directory that holds `path`, making what is missing. Each step starts from the opened
 * directory above it, so that a link swapped in meanwhile is never followed.
 * @throws ERR_STAGED_PATH_ESCAPE, ERR_STAGED_NOT_A_DIRECTORY
 */
export async function openParent(workspace: Workspace, path: WorkspacePath): Promise<OpenedParent> {
  const missing: WorkspacePath[] = [];
  let directory = parentOf(path);
  let anchor = await openDirectory(workspace, directory);
  while (anchor === undefined && directory !== ROOT_PATH) {
    missing.unshift(directory);
    directory = parentOf(directory);
    anchor = await openDirectory(workspace, directory);
  }
  if (anchor === undefined) throw rootGone(path);
  return await makeDown(workspace, anchor, missing);
}

/** Opens the directory that holds `path`; undefined when there is none. */
export async function openExistingParent(
  workspace: Workspace,
  path: WorkspacePath,
): Promise<Anchor | undefined> {
  return await openDirectory(workspace, parentOf(path));
}

/** The same; undefined as well when it is refused with one of `codes`. */
export async function openParentUnless(
  workspace: Workspace,
  path: WorkspacePath,
  codes: readonly StagedFsErrorCode[],
): Promise<Anchor | undefined> {
  try {
    return await openExistingParent(workspace, path);
  } catch (error) {
    if (codes.some((code) => isStagedFsError(error, code))) return undefined;
    throw error;
  }
}

/** Takes back directories that were made for nothing; one that is in use by now stays. */
export async function removeMade(
  workspace: Workspace,
  made: readonly WorkspacePath[],
): Promise<void> {
  for (const directory of made.toReversed()) {
    try {
      await workspace.disk.removeDirectory(workspace.absolute(directory));
    } catch {
      return;
    }
  }
}

async function makeDown(
  workspace: Workspace,
  start: Anchor,
  missing: readonly WorkspacePath[],
): Promise<OpenedParent> {
  const made: WorkspacePath[] = [];
  let anchor = start;
  for (const directory of missing) {
    try {
      const isNew = await workspace.disk.makeDirectory(anchor.at(nameOf(directory)), 0o777);
      if (isNew) made.push(directory);
    } finally {
      await anchor.close();
    }
    const next = await openDirectory(workspace, directory);
    if (next === undefined) throw notADirectory(directory);
    anchor = next;
  }
  return { anchor, made };
}

async function openDirectory(
  workspace: Workspace,
  directory: WorkspacePath,
): Promise<Anchor | undefined> {
  const stat = await workspace.disk.lstat(workspace.absolute(directory));
  if (stat === undefined) return undefined;
  if (stat.kind === 'file' || stat.kind === 'other') throw notADirectory(directory);
  return await openAnchor(workspace.disk, workspace.root, directory);
}

function notADirectory(path: WorkspacePath): StagedFsError {
  const shown = displayName(path);
  return new StagedFsError('ERR_STAGED_NOT_A_DIRECTORY', `\`${shown}\` is not a directory.`, {
    path: shown,
    hint: 'Commit the delete of that file too, or move it away.',
  });
}

function rootGone(path: WorkspacePath): StagedFsError {
  return new StagedFsError('ERR_STAGED_NOT_FOUND', 'The workspace directory is gone.', {
    path: displayName(path),
    hint: 'Restore the directory; the staged work is kept with it.',
  });
}
