import { isStagedFsError } from '../base/errors.ts';
import type { Disk, DiskStat } from './disk.ts';

/** Removes `path` and everything below it, also from read-only directories; follows no link. */
export async function removeTree(disk: Disk, path: string): Promise<void> {
  const stat = await disk.lstat(path);
  if (stat === undefined) return;
  if (stat.kind !== 'directory') {
    await disk.unlink(path);
    return;
  }
  await openUp(disk, path, stat);
  for (const { name } of await disk.list(path)) await removeTree(disk, `${path}/${name}`);
  await disk.removeDirectory(path);
}

const OWNERS_BITS = 0o700;

/** Lets a directory's names be removed, where its permission bits forbid that: they bind all but root. */
export async function openUp(disk: Disk, path: string, { permissions }: DiskStat): Promise<void> {
  if ((permissions & OWNERS_BITS) === OWNERS_BITS) return;
  try {
    await disk.chmod(path, permissions | OWNERS_BITS);
  } catch (error) {
    // Somebody else's: the removal itself may go all the same, or tells why not.
    if (!isStagedFsError(error, 'ERR_STAGED_IO')) throw error;
  }
}
