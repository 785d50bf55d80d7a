// Whose a file is: what replaces it stays theirs, and nobody's is replaced who may not write it.
import * as fs from 'node:fs';
import { expect, it } from 'vitest';
import type { Disk } from '../../src/disk/disk.ts';
import { createNodeDisk } from '../../src/disk/node-disk.ts';
import type { Engine } from '../../src/index.ts';
import { wrapDisk } from '../support/counting-disk.ts';
import { type TempWorkspace, tempWorkspace } from '../support/temp-workspace.ts';
import { stagedSession, testEngine } from '../support/test-engine.ts';

// Only root may give files away.
const asRoot = it.runIf(process.getuid?.() === 0);

const plain: Disk = wrapDisk(createNodeDisk(), { call: async (_, run) => await run() });

function accessOf(workspace: TempWorkspace, path: string): string {
  const { uid, gid, mode } = fs.statSync(workspace.path(path));
  return `${uid}:${gid} ${(mode & 0o7777).toString(8)}`;
}

async function commitOver(
  engine: Engine,
  content: string | Uint8Array,
  ...paths: readonly string[]
): Promise<void> {
  const session = await stagedSession(engine);
  for (const path of paths) await session.write(path, content);
  expect((await session.commit()).committedPaths).toEqual(paths);
}

async function giveAway(workspace: TempWorkspace, path: string, mode: number): Promise<void> {
  await workspace.write(path, 'old');
  fs.chownSync(workspace.path(path), 1234, 2345);
  fs.chmodSync(workspace.path(path), mode);
}

// https://github.com/mawww/kakoune/pull/5043: a file of a user's that runs as that user became one that
// runs as root. https://github.com/QwenLM/qwen-code/pull/4431: a workspace shared with a container.
asRoot('a commit leaves a file to its owner and group', async () => {
  await using workspace = await tempWorkspace();
  await giveAway(workspace, 'a', 0o640);
  await giveAway(workspace, 'set', 0o6755);
  await workspace.write('big', 'old');
  fs.chownSync(workspace.path('big'), 1234, 2345);
  await using engine = await testEngine(workspace.root);
  // Large bodies are copied by the system.
  await commitOver(engine, Buffer.alloc(2 * 1024 * 1024), 'a', 'big', 'set');
  expect(['a', 'big', 'set'].map((path) => accessOf(workspace, path))).toEqual([
    '1234:2345 640',
    '1234:2345 644',
    '1234:2345 6755',
  ]);
});

asRoot('an immediate write does too', async () => {
  await using workspace = await tempWorkspace();
  await giveAway(workspace, 'a', 0o6640);
  await using engine = await testEngine(workspace.root);
  const session = await engine.session('s');
  await session.write('a', 'new');
  expect(accessOf(workspace, 'a')).toBe('1234:2345 6640');
});

asRoot('what cannot be given away does not run as somebody else', async () => {
  await using workspace = await tempWorkspace();
  await giveAway(workspace, 'a', 0o6755);
  // As the system answers everyone but root.
  const disk = {
    ...plain,
    open: async (...asked: Parameters<Disk['open']>) =>
      Object.assign(await plain.open(...asked), { chown: () => undefined }),
  };
  await using engine = await testEngine(workspace.root, { disk });
  await commitOver(engine, 'new', 'a');
  expect(accessOf(workspace, 'a')).toBe('0:0 755');
});

it('a file that this user may not write is refused, unless forced', async () => {
  await using workspace = await tempWorkspace({ a: 'old', 'd/x': 'old', free: 'old' });
  // As the system answers of what is somebody else's, on a read-only mount, or immutable.
  const disk = { ...plain, isWritable: (path: string) => !/\/(a|d)$/.test(path) };
  await using engine = await testEngine(workspace.root, { disk });
  const session = await stagedSession(engine);
  for (const path of ['a', 'd/new/x', 'd/x', 'free']) await session.write(path, 'new');
  const mode = 'may not be changed by this user (mode 0';
  const directory = `\`d\` ${mode}755): EACCES, permission denied.`;
  expect(await session.commit()).toEqual({
    committedPaths: ['free'],
    failedPathsWithReasons: [
      {
        path: 'a',
        code: 'ERR_STAGED_IO',
        reason: `\`a\` ${mode}644): EACCES, permission denied.`,
      },
      { path: 'd/new/x', code: 'ERR_STAGED_IO', reason: directory },
      { path: 'd/x', code: 'ERR_STAGED_IO', reason: directory },
    ],
  });
  expect((await workspace.read('a')).toString()).toBe('old');
  const { committedPaths } = await session.commit({ force: true });
  expect(committedPaths).toEqual(['a', 'd/new/x', 'd/x']);
});
