import { tmpdir } from 'node:os';
import { randomName } from '../base/random-name.ts';
import { createNodeDisk } from '../disk/node-disk.ts';
import { removeTree } from '../disk/remove-tree.ts';

/** A directory that nobody else uses, for as long as it is wanted. */
export interface ScratchDirectory {
  /** Real path. */
  readonly path: string;
  /** Removes it with everything in it. */
  remove(): Promise<void>;
}

/** Makes a directory for throw-away work, in the system's place for such. */
export async function createScratchDirectory(): Promise<ScratchDirectory> {
  const disk = createNodeDisk();
  const base = (await disk.realPath(tmpdir())) ?? tmpdir();
  const path = `${base}/staged-fs-${randomName()}`;
  await disk.makeDirectory(path, 0o700);
  return { path, remove: () => removeTree(disk, path) };
}
