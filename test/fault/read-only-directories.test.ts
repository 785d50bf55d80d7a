// Deleted trees with directories that let nothing go, as those of a module cache.
import { chmodSync, readdirSync } from 'node:fs';
import { expect, it } from 'vitest';
import { createBoundDisk } from '../support/bound-disk.ts';
import { ARRANGEMENTS } from '../support/mounted-disk.ts';
import { type TempWorkspace, tempWorkspace } from '../support/temp-workspace.ts';
import { SESSION_DIRECTORY, stagedSession, testEngine } from '../support/test-engine.ts';

async function withReadOnly(): Promise<TempWorkspace> {
  const workspace = await tempWorkspace({
    'd/t/in/deep/f': 'f',
    'd/t/in/g': 'g',
    'd/t/h': 'h',
  });
  for (const path of ['d/t/in/deep', 'd/t/in']) chmodSync(workspace.path(path), 0o555);
  return workspace;
}

it.each(ARRANGEMENTS)('leave nothing behind, with $name', async ({ mounted }) => {
  await using workspace = await withReadOnly();
  const disk = mounted(createBoundDisk(), workspace.root);
  await using engine = await testEngine(workspace.root, { disk });
  const session = await stagedSession(engine);
  await session.remove('d/t', { recursive: true });
  expect(await session.commit()).toEqual({ committedPaths: ['d/t'], failedPathsWithReasons: [] });
  expect(readdirSync(workspace.path('d'))).toEqual([]);
  for (const path of ['w', 'x', 'y', 'z']) {
    await session.write(path, path);
    await session.commit();
  }
  // What old commits kept goes with them.
  expect(readdirSync(workspace.path(`${SESSION_DIRECTORY}/commit`))).toHaveLength(3);
  expect(await session.verify()).toEqual({ findings: [], repaired: false });
});

it('are deleted whole in immediate mode', async () => {
  await using workspace = await withReadOnly();
  await using engine = await testEngine(workspace.root, { disk: createBoundDisk() });
  const session = await engine.session('s');
  expect(await session.remove('d/t', { recursive: true })).toEqual({ path: 'd/t', removed: true });
  expect(readdirSync(workspace.path('d'))).toEqual([]);
});
