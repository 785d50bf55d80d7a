import { expect, it } from 'vitest';
import { openEngine } from '../../src/index.ts';
import { tempWorkspace } from '../support/temp-workspace.ts';

it('does not delete a user’s edit of a file that was staged before its directory was deleted', async () => {
  await using workspace = await tempWorkspace({ 'd/x': 'old\n', 'd/y': 'y\n' });
  await using engine = await openEngine({ root: workspace.root });
  const session = await engine.session('s');
  await session.setMode('staged');
  await session.write('d/x', 'agent\n');
  await workspace.write('d/x', 'user\n');
  await session.remove('d', { recursive: true });
  const { committedPaths, failedPathsWithReasons } = await session.commit();
  expect(committedPaths).toEqual([]);
  expect(failedPathsWithReasons.map(({ path, code }) => [path, code])).toEqual([
    ['d', 'ERR_STAGED_CONFLICT'],
  ]);
  expect((await workspace.read('d/x')).toString()).toBe('user\n');
  expect((await workspace.read('d/y')).toString()).toBe('y\n');
});

it('deletes a directory whose files were staged before and are as they were', async () => {
  await using workspace = await tempWorkspace({
    'd/x': 'old\n',
    'd/e/y': 'y\n',
    'd/l': { link: 'x' },
  });
  await using engine = await openEngine({ root: workspace.root });
  const session = await engine.session('s');
  await session.setMode('staged');
  await session.write('d/x', 'agent\n');
  await session.remove('d/e', { recursive: true });
  await session.remove('d/l');
  await session.remove('d', { recursive: true });
  expect(await session.commit()).toEqual({ committedPaths: ['d'], failedPathsWithReasons: [] });
  expect(await workspace.exists('d')).toBe(false);
});
