// A commit that left a temporary name behind: its intent waits until that is cleared away.
import { expect, it } from 'vitest';
import type { Session } from '../../src/index.ts';
import type { DiskCall } from '../support/counting-disk.ts';
import { createMeddlingDisk, refusal } from '../support/meddling-disk.ts';
import { tempWorkspace } from '../support/temp-workspace.ts';
import { stagedSession, testEngine } from '../support/test-engine.ts';

async function commitOne(session: Session, path: string): Promise<void> {
  await session.write(path, `new ${path}`);
  await session.commit();
}

// Those of the workspace are reached through its opened directory.
function isOfTemporary({ path }: DiskCall): boolean {
  return path.endsWith('.tmp') && path.includes('/fd/');
}

it('is recovered by the next commit of the same session', async () => {
  await using workspace = await tempWorkspace();
  let isFailing = true;
  const disk = createMeddlingDisk({
    before(call) {
      if (isFailing && call.verb === 'unlink' && isOfTemporary(call)) throw refusal(call);
    },
  });
  await using engine = await testEngine(workspace.root, { disk });
  const session = await stagedSession(engine);
  await commitOne(session, 'a');
  const before = Object.keys(await workspace.tree());
  isFailing = false;
  await commitOne(session, 'b');
  expect([before.length, Object.keys(await workspace.tree())]).toEqual([2, ['a', 'b']]);
  expect((await session.status()).pendingWrites).toEqual([]);
});

it('outlives any number of commits whose disk still fails', async () => {
  await using workspace = await tempWorkspace();
  const disk = createMeddlingDisk({
    before(call) {
      if (!isOfTemporary(call) || !call.path.includes('/.a.')) return;
      if (call.verb === 'unlink' || call.verb === 'rename') throw refusal(call);
    },
  });
  {
    await using engine = await testEngine(workspace.root, { disk });
    const session = await stagedSession(engine);
    await commitOne(session, 'a');
    for (const path of ['b', 'c', 'd', 'e', 'f']) await commitOne(session, path);
  }
  await using engine = await testEngine(workspace.root);
  await commitOne(await engine.session('s'), 'g');
  expect(Object.keys(await workspace.tree())).toEqual(['a', 'b', 'c', 'd', 'e', 'f', 'g']);
});

it('is a finding of verify, which a repair finishes', async () => {
  await using workspace = await tempWorkspace();
  const disk = createMeddlingDisk({
    before(call) {
      if (call.verb === 'unlink' && isOfTemporary(call)) throw refusal(call);
    },
  });
  {
    await using engine = await testEngine(workspace.root, { disk });
    await commitOne(await stagedSession(engine), 'a');
  }
  await using engine = await testEngine(workspace.root);
  const session = await engine.session('s');
  expect((await session.verify()).findings).toMatchObject([{ kind: 'commit-unfinished' }]);
  expect((await session.verify({ repair: true })).repaired).toBe(true);
  expect((await session.verify()).findings).toEqual([]);
  expect(Object.keys(await workspace.tree())).toEqual(['a']);
});
