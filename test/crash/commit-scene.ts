// A workspace and staged work that a commit has every kind of trouble with.
import { expect } from 'vitest';
import type { Disk } from '../../src/disk/disk.ts';
import { createNodeDisk } from '../../src/disk/node-disk.ts';
import type { Session } from '../../src/index.ts';
import { hashOf } from '../support/hash-of.ts';
import { type TempWorkspace, tempWorkspace } from '../support/temp-workspace.ts';
import { stagedSession, testEngine } from '../support/test-engine.ts';
import type { TreeNode } from '../support/tree.ts';

/** Each path as one line: comparing large bodies byte by byte takes longer than everything else. */
export type Tree = Record<string, string>;

export interface CommitScene extends AsyncDisposable {
  readonly workspace: TempWorkspace;
  readonly before: Tree;
}

const BYTES = Buffer.alloc(300_000, 'large body ');

/** Staged and closed: ready for another engine to commit. */
export async function commitScene(): Promise<CommitScene> {
  const scene = await unstagedScene();
  await using engine = await testEngine(scene.workspace.root);
  await stage(await stagedSession(engine));
  return scene;
}

/** The same before anything is staged. */
export async function unstagedScene(): Promise<CommitScene> {
  const workspace = await tempWorkspace({
    a: 'old a',
    'run.sh': { content: 'old', mode: 0o750 },
    'd/x': 'old x',
    'd/y': 'old y',
    'd/sub/z': 'old z',
    'gone/one': 'old one',
    file: 'becomes a directory',
    'dir/inner': 'becomes a file',
    link: { link: 'a' },
    untouched: 'as it is',
  });
  const before = await treeIn(workspace);
  return {
    workspace,
    before,
    [Symbol.asyncDispose]: async () => await workspace[Symbol.asyncDispose](),
  };
}

/** Stages what the scene is about. */
export async function stage(session: Session): Promise<void> {
  await session.write('a', 'new a');
  await session.write('run.sh', 'new');
  await session.write('new/deep/file', 'brand new');
  await session.write('large', BYTES);
  await session.remove('d', { recursive: true });
  await session.write('d/x', 'new x');
  await session.remove('gone', { recursive: true });
  await session.remove('file');
  await session.write('file/in', 'in it');
  await session.remove('dir', { recursive: true });
  await session.write('dir', 'a file');
  await session.write('link', 'd/x', { fileMode: '120000' });
}

/** The tree of a commit that nothing went wrong in. */
export async function committedTree(): Promise<Tree> {
  await using scene = await commitScene();
  await using engine = await testEngine(scene.workspace.root);
  const session = await engine.session('s');
  expect((await session.commit()).failedPathsWithReasons).toEqual([]);
  return await treeIn(scene.workspace);
}

/** Rule C1, before anyone recovers: every file is the old or the new one, or rightly absent. */
export function expectOldOrNew(now: Tree, before: Tree, after: Tree): void {
  const paths = Object.keys({ ...now, ...before, ...after }).filter((path) => !isTemporary(path));
  const wrong = paths.filter((path) => {
    if (isDirectory(now[path])) return false;
    // Between the delete of a file and the first write below it there is nothing yet.
    if (now[path] === undefined && isDirectory(after[path])) return false;
    return ![before[path], after[path]].includes(now[path]);
  });
  expect(wrong).toEqual([]);
}

/** The tree of a workspace. */
export async function treeIn(workspace: TempWorkspace): Promise<Tree> {
  const nodes = Object.entries(await workspace.tree());
  return Object.fromEntries(nodes.map(([path, node]) => [path, lineFor(node)]));
}

function lineFor(node: TreeNode): string {
  if (node.kind === 'symlink') return `symlink ${node.target}`;
  const mode = node.mode.toString(8);
  return node.kind === 'file' ? `file ${mode} ${hashOf(node.content)}` : `${node.kind} ${mode}`;
}

function isDirectory(line: string | undefined): boolean {
  return line?.startsWith('directory') === true;
}

function isTemporary(path: string): boolean {
  return /(^|\/)\.[^/]*\.tmp(\/|$)/.test(path);
}

/** Before anyone recovers: what the commit got done is no conflict. */
export async function expectNoConflicts({ root }: TempWorkspace): Promise<void> {
  await using engine = await testEngine(root);
  const { pendingWrites } = await (await engine.session('s')).status();
  const conflicts = pendingWrites.filter(({ conflict }) => conflict).map(({ path }) => path);
  // Deleted and filled again: until a recovery, what was put into it looks like a user's file.
  expect(conflicts.filter((path) => path !== 'd')).toEqual([]);
}

/** After a crash nothing is lost, and committing again finishes, on `disk`. */
export async function expectFinishes(
  workspace: TempWorkspace,
  after: Tree,
  disk: Disk = createNodeDisk(),
): Promise<void> {
  await using engine = await testEngine(workspace.root, { disk });
  const session = await engine.session('s');
  expect(await hashesIn(session, after)).toEqual(hashesOf(after));
  const { failedPathsWithReasons } = await session.commit();
  expect(failedPathsWithReasons).toEqual([]);
  expect(await treeIn(workspace)).toEqual(after);
  expect((await session.status()).pendingWrites).toEqual([]);
  await session.verify({ repair: true });
  expect(await session.verify()).toEqual({ findings: [], repaired: false });
}

async function hashesIn(session: Session, after: Tree): Promise<Record<string, string>> {
  const hashes: Record<string, string> = {};
  for (const path of Object.keys(hashesOf(after))) hashes[path] = hashOf(await session.read(path));
  return hashes;
}

function hashesOf(tree: Tree): Record<string, string> {
  const files = Object.entries(tree).filter(([, line]) => line.startsWith('file'));
  return Object.fromEntries(files.map(([path, line]) => [path, line.split(' ')[2] ?? '']));
}
