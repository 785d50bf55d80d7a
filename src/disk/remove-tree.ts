import type { Disk } from './disk.ts';

/** Removes `path` and everything below it; links are removed, not followed. */
export async function removeTree(disk: Disk, path: string): Promise<void> {
  const stat = await disk.lstat(path);
  if (stat === undefined) return;
  if (stat.kind !== 'directory') {
    await disk.unlink(path);
    return;
  }
  for (const { name } of await disk.list(path)) await removeTree(disk, `${path}/${name}`);
  await disk.removeDirectory(path);
}
