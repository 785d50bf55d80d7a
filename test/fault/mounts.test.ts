// Real mounts, where this process may make them; elsewhere these are shown as skipped, and the disks
// of `other-file-system.test.ts` stand for them.
import { execFileSync } from 'node:child_process';
import * as fs from 'node:fs';
import { describe, expect, it, type TestContext } from 'vitest';
import { type TempWorkspace, tempWorkspace } from '../support/temp-workspace.ts';
import { stagedSession, testEngine } from '../support/test-engine.ts';
import { filesBelow } from './saving-scene.ts';

/** Mounts at `target` until it is disposed of; skips the test where that is refused. */
function mounted(test: TestContext, target: string, ...options: readonly string[]): Disposable {
  try {
    execFileSync('mount', [...options, target], { stdio: 'ignore' });
  } catch {
    test.skip('This process may not mount.');
  }
  return {
    [Symbol.dispose]() {
      execFileSync('umount', ['-l', target]);
    },
  };
}

async function plant(workspace: TempWorkspace, directory: string): Promise<void> {
  await workspace.write(`${directory}/x`, 'old');
  await workspace.write(`${directory}/gone`, 'gone');
  await workspace.write(`${directory}/tree/deep/y`, 'y');
  await workspace.write(`${directory}/tree/link`, { link: 'deep' });
  await workspace.write(`${directory}/kind/in`, 'in a directory');
  await workspace.write(`${directory}/big`, Buffer.alloc(2_000_000, 'big '));
}

async function expectCommitted(workspace: TempWorkspace, directory: string): Promise<void> {
  await using engine = await testEngine(workspace.root, { fsync: 'commit' });
  const session = await stagedSession(engine);
  for (const path of ['x', 'big', 'new/z']) await session.write(`${directory}/${path}`, 'new');
  await session.remove(`${directory}/gone`);
  for (const path of ['tree', 'kind']) {
    await session.remove(`${directory}/${path}`, { recursive: true });
  }
  await session.write(`${directory}/kind`, 'is a file');
  expect((await session.commit()).failedPathsWithReasons).toEqual([]);
  const files = { big: 'new', kind: 'is a file', 'new/z': 'new', x: 'new' };
  expect(filesBelow(workspace.path(directory), '.harn')).toEqual(files);
  expect(fs.readdirSync(workspace.path(directory)).filter((name) => name !== '.harn')).toEqual([
    'big',
    'kind',
    'new',
    'x',
  ]);
}

describe('a real mount', () => {
  it('is committed to as the rest is', async (test) => {
    await using workspace = await tempWorkspace({ 'mnt/.keep': '' });
    using _ = mounted(test, workspace.path('mnt'), '-t', 'tmpfs', 'tmpfs');
    await plant(workspace, 'mnt');
    await expectCommitted(workspace, 'mnt');
  });

  it('is committed to where it is of the same file system', async (test) => {
    await using workspace = await tempWorkspace({ 'mnt/.keep': '', 'elsewhere/.keep': '' });
    const [from, to] = [workspace.path('elsewhere'), workspace.path('mnt')];
    using _ = mounted(test, to, '--bind', from);
    fs.rmSync(`${to}/.keep`);
    await plant(workspace, 'mnt');
    await expectCommitted(workspace, 'mnt');
  });

  it('may hold the state', async (test) => {
    await using workspace = await tempWorkspace({ '.harn/.keep': '' });
    using _ = mounted(test, workspace.path('.harn'), '-t', 'tmpfs', 'tmpfs');
    await plant(workspace, 'd');
    await expectCommitted(workspace, 'd');
  });

  it('of a single file is refused, and named', async (test) => {
    await using workspace = await tempWorkspace({ f: 'old', g: 'old', source: 'mounted' });
    using _ = mounted(test, workspace.path('f'), '--bind', workspace.path('source'));
    using __ = mounted(test, workspace.path('g'), '--bind', workspace.path('source'));
    await using engine = await testEngine(workspace.root);
    const session = await stagedSession(engine);
    await session.write('f', 'new');
    await session.remove('g');
    const { failedPathsWithReasons } = await session.commit();
    const why = 'EBUSY, in use, or a mount point.';
    expect(failedPathsWithReasons.map(({ reason }) => reason)).toEqual([
      `Could not write \`${workspace.path('f')}\`: ${why}`,
      `Could not rename \`${workspace.path('g')}\`: ${why}`,
    ]);
    expect(fs.readdirSync(workspace.root).sort()).toEqual(['.harn', 'f', 'g', 'source']);
  });
});
