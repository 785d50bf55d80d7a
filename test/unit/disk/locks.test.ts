import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import * as fs from 'node:fs';
import { describe, expect, it } from 'vitest';
import type { FileLock, LockMaker } from '../../../src/disk/lock/lock.ts';
import { openLockMaker } from '../../../src/disk/lock/lock-kind.ts';
import { createNodeDisk } from '../../../src/disk/node-disk.ts';
import { caught } from '../../contract/disk-probes.ts';
import { compiledChild } from '../../support/compile-children.ts';
import { type TempWorkspace, tempWorkspace } from '../../support/temp-workspace.ts';

const CHILD = compiledChild(new URL('children/lock-child.ts', import.meta.url));

function startChild(...args: readonly string[]): ChildProcess {
  const stdio = ['ignore', 'pipe', 'inherit'] as const;
  return spawn(process.execPath, [CHILD, ...args], { stdio: [...stdio] });
}

async function exitOf(child: ChildProcess): Promise<void> {
  await once(child, 'exit');
}

describe.each<LockMaker['kind']>(['native', 'pid'])('%s locks', (kind) => {
  async function makeLock(ws: TempWorkspace, name = 'lock'): Promise<FileLock> {
    const maker = await openLockMaker(createNodeDisk(), ws.root, { forceKind: kind });
    return maker.lockAt(ws.path(name));
  }

  async function startHolder(ws: TempWorkspace): Promise<ChildProcess> {
    const child = startChild('hold', ws.root, kind);
    if (child.stdout !== null) await once(child.stdout, 'data');
    return child;
  }

  it('exclude each other in one process, also by the same object', async () => {
    await using ws = await tempWorkspace();
    const [one, two] = [await makeLock(ws), await makeLock(ws)];
    const held = one.tryAcquire();
    expect([held === undefined, one.tryAcquire(), two.tryAcquire()]).toEqual([
      false,
      undefined,
      undefined,
    ]);
    held?.release();
    held?.release();
    const again = two.tryAcquire();
    held?.release();
    expect([again === undefined, one.tryAcquire()]).toEqual([false, undefined]);
    two.close();
    expect(one.tryAcquire()).not.toBe(undefined);
    one.close();
  });

  it('are shared by those who ask for it, and by nobody else', async () => {
    await using ws = await tempWorkspace();
    const [one, two] = [await makeLock(ws, 'open.lock'), await makeLock(ws, 'open.lock')];
    const sharers = [one.tryAcquire(true), one.tryAcquire(true), two.tryAcquire(true)];
    expect(sharers).not.toContain(undefined);
    expect([one.tryAcquire(), two.tryAcquire()]).toEqual([undefined, undefined]);
    for (const sharer of sharers.slice(0, 2)) sharer?.release();
    expect(one.tryAcquire()).toBe(undefined);
    sharers[2]?.release();
    const exclusive = one.tryAcquire();
    expect([exclusive === undefined, two.tryAcquire(true)]).toEqual([false, undefined]);
    one.close();
    two.close();
  });

  it('name the process that holds them, and are free when it is killed', async () => {
    await using ws = await tempWorkspace();
    const child = await startHolder(ws);
    const lock = await makeLock(ws);
    const error = await caught(() => lock.acquire({ timeoutMs: 20 }));
    const path = ws.path('lock');
    const holder = `process ${child.pid}`;
    expect(error.toJSON()).toEqual({
      code: 'ERR_STAGED_BUSY',
      message: `\`${path}\` is locked by ${holder}.`,
      data: { path, holder },
      hint: 'Wait until it is done, or raise `lockTimeoutMs`.',
    });
    child.kill('SIGKILL');
    expect(await lock.acquire({ timeoutMs: 5000 })).toBeDefined();
    lock.close();
  });

  it('are waited for, until the caller gives up', async () => {
    await using ws = await tempWorkspace();
    const [one, two] = [await makeLock(ws), await makeLock(ws)];
    const held = one.tryAcquire();
    const waiting = two.acquire({ timeoutMs: 5000 });
    const stop = new AbortController();
    const giving = caught(() => two.acquire({ timeoutMs: 5000, signal: stop.signal }));
    setTimeout(() => {
      stop.abort();
    }, 5);
    expect((await giving).code).toBe('ERR_STAGED_ABORTED');
    held?.release();
    (await waiting).release();
    const early = await caught(() => two.acquire({ timeoutMs: 5000, signal: stop.signal }));
    expect(early.code).toBe('ERR_STAGED_ABORTED');
    one.close();
    two.close();
  });

  it('fail with a clear error where the directory is missing', async () => {
    await using ws = await tempWorkspace();
    const lock = await makeLock(ws, 'missing/lock');
    const error = await caught(async () => await Promise.resolve(lock.tryAcquire()));
    expect(error.data).toEqual({ path: ws.path('missing/lock'), verb: 'lock', errno: 'ENOENT' });
  });
});

