// `fsync: 'always'`: what was acknowledged is there after the power fails, with nothing committed.
import { expect, it } from 'vitest';
import { createNodeDisk } from '../../src/disk/node-disk.ts';
import { LossyDisk } from '../support/lossy-disk.ts';
import { tempWorkspace } from '../support/temp-workspace.ts';
import { stagedSession, testEngine } from '../support/test-engine.ts';
import { type SeenFile, viewOf } from '../support/view.ts';

const LUCKS = [
  { name: 'nothing', keepsNames: () => false, keepsBytes: () => false },
  { name: 'every name', keepsNames: () => true, keepsBytes: () => false },
  { name: 'all bytes', keepsNames: () => false, keepsBytes: () => true },
];

it.each(LUCKS)('when $name of the unsynced survives', async (luck) => {
  await using workspace = await tempWorkspace({ 'd/a': 'a\n', 'd/e/b': 'b\n', f: 'f\n', g: 'g\n' });
  const disk = new LossyDisk(createNodeDisk({ mode: 'sync' }), workspace.root);
  const engine = await testEngine(workspace.root, { disk, fsync: 'always' });
  const session = await stagedSession(engine);
  const seen: Record<string, SeenFile>[] = [];
  for (const change of [
    async () => await session.write('new/small', 'small\n'),
    async () => await session.write('large', Buffer.alloc(300_000)),
    async () => await session.write('f', 'changed\n'),
    async () => await session.remove('d', { recursive: true }),
    async () => await session.write('d/a', 'again\n'),
    async () => await session.write('link', 'f', { fileMode: '120000' }),
    async () => await session.remove('g'),
  ]) {
    await change();
    seen.push(await viewOf(session));
  }
  const patch = Buffer.from(await session.diff()).toString();
  disk.cut(luck);
  await using again = await testEngine(workspace.root);
  const reopened = await again.session('s');
  expect(await viewOf(reopened)).toEqual(seen.at(-1));
  expect(Buffer.from(await reopened.diff()).toString()).toBe(patch);
  expect((await reopened.verify()).findings).toEqual([]);
  expect((await reopened.commit()).failedPathsWithReasons).toEqual([]);
});
