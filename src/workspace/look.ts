import { parentOf, ROOT_PATH, type WorkspacePath } from '../base/workspace-path.ts';
import type { DiskStat } from '../disk/disk.ts';
import { isIoError } from '../disk/io-error.ts';
import type { Workspace } from './workspace.ts';

/**
 * What has exactly that key. Where a link has taken the place of a directory above it, nothing has:
 * the system would look behind the link, at what has another key.
 */
export async function lookAt(
  workspace: Workspace,
  path: WorkspacePath,
): Promise<DiskStat | undefined> {
  try {
    const stat = await workspace.disk.lstat(workspace.absolute(path));
    const parent = parentOf(path);
    if (stat === undefined || parent === ROOT_PATH) return stat;
    const directory = workspace.absolute(parent);
    return (await workspace.disk.realPath(directory)) === directory ? stat : undefined;
  } catch (error) {
    if (isIoError(error, 'ELOOP')) return undefined;
    throw error;
  }
}
