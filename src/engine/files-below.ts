import type { Disk } from '../disk/disk.ts';
import { createNodeDisk } from '../disk/node-disk.ts';

/**
 * The paths below a directory of the workspace, `root`-relative; none when it is no directory. One
 * that is empty is named itself, with a slash at its end.
 */
export async function* filesBelow(
  root: string,
  path: string,
  disk: Disk = createNodeDisk(),
): AsyncGenerator<string> {
  if ((await disk.lstat(`${root}/${path}`))?.kind !== 'directory') return;
  const names = await disk.list(`${root}/${path}`);
  if (names.length === 0) yield `${path}/`;
  for (const { name, kind } of names) {
    if (kind === 'directory') yield* filesBelow(root, `${path}/${name}`, disk);
    else yield `${path}/${name}`;
  }
}
