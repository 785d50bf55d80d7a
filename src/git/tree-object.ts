import type { ObjectFormat } from '../diff/blob-oid.ts';
import { type GitObject, gitObject } from './git-object.ts';

/** One file of a tree or an index. */
export interface TreeFile {
  /** A byte of the path is a character, so that names need not be UTF-8. */
  readonly path: string;
  readonly mode: string;
  readonly oid: string;
}

/** The trees that hold `files`, the outermost last. */
export function treesOf(files: readonly TreeFile[], format: ObjectFormat): GitObject[] {
  const objects: GitObject[] = [];
  addTree(objects, files, format);
  return objects;
}

// Adds to one list: there may be more trees than a call takes arguments.
function addTree(
  objects: GitObject[],
  files: readonly TreeFile[],
  format: ObjectFormat,
): GitObject {
  const entries: TreeFile[] = [];
  const below = new Map<string, TreeFile[]>();
  for (const file of files) {
    const slash = file.path.indexOf('/');
    if (slash < 0) entries.push(file);
    else addTo(below, file.path.slice(0, slash), { ...file, path: file.path.slice(slash + 1) });
  }
  for (const [path, inside] of below) {
    entries.push({ mode: DIRECTORY, path, oid: addTree(objects, inside, format).oid });
  }
  const tree = gitObject('tree', encodeTree(entries), format);
  objects.push(tree);
  return tree;
}

const DIRECTORY = '40000';

function addTo(below: Map<string, TreeFile[]>, name: string, file: TreeFile): void {
  const inside = below.get(name);
  if (inside === undefined) below.set(name, [file]);
  else inside.push(file);
}

function encodeTree(entries: readonly TreeFile[]): Uint8Array {
  const sorted = entries
    .map((entry) => ({ entry, key: Buffer.from(sortName(entry), 'latin1') }))
    .sort((left, right) => Buffer.compare(left.key, right.key));
  return Buffer.concat(
    sorted.flatMap(({ entry: { mode, path, oid } }) => [
      Buffer.from(`${mode} ${path}\0`, 'latin1'),
      Buffer.from(oid, 'hex'),
    ]),
  );
}

// A directory sorts as if its name ended with a slash.
function sortName({ mode, path }: TreeFile): string {
  return mode === DIRECTORY ? `${path}/` : path;
}
