// Trees of a git repository as values, and working trees as git sees them.
import { createHash } from 'node:crypto';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { gitOk } from './git.ts';

/** One path of a tree: git's mode, its object, and the bytes it takes (0 for a submodule). */
interface TreeEntry {
  readonly mode: string;
  readonly oid: string;
  readonly size: number;
}

export type GitTree = ReadonlyMap<string, TreeEntry>;

/** The tree of a commit, all paths. @throws for a name that is not UTF-8 */
export async function treeOf(repository: string, commit: string): Promise<GitTree> {
  const { stdout } = await gitOk(repository, 'ls-tree', '-r', '-l', '-z', '--full-tree', commit);
  const text = new TextDecoder('utf-8', { fatal: true }).decode(stdout);
  return new Map(text.split('\0').filter(Boolean).map(parseLine));
}

function parseLine(line: string): [string, TreeEntry] {
  const tab = line.indexOf('\t');
  const [mode = '', , oid = '', size = ''] = line.slice(0, tab).split(/ +/);
  return [line.slice(tab + 1), { mode, oid, size: Number(size) || 0 }];
}

/** The bytes of objects, by id. */
export async function blobsOf(
  repository: string,
  oids: readonly string[],
): Promise<ReadonlyMap<string, Buffer>> {
  const stdin = oids.map((oid) => `${oid}\n`).join('');
  const { stdout } = await gitOk({ cwd: repository, stdin }, 'cat-file', '--batch');
  const blobs = new Map<string, Buffer>();
  for (let at = 0; at < stdout.length; ) {
    const end = stdout.indexOf('\n', at);
    const [oid = '', , size] = stdout.toString('latin1', at, end).split(' ');
    const start = end + 1;
    blobs.set(oid, stdout.subarray(start, start + Number(size)));
    at = start + Number(size) + 1;
  }
  return blobs;
}

/** The object id git gives a file of these bytes. */
export function blobOidOf(bytes: Uint8Array): string {
  return createHash('sha1').update(`blob ${bytes.length}\0`).update(bytes).digest('hex');
}

/**
 * Clones without a working tree yet. Files come out of it as they are in the repository, and diffs
 * as they are by default, whatever its attributes say.
 */
export async function plainClone(repository: string, to: string): Promise<string> {
  await gitOk('/', 'clone', '--quiet', '--shared', '--no-checkout', repository, to);
  const plain = '* !diff -text !eol !filter !ident !working-tree-encoding !whitespace\n';
  await writeFile(join(to, '.git/info/attributes'), plain);
  return to;
}

/** Makes the working tree a commit's, less what is ignored. */
export async function checkOut(clone: string, commit: string): Promise<void> {
  await gitOk(clone, 'checkout', '--quiet', '--force', '--detach', commit);
  await gitOk(clone, 'clean', '--quiet', '-ffd');
}

/** The id of the tree that the files in a clone make up, ignored ones included. */
export async function workingTreeOf(clone: string): Promise<string> {
  await gitOk(clone, 'add', '--all', '--force', '--', '.', ':(exclude).harn');
  return (await gitOk(clone, 'write-tree')).stdout.toString().trim();
}

/** What a revision names, as an object id. */
export async function oidOf(repository: string, revision: string): Promise<string> {
  return (await gitOk(repository, 'rev-parse', revision)).stdout.toString().trim();
}
