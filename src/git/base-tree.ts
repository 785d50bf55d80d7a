import { type TreeEntry, writeTree } from 'isomorphic-git';
import type { GitFileSystem } from '../disk/git-file-system.ts';

/** One file of a tree. */
export interface TreeFile {
  readonly path: string;
  readonly mode: string;
  readonly oid: string;
}

/** Where trees are written. */
export interface TreePlace {
  readonly fs: GitFileSystem;
  readonly gitdir: string;
}

/** Writes the tree of `files` with its subtrees; returns its object id. */
export async function writeFiles(place: TreePlace, files: readonly TreeFile[]): Promise<string> {
  const blobs: TreeEntry[] = [];
  const below = new Map<string, TreeFile[]>();
  for (const file of files) {
    const slash = file.path.indexOf('/');
    if (slash < 0) blobs.push({ ...file, type: 'blob' });
    else addTo(below, file.path.slice(0, slash), { ...file, path: file.path.slice(slash + 1) });
  }
  const trees: TreeEntry[] = [];
  for (const [path, inside] of below) {
    trees.push({ mode: '040000', path, type: 'tree', oid: await writeFiles(place, inside) });
  }
  return await writeTree({ ...place, tree: [...blobs, ...trees] });
}

function addTo(below: Map<string, TreeFile[]>, name: string, file: TreeFile): void {
  const inside = below.get(name);
  if (inside === undefined) below.set(name, [file]);
  else inside.push(file);
}
