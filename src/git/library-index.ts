import { GitIndexManager } from 'isomorphic-git/managers';
import type { TreeFile } from './tree-object.ts';

/**
 * An index of `files`, version 2 with SHA-1, as isomorphic-git writes it: into memory, since on disk it
 * would write in place and without a lock. Names must be UTF-8, and there must be at least one.
 */
export async function libraryIndex(files: readonly TreeFile[]): Promise<Uint8Array> {
  const file = new IndexInMemory();
  await GitIndexManager.acquire({ fs: file, gitdir: '', cache: {} }, (index) => {
    for (const { path, mode, oid } of files) {
      const filepath = Buffer.from(path, 'latin1').toString('utf8');
      index.insert({ filepath, oid, stats: statsOf(mode) });
    }
  });
  return file.bytes;
}

/** The one file that the library sees: not there yet when it looks. */
class IndexInMemory {
  bytes: Uint8Array = new Uint8Array();

  async lstat(): Promise<null> {
    return null;
  }

  async read(): Promise<null> {
    return null;
  }

  async write(_path: string, bytes: Uint8Array): Promise<void> {
    this.bytes = bytes;
  }
}

// No working tree stands behind the index, so no stat of a file does.
function statsOf(mode: string): Readonly<Record<string, number>> {
  const nothing = { dev: 0, ino: 0, uid: 0, gid: 0, size: 0, ctimeMs: 0, mtimeMs: 0 };
  return { ...nothing, mode: Number.parseInt(mode, 8) };
}
