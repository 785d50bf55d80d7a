import type { WorkspacePath } from '../base/workspace-path.ts';
import { isIoError } from '../disk/io-error.ts';
import type { Workspace } from './workspace.ts';

/** Puts the names in a directory on the medium, where it still is one. */
export async function syncNames(workspace: Workspace, directory: WorkspacePath): Promise<void> {
  try {
    await workspace.disk.syncDirectory(workspace.absolute(directory));
  } catch (error) {
    // Whoever took it away meanwhile decides what becomes of its names.
    if (!isIoError(error, 'ENOENT', 'ENOTDIR', 'ELOOP')) throw error;
  }
}
