// What can't be looked at: told as a conflict of its own path, and in nobody else's way.
import { rename } from 'node:fs/promises';
import { expect, it } from 'vitest';
import { StagedFsError } from '../../src/base/errors.ts';
import { createNodeDisk } from '../../src/disk/node-disk.ts';
import { wrapDisk } from '../support/counting-disk.ts';
import { gitOk } from '../support/git.ts';
import { tempWorkspace } from '../support/temp-workspace.ts';
import { stagedSession, testEngine } from '../support/test-engine.ts';

it('a git directory made in a deleted one', async () => {
  await using workspace = await tempWorkspace({ 'd/x': 'x', a: 'a' });
  await using engine = await testEngine(workspace.root);
  const session = await stagedSession(engine);
  await session.remove('d', { recursive: true });
  await session.write('a', 'A');
  await gitOk(workspace.path('d'), 'init', '--quiet');
  const { pendingWrites } = await session.status();
  expect(pendingWrites.map(({ path, conflict }) => [path, conflict])).toEqual([
    ['a', false],
    ['d', true],
  ]);
  const { committedPaths, failedPathsWithReasons } = await session.commit();
  expect(committedPaths).toEqual(['a']);
  expect(failedPathsWithReasons.map(({ path }) => path)).toEqual(['d']);
  expect(await session.discard({ paths: ['d'] })).toEqual({ discardedPaths: ['d'] });
});

it('a file that may not be read: its patch comes from what is kept', async () => {
  await using workspace = await tempWorkspace({ a: 'a\n', b: 'b\n' });
  let isLocked = false;
  // As the system answers everyone but root.
  const disk = wrapDisk(createNodeDisk(), {
    call: async (call, run) => {
      if (isLocked && call.path.endsWith('/a') && /open|readFile/i.test(call.verb)) {
        throw new StagedFsError('ERR_STAGED_IO', 'EACCES', { path: call.path, errno: 'EACCES' });
      }
      return await run();
    },
  });
  {
    await using engine = await testEngine(workspace.root);
    const session = await stagedSession(engine);
    await session.write('a', 'A\n');
    await session.write('b', 'B\n');
  }
  // Another file, so that it has to be read to be told apart.
  await workspace.write('c', 'a\n');
  await rename(workspace.path('c'), workspace.path('a'));
  isLocked = true;
  await using engine = await testEngine(workspace.root, { disk });
  const session = await engine.session('s');
  expect((await session.status()).pendingWrites.map(({ conflict }) => conflict)).toEqual([
    true,
    false,
  ]);
  expect(Buffer.from(await session.diff()).toString()).toContain('-a\n+A\n');
});
