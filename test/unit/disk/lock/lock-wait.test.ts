import { expect, it } from 'vitest';
import type { LockMaker } from '../../../../src/disk/lock/lock.ts';
import { openLockMaker } from '../../../../src/disk/lock/lock-kind.ts';
import { markAdvance } from '../../../../src/disk/lock/lock-mark.ts';
import { waitForLock } from '../../../../src/disk/lock/lock-wait.ts';
import { createNodeDisk } from '../../../../src/disk/node-disk.ts';
import { caught } from '../../../contract/disk-probes.ts';
import { type TempWorkspace, tempWorkspace } from '../../../support/temp-workspace.ts';

const HELD = { release: () => undefined, advance: () => undefined };

/** A lock that is free at the n-th try, and whose holder advances between the first so many. */
function lockOf(ws: TempWorkspace, { freeAt = Infinity, advances = 0 }) {
  const path = ws.path('lock');
  let tries = 0;
  return {
    path,
    tries: () => tries,
    holder: () => Promise.resolve(undefined),
    tryOnce() {
      tries += 1;
      if (tries <= advances) markAdvance(path);
      return tries === freeAt ? HELD : undefined;
    },
  };
}

it('waits on, past any number of deadlines, while the holder advances', async () => {
  await using ws = await tempWorkspace();
  const lock = lockOf(ws, { freeAt: 40, advances: 40 });
  expect(await waitForLock(lock, { timeoutMs: 1 })).toBe(HELD);
});

it('is busy at the first deadline before which the holder has not advanced', async () => {
  await using ws = await tempWorkspace();
  const lock = lockOf(ws, { freeAt: 1000, advances: 10 });
  expect((await caught(() => waitForLock(lock, { timeoutMs: 1 }))).code).toBe('ERR_STAGED_BUSY');
  expect(lock.tries()).toBeGreaterThan(10);
});

it('tries once without a deadline, whether the holder advances or not', async () => {
  await using ws = await tempWorkspace();
  const lock = lockOf(ws, { freeAt: 2, advances: 2 });
  expect((await caught(() => waitForLock(lock, { timeoutMs: 0 }))).code).toBe('ERR_STAGED_BUSY');
  expect(lock.tries()).toBe(1);
});

it.each<LockMaker['kind']>(['native', 'pid'])(
  'sees the holder of a %s lock advance',
  async (kind) => {
    await using ws = await tempWorkspace();
    const maker = await openLockMaker(createNodeDisk(), ws.root, { forceKind: kind });
    const [one, two] = [maker.lockAt(ws.path('lock')), maker.lockAt(ws.path('lock'))];
    const held = one.tryAcquire();
    let tries = 0;
    // Advancing from within the try, not beside it, leaves nothing to the timing.
    const advancing = {
      path: ws.path('lock'),
      holder: () => Promise.resolve(undefined),
      tryOnce() {
        tries += 1;
        if (tries === 40) held?.release();
        else held?.advance();
        return two.tryAcquire();
      },
    };
    (await waitForLock(advancing, { timeoutMs: 1 })).release();
    expect(tries).toBe(40);
    const again = one.tryAcquire();
    again?.advance();
    expect((await caught(() => two.acquire({ timeoutMs: 1 }))).code).toBe('ERR_STAGED_BUSY');
    again?.release();
    expect(two.tryAcquire()).toBeDefined();
    two.close();
  },
);
