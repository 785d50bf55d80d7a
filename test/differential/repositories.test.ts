// In a repository of any kind the patch is git's, a shadow of it can be had, and the repository
// itself keeps every byte (rule W1).
import { cp } from 'node:fs/promises';
import { basename } from 'node:path';
import { expect, it } from 'vitest';
import type { Session } from '../../src/index.ts';
import { gitOk } from '../support/git.ts';
import { workingTreeOf } from '../support/git-tree.ts';
import { hashTree } from '../support/hash-tree.ts';
import { sampled } from '../support/sampled.ts';
import { tempWorkspace } from '../support/temp-workspace.ts';
import { stagedSession, testEngine } from '../support/test-engine.ts';
import { filesOf, type SeenFile, viewOf } from '../support/view.ts';
import { MARKER, REPOSITORY_KINDS, type RepositoryPlace } from './repository-kinds.ts';
import { expectSamePatch, expectWhole, shadowOf } from './shadow-repository.ts';

it.each(sampled(REPOSITORY_KINDS, 10))('with $title', async ({ make }) => {
  await using scratch = await tempWorkspace();
  const place = await make(scratch.root);
  const before = await hashesOf(place);
  await using engine = await testEngine(place.root);
  const session = await stage(await stagedSession(engine));
  const patch = await session.diff();
  expect(textOf(patch)).toBe(await gitsPatch(place, session, patch));
  const { gitDir, warnings } = await shadowOf(session);
  expect(warnings).toEqual([]);
  await expectSamePatch(session, gitDir);
  await expectWhole(gitDir);
  const other = await stagedSession(engine, 'other');
  await other.applyPatch(patch);
  expect(textOf(await other.diff())).toBe(textOf(patch));
  const committed = await session.commit({ paths: ['a.txt', 'new/x'] });
  expect(committed).toEqual({ committedPaths: ['a.txt', 'new/x'], failedPathsWithReasons: [] });
  await session.discard();
  await other.discard();
  expect(await shadowOf(session)).toEqual({ gitDir, warnings: [] });
  expect(await hashesOf(place)).toEqual(before);
  expect(await scratch.exists(MARKER)).toBe(false);
});

async function stage(session: Session): Promise<Session> {
  await session.write('a.txt', 'one\n2\nthree\nfour\n');
  await session.write('new/x', 'x\n', { fileMode: '100755' });
  await session.write('new/link', '../a.txt', { fileMode: '120000' });
  await session.write('large.bin', Buffer.from([0, 1, 2, 4, 255, 9]));
  await session.write('untracked', 'tracked by none\n');
  await session.remove('d/b.txt');
  await session.write('moved.txt', 'b\n');
  return session;
}

/** The patch of a plain repository with the same files, after git has applied ours there. */
async function gitsPatch(
  { root, format = 'sha1' }: RepositoryPlace,
  session: Session,
  patch: Uint8Array,
): Promise<string> {
  await using copy = await tempWorkspace();
  const isContent = (path: string): boolean => !KEPT_OUT.includes(basename(path));
  await cp(root, copy.root, { recursive: true, verbatimSymlinks: true, filter: isContent });
  await gitOk(copy.root, 'init', '--quiet', `--object-format=${format}`);
  const before = await workingTreeOf(copy.root);
  await gitOk({ cwd: copy.root, stdin: patch }, 'apply');
  expect(contentIn(await filesOf(copy.root))).toEqual(contentIn(await viewOf(session)));
  await gitOk(copy.root, 'add', '--all', '--force');
  const options = ['--no-renames', '--binary', '--full-index', '--no-textconv'];
  const { stdout } = await gitOk(copy.root, 'diff', '--cached', ...options, before);
  return textOf(stdout);
}

const KEPT_OUT: readonly string[] = ['.git', '.harn', '.gitattributes'];

function contentIn(files: Record<string, SeenFile>): Record<string, SeenFile> {
  const isContent = ([path]: readonly [string, SeenFile]): boolean =>
    !path.split('/').some((name) => KEPT_OUT.includes(name));
  return Object.fromEntries(Object.entries(files).filter(isContent));
}

async function hashesOf({ gitPlaces }: RepositoryPlace): Promise<Record<string, string>[]> {
  return await Promise.all(gitPlaces.map(hashTree));
}

function textOf(bytes: Uint8Array): string {
  return Buffer.from(bytes).toString('latin1');
}