it('a pid lock whose sharers can not be read is busy, or fails and is not left taken', async () => {
  await using ws = await tempWorkspace();
  const maker = await openLockMaker(createNodeDisk(), ws.root, { forceKind: 'pid' });
  const [one, two] = [maker.lockAt(ws.path('lock')), maker.lockAt(ws.path('lock'))];
  const held = one.tryAcquire();
  // In place of their directory.
  await ws.write('lock.shared', '');
  const busy = await caught(() => two.acquire({ timeoutMs: 1 }));
  held?.release();
  const failed = await caught(() => two.acquire({ timeoutMs: 1 }));
  const path = ws.path('lock');
  expect([busy, failed].map(({ code, data }) => ({ code, data }))).toEqual([
    { code: 'ERR_STAGED_BUSY', data: { path, holder: `process ${process.pid}` } },
    { code: 'ERR_STAGED_IO', data: { path, verb: 'lock', errno: 'ENOTDIR' } },
  ]);
  fs.rmSync(ws.path('lock.shared'));
  expect(one.tryAcquire()).toBeDefined();
  one.close();
});

it('locks of either kind let one of eight processes in at a time', async () => {
  await using ws = await tempWorkspace({ 'native/counter': '0', 'pid/counter': '0' });
  const children = Array.from({ length: 8 }, () => startChild('count', ws.root));
  await Promise.all(children.map(async (child) => await exitOf(child)));
  const counted = ['native', 'pid'].map((kind) =>
    fs.readFileSync(ws.path(`${kind}/counter`), 'utf8'),
  );
  expect([children.map((child) => child.exitCode), counted]).toEqual([
    [0, 0, 0, 0, 0, 0, 0, 0],
    ['160', '160'],
  ]);
}, 120_000);

describe('a native lock', () => {
  it('is a private file that stays, and moves to a file put in its place', async () => {
    await using ws = await tempWorkspace();
    const maker = await openLockMaker(createNodeDisk(), ws.root, { forceKind: 'native' });
    const [one, two] = [maker.lockAt(ws.path('lock')), maker.lockAt(ws.path('lock'))];
    one.tryAcquire()?.release();
    expect(fs.lstatSync(ws.path('lock')).mode & 0o777).toBe(0o600);
    fs.renameSync(ws.path('lock'), ws.path('old'));
    fs.writeFileSync(ws.path('lock'), '');
    expect(two.tryAcquire()).toBeDefined();
    expect(one.tryAcquire()).toBe(undefined);
    one.close();
    two.close();
  });
});

