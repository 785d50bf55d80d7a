// B30: a disk that gets full, and one that may not be written: a tiny file system where we may mount.
import { execFileSync } from 'node:child_process';
import * as fs from 'node:fs';
import { expect, it } from 'vitest';
import { createNodeDisk } from '../../src/disk/node-disk.ts';
import type { Session } from '../../src/index.ts';
import { codeOf, failureOf } from '../session/failure.ts';
import { createFaultDisk } from '../support/fault-disk.ts';
import { type TempWorkspace, tempWorkspace } from '../support/temp-workspace.ts';
import { stagedSession, testEngine } from '../support/test-engine.ts';

interface Mounted extends AsyncDisposable {
  readonly ws: TempWorkspace;
  readonly root: string;
}

/** Undefined where this process may not mount. */
async function tinyDisk(): Promise<Mounted | undefined> {
  const ws = await tempWorkspace({ 'root/.keep': '' });
  const root = ws.path('root');
  try {
    execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=1m', 'tmpfs', root], { stdio: 'ignore' });
  } catch {
    await ws[Symbol.asyncDispose]();
    return undefined;
  }
  return {
    ws,
    root,
    async [Symbol.asyncDispose]() {
      execFileSync('umount', ['-l', root]);
      await ws[Symbol.asyncDispose]();
    },
  };
}

function fillUp(root: string): void {
  const fd = fs.openSync(`${root}/filler`, 'w');
  try {
    for (;;) fs.writeSync(fd, Buffer.alloc(4096));
  } catch {
    // Full.
  } finally {
    fs.closeSync(fd);
  }
}

async function expectFull(session: Session): Promise<void> {
  const body = Buffer.alloc(20_000, 'body');
  for (const call of [
    session.write('new', body),
    session.write('b/c', body),
    session.write('a', body),
  ]) {
    const error = await failureOf(call);
    expect([error.code, error.data.errno]).toEqual(['ERR_STAGED_IO', 'ENOSPC']);
  }
  // Not even the intent fits: the call as a whole fails, before anything was touched.
  expect((await failureOf(session.commit())).data.errno).toBe('ENOSPC');
}

it('keeps everything when the disk is full, and goes on when it is not', async () => {
  await using tiny = await tinyDisk();
  if (tiny === undefined) return await withFaultDisk();
  const { root } = tiny;
  fs.writeFileSync(`${root}/a`, 'old');
  await using engine = await testEngine(root);
  const session = await stagedSession(engine);
  await session.write('a', Buffer.alloc(30_000, 'staged'));
  try {
    await whileFull(root, session);
  } finally {
    fs.rmSync(`${root}/filler`);
  }
  await session.write('new', 'works');
  expect((await session.commit()).failedPathsWithReasons).toEqual([]);
  expect(fs.readFileSync(`${root}/new`, 'utf8')).toBe('works');
  expect(fs.readdirSync(root).sort()).toEqual(['.harn', 'a', 'new']);
});

async function whileFull(root: string, session: Session): Promise<void> {
  fillUp(root);
  await expectFull(session);
  expect(fs.readFileSync(`${root}/a`, 'utf8')).toBe('old');
  expect(Buffer.from(await session.read('a')).toString()).toMatch(/^staged/);
  expect((await session.verify()).findings).toEqual([]);
}

async function withFaultDisk(): Promise<void> {
  await using ws = await tempWorkspace({ a: 'old' });
  const { disk } = createFaultDisk(createNodeDisk(), { at: 30, errno: 'ENOSPC', fromThenOn: true });
  await using engine = await testEngine(ws.root, { disk });
  const session = await stagedSession(engine);
  for (let index = 0; index < 30; index += 1) await session.write('a', `${index}`).catch(() => 0);
  expect(await codeOf(session.write('b', 'x'))).toBe('ERR_STAGED_IO');
}

it('reads a workspace that may not be written, and says so when asked to write', async () => {
  await using tiny = await tinyDisk();
  if (tiny === undefined) return;
  fs.writeFileSync(`${tiny.root}/a`, 'old');
  execFileSync('mount', ['-o', 'remount,ro', tiny.root]);
  await using engine = await testEngine(tiny.root);
  const session = await engine.session('s');
  expect((await session.readText('a')).content).toBe('old');
  expect((await session.status()).pendingWrites).toEqual([]);
  for (const call of [session.setMode('staged'), session.write('a', 'new'), session.remove('a')]) {
    const error = await failureOf(call);
    expect([error.code, error.data.errno]).toEqual(['ERR_STAGED_IO', 'EROFS']);
  }
  expect(await session.commit()).toEqual({ committedPaths: [], failedPathsWithReasons: [] });
});
