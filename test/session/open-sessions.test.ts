// Opening and closing sessions: one object an id, whatever fails on the way.
import { readdir } from 'node:fs/promises';
import { expect, it } from 'vitest';
import { createNodeDisk } from '../../src/disk/node-disk.ts';
import { wrapDisk } from '../support/counting-disk.ts';
import { tempWorkspace } from '../support/temp-workspace.ts';
import { SESSION_DIRECTORY, stagedSession, testEngine } from '../support/test-engine.ts';
import { codeOf } from './failure.ts';

const STAGED = '.harn/state/staged';

it('a session that could not be opened once can be opened later, and does not keep others open', async () => {
  await using workspace = await tempWorkspace({});
  let isFailing = false;
  const disk = wrapDisk(createNodeDisk(), {
    call: async (call, run) => {
      if (isFailing && call.path.startsWith(workspace.path(STAGED))) throw new Error('once');
      return await run();
    },
  });
  const engine = await testEngine(workspace.root, { disk });
  const other = await stagedSession(engine, 'other');
  isFailing = true;
  await expect(engine.session('s')).rejects.toThrow('once');
  isFailing = false;
  expect(await (await engine.session('s')).mode()).toBe('immediate');
  isFailing = true;
  await expect(engine.session('t')).rejects.toThrow('once');
  isFailing = false;
  await engine.close();
  expect(await codeOf(other.mode())).toBe('ERR_STAGED_SESSION_CLOSED');
});

it('opening again at once gives one object', async () => {
  await using workspace = await tempWorkspace({});
  await using engine = await testEngine(workspace.root);
  await (await engine.session('s')).close();
  const [one, two] = await Promise.all([engine.session('s'), engine.session('s')]);
  expect(one).toBe(two);
});

it('a session that is refused leaves no file open', async () => {
  await using workspace = await tempWorkspace({});
  {
    await using engine = await testEngine(workspace.root);
    await (await stagedSession(engine)).write('a', 'x');
  }
  // State of somebody who wants our `.git` (rule W1).
  const manifest = `${SESSION_DIRECTORY}/manifest.json`;
  const text = (await workspace.read(manifest)).toString();
  await workspace.write(manifest, text.replaceAll('/a"', '/.git/config"'));
  await using engine = await testEngine(workspace.root);
  const session = await engine.session('s');
  const before = (await readdir('/proc/self/fd')).length;
  for (let n = 0; n < 5; n += 1) expect(await codeOf(session.status())).toBe('ERR_STAGED_CORRUPT');
  expect((await readdir('/proc/self/fd')).length).toBe(before);
});

it('the list of sessions tells of every change that was asked for before it', async () => {
  await using workspace = await tempWorkspace({});
  await using engine = await testEngine(workspace.root);
  const session = await stagedSession(engine);
  const writing = session.write('a', 'x');
  expect(await engine.sessions()).toMatchObject([{ sessionId: 's', pendingCount: 1 }]);
  await writing;
});