describe('a pid lock', () => {
  /** Whether the lock is free when the record of its holder is ours with these changes. */
  async function isFreeAfter(changes: Readonly<Record<string, unknown>>): Promise<boolean> {
    await using ws = await tempWorkspace();
    const maker = await openLockMaker(createNodeDisk(), ws.root, { forceKind: 'pid' });
    const [one, two] = [maker.lockAt(ws.path('lock')), maker.lockAt(ws.path('lock'))];
    one.tryAcquire();
    const path = ws.path('lock.pid');
    const record: unknown = JSON.parse(fs.readFileSync(path, 'utf8'));
    fs.writeFileSync(path, JSON.stringify({ ...Object(record), ...changes }));
    const isFree = two.tryAcquire() !== undefined;
    expect(fs.readdirSync(ws.root).sort()).toEqual(['.lock-kind', 'lock.pid']);
    return isFree;
  }

  it.each([
    ['of a live process', {}, false],
    ['of a process that is gone', { pid: 2 ** 22 + 1 }, true],
    ['of another process with the same number', { startTime: '1' }, true],
    ['of an earlier start of this host', { bootId: 'earlier' }, true],
    ['of another host', { host: 'other/', pid: 2 ** 22 + 1 }, false],
    ['of another container', { pidNamespace: 'pid:[1]', pid: 2 ** 22 + 1 }, false],
    ['that is damaged', { pid: 'no number' }, true],
  ])('%s: free is %s', async (_name, changes, isFree) => {
    expect(await isFreeAfter(changes)).toBe(isFree);
  });

  it.each([
    ['is finished by the next taker', '1', ['.lock-kind', 'lock.pid']],
    ['is left alone while the taker lives', undefined, undefined],
  ])('whose taker died half-way %s', async (_name, startTime, expected) => {
    await using ws = await tempWorkspace();
    const maker = await openLockMaker(createNodeDisk(), ws.root, { forceKind: 'pid' });
    const [one, two] = [maker.lockAt(ws.path('lock')), maker.lockAt(ws.path('lock'))];
    one.tryAcquire();
    const record: unknown = JSON.parse(fs.readFileSync(ws.path('lock.pid'), 'utf8'));
    const [dead, taker] = ['d'.repeat(16), 'e'.repeat(16)];
    const plant = (name: string, changes: object) => {
      fs.writeFileSync(ws.path(name), JSON.stringify({ ...Object(record), ...changes }));
    };
    plant('lock.pid', { token: dead, startTime: '1' });
    plant(
      `lock.pid.${dead}`,
      startTime === undefined ? { token: taker } : { token: taker, startTime },
    );
    expect(two.tryAcquire() !== undefined).toBe(expected !== undefined);
    const names = fs.readdirSync(ws.root).sort();
    expect(names).toEqual(expected ?? ['.lock-kind', 'lock.pid', `lock.pid.${dead}`]);
  });

  it('counts a zombie as gone', async () => {
    // The shell never waits for its child, which stays a zombie when it has ended.
    const script = 'sleep 0.01 & echo $!; exec sleep 10';
    const shell = spawn('/bin/sh', ['-c', script], { stdio: ['ignore', 'pipe', 'ignore'] });
    const pid = await new Promise<number>((resolve) => {
      shell.stdout.once('data', (line: Buffer) => {
        resolve(Number(line.toString()));
      });
    });
    const stat = () => fs.readFileSync(`/proc/${pid}/stat`, 'utf8');
    await expect.poll(stat, { timeout: 10_000 }).toContain(' Z ');
    expect(await isFreeAfter({ pid })).toBe(true);
    shell.kill('SIGKILL');
  });
});

describe('openLockMaker', () => {
  it('records the kind once; everyone after follows', async () => {
    await using ws = await tempWorkspace();
    const disk = createNodeDisk();
    const makers = await Promise.all(
      Array.from({ length: 4 }, async () => await openLockMaker(disk, ws.root)),
    );
    expect(makers.map((maker) => maker.kind)).toEqual(['native', 'native', 'native', 'native']);
    expect(fs.readdirSync(ws.root)).toEqual(['.lock-kind']);
    expect(fs.readFileSync(ws.path('.lock-kind'), 'utf8')).toBe('native\n');
  });

  it('follows a root of pid locks, and refuses to mix kinds', async () => {
    await using ws = await tempWorkspace({ '.lock-kind': 'pid\n' });
    const disk = createNodeDisk();
    expect((await openLockMaker(disk, ws.root)).kind).toBe('pid');
    const error = await caught(() => openLockMaker(disk, ws.root, { forceKind: 'native' }));
    const path = ws.path('.lock-kind');
    expect([error.code, error.message, error.data]).toEqual([
      'ERR_STAGED_UNSUPPORTED',
      `This workspace uses pid locks (\`${path}\`), which this process can't take.`,
      { path, found: 'pid' },
    ]);
  });

  it('refuses a damaged record', async () => {
    await using ws = await tempWorkspace({ '.lock-kind': '' });
    const error = await caught(() => openLockMaker(createNodeDisk(), ws.root));
    expect([error.code, error.data.expected]).toEqual(['ERR_STAGED_CORRUPT', '"native" or "pid"']);
  });
});
