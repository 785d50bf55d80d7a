// What is done before a mutation takes the session's lock.
import { expect, it } from 'vitest';
import { openLockMaker } from '../../src/disk/lock-kind.ts';
import { createNodeDisk } from '../../src/disk/node-disk.ts';
import { type TempWorkspace, tempWorkspace } from '../support/temp-workspace.ts';
import { SESSION_DIRECTORY, stagedSession, testEngine } from '../support/test-engine.ts';
import { codeOf } from './failure.ts';

/** Holds the lock of the session, as another process would. */
async function holdLock(workspace: TempWorkspace): Promise<Disposable> {
  const locks = await openLockMaker(createNodeDisk(), workspace.root);
  const lock = locks.lockAt(workspace.path(`${SESSION_DIRECTORY}/lock`));
  const held = await lock.acquire({ timeoutMs: 1000 });
  return {
    [Symbol.dispose]() {
      held.release();
      lock.close();
    },
  };
}

it('a patch is read before', async () => {
  await using workspace = await tempWorkspace();
  await using engine = await testEngine(workspace.root, { lockTimeoutMs: 1 });
  const session = await stagedSession(engine);
  using _ = await holdLock(workspace);
  const fits = '--- /dev/null\n+++ b/f\n@@ -0,0 +1 @@\n+x\n';
  const codes = [];
  for (const patch of ['no patch', fits]) codes.push(await codeOf(session.applyPatch(patch)));
  expect(codes).toEqual(['ERR_STAGED_PATCH_INVALID', 'ERR_STAGED_BUSY']);
});
