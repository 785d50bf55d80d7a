// What attacks on the built program found, and what has held since.
import { execFileSync } from 'node:child_process';
import { rename, rm, symlink } from 'node:fs/promises';
import { expect, it } from 'vitest';
import { parsePathspec } from '../../src/cli/pathspec.ts';
import { tempWorkspace } from '../support/temp-workspace.ts';
import { SESSION_DIRECTORY, stagedSession, testEngine } from '../support/test-engine.ts';
import { codeOf } from './failure.ts';

it('keeps what the user made below a directory that was staged for deletion', async () => {
  await using workspace = await tempWorkspace({ 'a/b/c': 'old' });
  await using engine = await testEngine(workspace.root);
  const session = await stagedSession(engine);
  await session.remove('a', { recursive: true });
  await workspace.write('a/b/user', 'by the user');
  await session.write('a/b', 'by the agent');
  const { committedPaths, failedPathsWithReasons } = await session.commit({ paths: ['a/b'] });
  expect({
    committedPaths,
    failed: failedPathsWithReasons.map(({ path, code }) => ({ path, code })),
    isKept: await workspace.exists('a/b/user'),
  }).toEqual({
    committedPaths: [],
    failed: [{ path: 'a/b', code: 'ERR_STAGED_CONFLICT' }],
    isKept: true,
  });
});

it('stays away from the workspace when the state of an open staged session vanishes', async () => {
  await using workspace = await tempWorkspace({ keep: 'k' });
  await using engine = await testEngine(workspace.root);
  const session = await stagedSession(engine);
  await session.write('a', 'staged');
  await rm(workspace.path('.harn'), { recursive: true });
  await session.write('b', 'staged?').catch(() => undefined);
  await session.remove('keep').catch(() => undefined);
  expect(Object.keys(await workspace.tree())).toEqual(['keep']);
});

it('refuses an empty pathspec, as git does', () => {
  const start = { prefix: '', insideWorkspace: () => undefined };
  expect(() => parsePathspec('', start)).toThrow();
});

it('prints the kept base of a path that is now reached through a link, and the rest', async () => {
  await using workspace = await tempWorkspace({ 'd/f': '1\n', 'other/f': 'o\n' });
  await using engine = await testEngine(workspace.root);
  const session = await stagedSession(engine);
  await session.write('d/f', '2\n');
  await rename(workspace.path('d'), workspace.path('d2'));
  await symlink('other', workspace.path('d'));
  const patch = Buffer.from(await session.diff()).toString();
  expect(patch.split('\n').slice(-4)).toEqual(['@@ -1 +1 @@', '-1', '+2', '']);
});

it.each(['journal.jsonl', 'a body'])(
  'calls a FIFO in place of %s damage, also to verify',
  async (what) => {
    await using workspace = await tempWorkspace();
    const first = await testEngine(workspace.root);
    const { digest } = await (await stagedSession(first)).write('a', 'A');
    await first.close();
    const place = what === 'a body' ? `bodies/${digest}` : what;
    const path = workspace.path(`${SESSION_DIRECTORY}/${place}`);
    await rm(path);
    execFileSync('mkfifo', [path]);
    await using engine = await testEngine(workspace.root);
    const session = await engine.session('s');
    const code = await codeOf(session.read('a'));
    const { findings } = await session.verify();
    expect({ code, kinds: findings.map(({ kind }) => kind) }).toEqual(
      what === 'a body'
        ? { code: 'ERR_STAGED_BODY_CORRUPT', kinds: ['body-corrupt'] }
        : { code: 'ERR_STAGED_CORRUPT', kinds: ['journal-damaged'] },
    );
  },
);

it('refuses what lies below a dangling link, however deep', async () => {
  await using workspace = await tempWorkspace({
    'a/link': { link: '../../outside/evil' },
    'a/b/in': { link: 'nowhere' },
  });
  await using engine = await testEngine(workspace.root);
  const session = await stagedSession(engine);
  expect(await codeOf(session.write('a/link/x', 'x'))).toBe('ERR_STAGED_PATH_ESCAPE');
  expect(await codeOf(session.write('a/link/new/deep/x', 'x'))).toBe('ERR_STAGED_PATH_ESCAPE');
  expect((await session.write('a/b/in/x', 'x')).path).toBe('a/b/nowhere/x');
});
