import { GitIndexManager } from 'isomorphic-git/managers';
import { FileSystem } from 'isomorphic-git/models';
import type { TreeFile, TreePlace } from './base-tree.ts';

/** One pending file in the shadow index. */
export interface IndexFile extends TreeFile {
  readonly size: number;
}

/** Writes the index of `files` in one go: one write for a batch, not one a file. */
export async function writeIndex(place: TreePlace, files: readonly IndexFile[]): Promise<void> {
  // The managers take their own wrapper around a file system, the public verbs the file system itself.
  const at = { fs: new FileSystem(place.fs), gitdir: place.gitdir, cache: {} };
  await GitIndexManager.acquire(at, (index) => {
    for (const { path, mode, oid, size } of files) {
      index.insert({ filepath: path, oid, stats: statsOf(mode, size) });
    }
  });
}

// No working tree stands behind the index, so no stat of a file does.
function statsOf(mode: string, size: number): Readonly<Record<string, number>> {
  const nothing = { dev: 0, ino: 0, uid: 0, gid: 0 };
  return { ...nothing, ctimeMs: 0, mtimeMs: 0, mode: Number.parseInt(mode, 8), size };
}
