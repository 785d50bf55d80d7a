// What is done before a mutation takes the session's lock.
import { readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { setImmediate } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { openLockMaker } from '../../src/disk/lock/lock-kind.ts';
import { createNodeDisk } from '../../src/disk/node-disk.ts';
import type { Session } from '../../src/session/api/session-api.ts';
import type { WriteOptions } from '../../src/session/api/types.ts';
import { type TempWorkspace, tempWorkspace } from '../support/temp-workspace.ts';
import { SESSION_DIRECTORY, stagedSession, testEngine } from '../support/test-engine.ts';
import { codeOf } from './failure.ts';

// Above what is kept in memory until the lock is held.
const LARGE = Buffer.alloc(300_000, 'large\n');
const LARGE_PATCH = `--- /dev/null\n+++ b/n\n@@ -0,0 +1,50000 @@\n${'+large\n'.repeat(50_000)}`;

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
  const codes: string[] = [];
  for (const patch of ['no patch', fits]) codes.push(await codeOf(session.applyPatch(patch)));
  expect(codes).toEqual(['ERR_STAGED_PATCH_INVALID', 'ERR_STAGED_BUSY']);
});

describe('a body that was received, of a write that came to nothing, goes:', () => {
  const writes: [title: string, write: typeof writeBytes][] = [
    ['bytes', writeBytes],
    ['a stream', async (session, options) => await session.writeFrom('f', pieces(), options)],
  ];

  it.each(writes)('the lock was held by another: %s', async (_, write) => {
    await using workspace = await tempWorkspace();
    await using engine = await testEngine(workspace.root, { lockTimeoutMs: 1 });
    const session = await stagedSession(engine);
    using _lock = await holdLock(workspace);
    expect(await codeOf(write(session, {}))).toBe('ERR_STAGED_BUSY');
    expect(await receivedIn(workspace)).toEqual([]);
  });

  it.each(writes)('its signal fired while it waited for the lock: %s', async (_, write) => {
    await using workspace = await tempWorkspace();
    await using engine = await testEngine(workspace.root);
    const session = await stagedSession(engine);
    const abort = new AbortController();
    const lock = await holdLock(workspace);
    const code = codeOf(write(session, { signal: abort.signal }));
    while (!(await receivedIn(workspace)).includes(LARGE.length)) await setImmediate();
    abort.abort();
    lock[Symbol.dispose]();
    expect(await code).toBe('ERR_STAGED_ABORTED');
    expect(await receivedIn(workspace)).toEqual([]);
    expect((await session.status()).pendingWrites).toEqual([]);
  });

  it('the session was closed while a stream came in', async () => {
    await using workspace = await tempWorkspace();
    await using engine = await testEngine(workspace.root);
    const session = await stagedSession(engine);
    const code = codeOf(
      session.writeFrom(
        'f',
        pieces(() => session.close()),
      ),
    );
    expect(await code).toBe('ERR_STAGED_SESSION_CLOSED');
    expect(await receivedIn(workspace)).toEqual([]);
    expect((await (await engine.session('s')).status()).pendingWrites).toEqual([]);
  });

  it.each([
    ['a write', writeBytes],
    ['a text', async (session: Session) => await session.patchText('d', LARGE.toString())],
    ['a patch', async (session: Session) => await session.applyPatch(LARGE_PATCH)],
  ])('it was refused: %s', async (_, write) => {
    await using workspace = await tempWorkspace();
    await using engine = await testEngine(workspace.root, { limits: { maxEntries: 0 } });
    const session = await stagedSession(engine);
    expect(await codeOf(write(session, {}))).toBe('ERR_STAGED_QUOTA');
    expect(await receivedIn(workspace)).toEqual([]);
  });
});

async function writeBytes(session: Session, options: WriteOptions): Promise<unknown> {
  return await session.write('f', LARGE, options);
}

async function* pieces(between = async (): Promise<void> => undefined): AsyncGenerator<Uint8Array> {
  yield LARGE;
  await between();
}

/** The sizes of the files that are being received, or were left. */
async function receivedIn(workspace: TempWorkspace): Promise<number[]> {
  const directory = workspace.path(`${SESSION_DIRECTORY}/tmp`);
  const names = (await readdir(directory)).filter((name) => !name.endsWith('.lock'));
  return await Promise.all(names.map(async (name) => (await stat(join(directory, name))).size));
}
