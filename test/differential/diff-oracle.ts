// What the real git prints for the same changes: one repository, one process for all of them.
import { createHash } from 'node:crypto';
import type { FileChange, FileSide, GitMode } from '../../src/diff/file-change.ts';
import { gitOk } from '../support/git.ts';

export interface TreePair {
  readonly directory: string;
  readonly before: string;
  readonly after: string;
}

/** One state of a file, with the object id git would give it. */
export function sideOf(bytes: Uint8Array | string, mode: GitMode = '100644'): FileSide {
  const body = typeof bytes === 'string' ? Buffer.from(bytes) : bytes;
  const header = `blob ${body.length}\0`;
  const oid = createHash('sha1').update(header).update(body).digest('hex');
  return { mode, oid, bytes: body };
}

/** A submodule at a commit that need not exist. */
export function submoduleAt(oid: string): FileSide {
  return { mode: '160000', oid, bytes: new Uint8Array() };
}

/** Puts both sides of `changes` into a new repository in `directory`. */
export async function writeTrees(
  directory: string,
  changes: readonly FileChange[],
): Promise<TreePair> {
  await gitOk(directory, 'init', '--quiet');
  const blobs = changes.flatMap(({ before, after }) => [before, after]).filter(isBlob);
  const stdin = Buffer.concat(
    blobs.flatMap(({ bytes }) => [`blob\ndata ${bytes.length}\n`, bytes, '\n'].map(bufferOf)),
  );
  await gitOk({ cwd: directory, stdin }, 'fast-import', '--quiet');
  const before = await writeTree(directory, 'before', entriesOf(changes, 'before'));
  const after = await writeTree(directory, 'after', entriesOf(changes, 'after'));
  return { directory, before, after };
}

/** What `git diff` prints with these options, of all paths or of `path` alone. */
export async function gitDiff(
  { directory, before, after }: TreePair,
  options: readonly string[],
  path?: Uint8Array,
): Promise<Buffer> {
  const paths = path === undefined ? [] : ['--', `:(literal)${Buffer.from(path).toString()}`];
  const all = ['diff', '--no-ext-diff', ...options, before, after, ...paths];
  const { stdout } = await gitOk(directory, ...all);
  return stdout;
}

async function writeTree(cwd: string, name: string, entries: readonly Buffer[]): Promise<string> {
  const env = { GIT_INDEX_FILE: `.git/index-${name}` };
  const stdin = Buffer.concat(entries);
  await gitOk({ cwd, env, stdin }, 'update-index', '-z', '--index-info');
  const { stdout } = await gitOk({ cwd, env }, 'write-tree', '--missing-ok');
  return stdout.toString('latin1').trim();
}

function entriesOf(changes: readonly FileChange[], which: 'before' | 'after'): Buffer[] {
  return changes.flatMap((change) => {
    const side = change[which];
    if (side === undefined) return [];
    const head = `${side.mode} ${side.oid}\t`;
    return [bufferOf(head), Buffer.from(change.path), Buffer.from([0])];
  });
}

function isBlob(side: FileSide | undefined): side is FileSide {
  return side !== undefined && side.mode !== '160000';
}

function bufferOf(part: string | Uint8Array): Buffer {
  return Buffer.from(part);
}
