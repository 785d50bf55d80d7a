// What turns one git tree into another, as the calls an agent would make.
import { posix } from 'node:path';
import type { FileMode } from '../../src/index.ts';
import { blobsOf, type GitTree } from './git-tree.ts';

interface TreeWrite {
  readonly path: string;
  readonly oid: string;
  /** Given only where the path does not have the mode already, or is a link. */
  readonly file_mode: FileMode | undefined;
}

export interface TreeChange {
  /** Each deleted file. */
  readonly deletes: readonly string[];
  /** Directories of which nothing is left, outermost only. */
  readonly goneDirectories: readonly string[];
  /** Deleted files that are in none of those. */
  readonly strayDeletes: readonly string[];
  /** Directories that a file replaces, and that have directories in them. */
  readonly replacedDirectories: readonly string[];
  readonly writes: readonly TreeWrite[];
}

export interface TreePair {
  readonly before: GitTree;
  readonly after: GitTree;
}

export function changeOf({ before, after }: TreePair): TreeChange {
  const deletes = [...before.keys()].filter((path) => !after.has(path));
  const writes = [...after]
    .filter(([path, { mode, oid }]) => {
      const old = before.get(path);
      return old?.oid !== oid || old.mode !== mode;
    })
    .map(([path, { oid }]) => ({ path, oid, file_mode: neededMode(path, { before, after }) }));
  const goneDirectories = outermostGone(deletes, after);
  const isGone = (path: string): boolean =>
    goneDirectories.some((directory) => path.startsWith(`${directory}/`));
  const replacedDirectories = goneDirectories.filter(
    (directory) => after.has(directory) && deletes.some((path) => isDeepIn(directory, path)),
  );
  const strayDeletes = deletes.filter((path) => !isGone(path));
  return { deletes, goneDirectories, strayDeletes, replacedDirectories, writes };
}

/** Why a change can't be staged, where that is by design. */
export async function reasonToSkip(
  repository: string,
  { before, after }: TreePair,
  { deletes, writes }: TreeChange,
): Promise<string | undefined> {
  const modes = [
    ...deletes.map((path) => before.get(path)?.mode),
    ...writes.flatMap(({ path }) => [before.get(path)?.mode, after.get(path)?.mode]),
  ];
  if (modes.includes('160000')) return 'changes a submodule';
  const links = writes.filter(({ path }) => after.get(path)?.mode === '120000');
  if (links.length === 0) return undefined;
  const targets = await blobsOf(
    repository,
    links.map(({ oid }) => oid),
  );
  const leaves = links.some(({ path, oid }) => leadsOut(path, String(targets.get(oid))));
  return leaves ? 'makes a link that leaves the repository' : undefined;
}

const FILE_MODES: readonly FileMode[] = ['100644', '100755', '120000'];

function neededMode(path: string, { before, after }: TreePair): FileMode | undefined {
  const mode = FILE_MODES.find((known) => known === after.get(path)?.mode);
  const old = before.get(path)?.mode ?? '100644';
  return mode === old && mode !== '120000' ? undefined : mode;
}

function outermostGone(deletes: readonly string[], after: GitTree): string[] {
  const kept = new Set([...after.keys()].flatMap(directoriesAbove));
  const gone = deletes.map((path) => directoriesAbove(path).find((name) => !kept.has(name)));
  return [...new Set(gone.filter((name) => name !== undefined))];
}

// Outermost first.
function directoriesAbove(path: string): string[] {
  const names = path.split('/').slice(0, -1);
  return names.map((_, index) => names.slice(0, index + 1).join('/'));
}

function isDeepIn(directory: string, path: string): boolean {
  return path.startsWith(`${directory}/`) && path.slice(directory.length + 1).includes('/');
}

function leadsOut(path: string, target: string): boolean {
  const place = posix.join(posix.dirname(path), target);
  return target.startsWith('/') || place === '..' || place.startsWith('../');
}
