// Pipes and the like in a directory: no bytes to compare, so the inode alone says what it is.
import { execFileSync } from 'node:child_process';
import { rmSync } from 'node:fs';
import { readdir } from 'node:fs/promises';
import { expect, it } from 'vitest';
import { tempWorkspace } from '../support/temp-workspace.ts';
import { stagedSession, testEngine } from '../support/test-engine.ts';

it('deletes a directory with a pipe that was made a moment before', async () => {
  await using workspace = await tempWorkspace({ 'd/a': 'a' });
  execFileSync('mkfifo', [workspace.path('d/pipe')]);
  await using engine = await testEngine(workspace.root);
  const session = await stagedSession(engine);
  await session.remove('d', { recursive: true });
  expect(await session.commit()).toEqual({ committedPaths: ['d'], failedPathsWithReasons: [] });
  expect(await readdir(workspace.root)).toEqual(['.harn']);
});

it('keeps a directory whose pipe is another one by now', async () => {
  await using workspace = await tempWorkspace({ 'd/a': 'a' });
  execFileSync('mkfifo', [workspace.path('d/pipe')]);
  await using engine = await testEngine(workspace.root);
  const session = await stagedSession(engine);
  await session.remove('d', { recursive: true });
  // Made before the first goes: else it may get the same inode.
  execFileSync('mkfifo', [workspace.path('other')]);
  rmSync(workspace.path('d/pipe'));
  execFileSync('mv', [workspace.path('other'), workspace.path('d/pipe')]);
  const { failedPathsWithReasons } = await session.commit();
  expect(failedPathsWithReasons.map(({ path, code }) => [path, code])).toEqual([
    ['d', 'ERR_STAGED_CONFLICT'],
  ]);
  expect(await readdir(workspace.path('d'))).toEqual(['a', 'pipe']);
});
