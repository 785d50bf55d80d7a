// Which directories a durable commit syncs: each whose names changed, once.
import { relative } from 'node:path';
import { expect, it } from 'vitest';
import { createMeddlingDisk, refusal } from '../support/meddling-disk.ts';
import { type TempWorkspace, tempWorkspace } from '../support/temp-workspace.ts';
import { stagedSession, testEngine } from '../support/test-engine.ts';

/** The directories of the workspace that the second commit of `work` syncs. */
async function syncedIn(workspace: TempWorkspace, paths: readonly string[]): Promise<string[]> {
  const synced: string[] = [];
  const disk = createMeddlingDisk({
    before(call) {
      const path = relative(workspace.root, call.path);
      if (call.verb === 'syncDirectory' && !path.startsWith('.harn')) synced.push(path);
      // As file systems answer that keep directories on the medium themselves.
      if (call.verb === 'sync' && !call.path.includes('.')) throw refusal(call, 'EINVAL');
    },
  });
  await using engine = await testEngine(workspace.root, { disk, fsync: 'commit' });
  const session = await stagedSession(engine);
  await session.write('first.txt', 'makes the state itself durable');
  await session.commit();
  synced.length = 0;
  for (const path of paths) await session.write(path, 'new');
  await session.remove('gone/f.txt');
  expect((await session.commit()).failedPathsWithReasons).toEqual([]);
  return synced.sort();
}

it('syncs parents of deletes, and of new directories, each once', async () => {
  await using workspace = await tempWorkspace({ 'gone/f.txt': 'f', 'old/f.txt': 'f' });
  const paths = ['new/deep/a.txt', 'new/deep/b.txt', 'new/c.txt', 'old/f.txt'];
  expect(await syncedIn(workspace, paths)).toEqual(['', 'gone', 'new', 'new/deep', 'old']);
});
