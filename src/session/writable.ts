import { StagedFsError } from '../base/errors.ts';
import { displayName } from '../base/name.ts';
import { parentOf, type WorkspacePath } from '../base/workspace-path.ts';
import type { DiskStat } from '../disk/disk.ts';
import type { Lower } from '../overlay/lower.ts';

/**
 * Refuses what a plain write would be refused: a rename goes over a file that its owner protected, or
 * that is somebody else's, as long as the directory is ours. `seen` is what is at `path`.
 * @throws ERR_STAGED_IO with errno EACCES, naming the file or directory and its mode
 */
export async function assertWritable(
  lower: Lower,
  path: WorkspacePath,
  seen: DiskStat | undefined,
): Promise<void> {
  const directory = await directoryOf(lower, path);
  if (directory.stat?.kind === 'directory') await assertOurs(lower, directory.path, directory.stat);
  if (seen?.kind === 'file') await assertOurs(lower, path, seen);
}

// The nearest one that is there: those between are made in it.
async function directoryOf(
  lower: Lower,
  path: WorkspacePath,
): Promise<{ readonly path: WorkspacePath; readonly stat: DiskStat | undefined }> {
  let at = parentOf(path);
  let stat = await lower.lstat(at);
  while (stat === undefined && at !== '') {
    at = parentOf(at);
    stat = await lower.lstat(at);
  }
  return { path: at, stat };
}

async function assertOurs(lower: Lower, path: WorkspacePath, stat: DiskStat): Promise<void> {
  // Bits first: they are what root protects a file from itself with.
  if ((stat.permissions & OWNER_WRITES) === 0) throw refused(path, stat, 'is read-only');
  if (await lower.disk.isWritable(lower.absolute(path))) return;
  throw refused(path, stat, 'may not be changed by this user');
}

const OWNER_WRITES = 0o200;

function refused(path: WorkspacePath, stat: DiskStat, why: string): StagedFsError {
  const shown = path === '' ? '.' : displayName(path);
  const mode = stat.permissions.toString(8).padStart(4, '0');
  return new StagedFsError(
    'ERR_STAGED_IO',
    `\`${shown}\` ${why} (mode ${mode}): EACCES, permission denied.`,
    {
      path: shown,
      errno: 'EACCES',
      verb: 'commit',
      hint: 'Make it writable, or commit with `--force`.',
    },
  );
}
