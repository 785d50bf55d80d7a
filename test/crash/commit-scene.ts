// A workspace and staged work that a commit has every kind of trouble with.
import { expect } from 'vitest';
import type { Session } from '../../src/index.ts';
import { type TempWorkspace, tempWorkspace } from '../support/temp-workspace.ts';
import { stagedSession, testEngine } from '../support/test-engine.ts';
import type { TreeNode } from '../support/tree.ts';

export type Tree = Record<string, TreeNode>;

export interface CommitScene extends AsyncDisposable {
  readonly workspace: TempWorkspace;
  readonly before: Tree;
}

const BYTES = Buffer.alloc(300_000, 'large body ');

/** Staged and closed: ready for another engine to commit. */
export async function commitScene(): Promise<CommitScene> {
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
  await using engine = await testEngine(workspace.root);
  await stage(await stagedSession(engine));
  const before = await workspace.tree();
  return {
    workspace,
    before,
    [Symbol.asyncDispose]: async () => await workspace[Symbol.asyncDispose](),
  };
}

async function stage(session: Session): Promise<void> {
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
  return await scene.workspace.tree();
}

/** Rule C1, before anyone recovers: every file is the old or the new one, or rightly absent. */
export function expectOldOrNew(now: Tree, before: Tree, after: Tree): void {
  const paths = Object.keys({ ...now, ...before, ...after }).filter((path) => !isTemporary(path));
  const wrong = paths.filter((path) => {
    const allowed = [before[path], after[path]].map((node) => JSON.stringify(node));
    // Between the delete of a file and the first write below it there is nothing yet.
    if (now[path] === undefined && after[path]?.kind === 'directory') return false;
    return !allowed.includes(JSON.stringify(now[path])) && now[path]?.kind !== 'directory';
  });
  expect(wrong).toEqual([]);
}

function isTemporary(path: string): boolean {
  return /(^|\/)\.[^/]*\.tmp(\/|$)/.test(path);
}

/** After a crash nothing is lost, and committing again finishes. */
export async function expectFinishes(workspace: TempWorkspace, after: Tree): Promise<void> {
  await using engine = await testEngine(workspace.root);
  const session = await engine.session('s');
  expect(await readThrough(session, after)).toEqual(contentOf(after));
  const { failedPathsWithReasons } = await session.commit();
  expect(failedPathsWithReasons).toEqual([]);
  expect(await workspace.tree()).toEqual(after);
  expect((await session.status()).pendingWrites).toEqual([]);
  await session.verify({ repair: true });
  expect(await session.verify()).toEqual({ findings: [], repaired: false });
}

async function readThrough(session: Session, after: Tree): Promise<Record<string, string>> {
  const files: Record<string, string> = {};
  for (const [path, { kind }] of Object.entries(after)) {
    if (kind === 'file') files[path] = Buffer.from(await session.read(path)).toString();
  }
  return files;
}

function contentOf(tree: Tree): Record<string, string> {
  return Object.fromEntries(
    Object.entries(tree).flatMap(([path, node]) =>
      node.kind === 'file' ? [[path, node.content.toString()]] : [],
    ),
  );
}
