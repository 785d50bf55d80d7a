// A folder as a value that tests can compare.
import { isUtf8 } from 'node:buffer';
import type { Stats } from 'node:fs';
import { lstat, readdir, readFile, readlink } from 'node:fs/promises';

/** `mode` is the permission bits with setuid, setgid and sticky; a link has none of its own. */
export type TreeNode =
  | { readonly kind: 'file'; readonly mode: number; readonly content: Buffer }
  | { readonly kind: 'directory'; readonly mode: number }
  | { readonly kind: 'symlink'; readonly target: string }
  | { readonly kind: 'other'; readonly mode: number };

const NOT_CONTENT: readonly string[] = ['.git', '.harn/state'];

/** Path → node in byte order of paths, without git's own and the engine's own state. */
export async function readTree(root: string): Promise<Record<string, TreeNode>> {
  const nodes = await readFolder({ bytes: Buffer.from(root), path: '' });
  const kept = nodes.some(([path]) => path.startsWith('.harn/'))
    ? nodes
    : nodes.filter(([path]) => path !== '.harn');
  // fromEntries, so that even `__proto__` is an ordinary name.
  return Object.fromEntries(kept.sort(([left], [right]) => compareBytes(left, right)));
}

interface Place {
  /** The path as the system knows it: names need not be UTF-8. */
  readonly bytes: Buffer;
  readonly path: string;
}

type Named = [path: string, node: TreeNode];

async function readFolder(folder: Place): Promise<Named[]> {
  const names = await readdir(folder.bytes, { encoding: 'buffer' });
  const places = names.map((name) => below(folder, name));
  const content = places.filter(({ path }) => !NOT_CONTENT.includes(path));
  return (await Promise.all(content.map(readPlace))).flat();
}

async function readPlace(place: Place): Promise<Named[]> {
  const stats = await lstat(place.bytes);
  const inside = stats.isDirectory() ? await readFolder(place) : [];
  return [[place.path, await nodeAt(place, stats)], ...inside];
}

async function nodeAt({ bytes }: Place, stats: Stats): Promise<TreeNode> {
  const mode = stats.mode & 0o7777;
  if (stats.isFile()) return { kind: 'file', mode, content: await readFile(bytes) };
  if (stats.isDirectory()) return { kind: 'directory', mode };
  if (stats.isSymbolicLink()) return { kind: 'symlink', target: await readlink(bytes) };
  return { kind: 'other', mode };
}

function below(folder: Place, name: Buffer): Place {
  const text = isUtf8(name) ? name.toString() : `latin1:${name.toString('latin1')}`;
  return {
    bytes: Buffer.concat([folder.bytes, Buffer.from('/'), name]),
    path: folder.path === '' ? text : `${folder.path}/${text}`,
  };
}

function compareBytes(left: string, right: string): number {
  return Buffer.compare(Buffer.from(left), Buffer.from(right));
}
