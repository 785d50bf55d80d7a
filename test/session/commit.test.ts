// What users of such systems reported, section C and after: each title names its entry.
import * as fs from 'node:fs';
import { describe, expect, it } from 'vitest';
import { createNodeDisk } from '../../src/disk/node-disk.ts';
import type { CommitResult } from '../../src/index.ts';
import { createCountingDisk } from '../support/counting-disk.ts';
import { createCrashDisk } from '../support/crash-disk.ts';
import { gitOk } from '../support/git.ts';
import { tempWorkspace } from '../support/temp-workspace.ts';
import { stagedSession, testEngine } from '../support/test-engine.ts';
import { readTree } from '../support/tree.ts';

function codesOf({ failedPathsWithReasons }: CommitResult): [string, string][] {
  return failedPathsWithReasons.map(({ path, code }) => [path, code]);
}

describe('B07, B23: a file edited on disk after it was staged', () => {
  it('is reported, kept, and can be overwritten on demand', async () => {
    await using ws = await tempWorkspace({ a: 'v1', b: 'v1' });
    {
      await using engine = await testEngine(ws.root);
      const session = await stagedSession(engine);
      await session.write('a', 'staged');
      await session.remove('b');
    }
    await ws.write('a', 'v2');
    await ws.write('b', 'v2');
    await using engine = await testEngine(ws.root);
    const session = await engine.session('s');
    expect((await session.readText('a')).content).toBe('staged');
    expect((await session.status()).pendingWrites.map(({ conflict }) => conflict)).toEqual([
      true,
      true,
    ]);
    const result = await session.commit();
    expect(codesOf(result)).toEqual([
      ['a', 'ERR_STAGED_CONFLICT'],
      ['b', 'ERR_STAGED_CONFLICT'],
    ]);
    expect((await ws.read('a')).toString()).toBe('v2');
    expect((await session.status()).pendingWrites).toHaveLength(2);
    const forced = await session.commit({ onConflict: 'overwrite' });
    expect(forced).toEqual({ committedPaths: ['a', 'b'], failedPathsWithReasons: [] });
    expect(Object.keys(await ws.tree())).toEqual(['a']);
  });

  it('is no conflict when it already is what was staged', async () => {
    await using ws = await tempWorkspace({ a: 'v1', b: 'v1' });
    await using engine = await testEngine(ws.root);
    const session = await stagedSession(engine);
    await session.write('a', 'v2');
    await session.remove('b');
    await ws.write('a', 'v2');
    fs.rmSync(ws.path('b'));
    expect(await session.commit()).toEqual({
      committedPaths: ['a', 'b'],
      failedPathsWithReasons: [],
    });
  });

  it('is seen when size and times are the same', async () => {
    await using ws = await tempWorkspace({ a: 'v1' });
    await using engine = await testEngine(ws.root);
    const session = await stagedSession(engine);
    const { atime, mtime } = fs.statSync(ws.path('a'));
    await session.write('a', 'ours');
    fs.writeFileSync(ws.path('a'), 'v2');
    fs.utimesSync(ws.path('a'), atime, mtime);
    expect(codesOf(await session.commit())).toEqual([['a', 'ERR_STAGED_CONFLICT']]);
  });
});

it('a deleted directory goes only with what was in it', async () => {
  await using ws = await tempWorkspace({ 'd/old': 'old', 'd/sub/x': 'x' });
  await using engine = await testEngine(ws.root);
  const session = await stagedSession(engine);
  await session.remove('d', { recursive: true });
  await ws.write('d/sub/added', 'by a person');
  const before = await ws.tree();
  expect(codesOf(await session.commit())).toEqual([['d', 'ERR_STAGED_CONFLICT']]);
  expect(await ws.tree()).toEqual(before);
});

it('a link that became a directory goes in', async () => {
  await using ws = await tempWorkspace({ 'd/x': 'x', l: { link: 'd' } });
  await using engine = await testEngine(ws.root);
  const session = await stagedSession(engine);
  await session.remove('l');
  await session.write('l/x', 'new');
  expect((await session.status()).pendingWrites.map(({ path, kind }) => [path, kind])).toEqual([
    ['l', 'delete'],
    ['l/x', 'create'],
  ]);
  expect(await session.commit()).toEqual({
    committedPaths: ['l', 'l/x'],
    failedPathsWithReasons: [],
  });
  expect((await ws.read('d/x')).toString()).toBe('x');
  expect((await ws.read('l/x')).toString()).toBe('new');
});

describe('B14: permission bits', () => {
  it('are kept, and new files get what the umask gives', async () => {
    const modes = { run: 0o755, secret: 0o600, group: 0o2640, plain: 0o644 };
    await using ws = await tempWorkspace();
    for (const [name, mode] of Object.entries(modes))
      await ws.write(name, { content: 'old', mode });
    fs.mkdirSync(ws.path('set'));
    fs.chmodSync(ws.path('set'), 0o2775);
    await using engine = await testEngine(ws.root);
    const session = await stagedSession(engine);
    for (const name of Object.keys(modes)) await session.write(name, 'new');
    await session.write('set/new', 'new');
    await session.write('plain', 'new', { fileMode: '100755' });
    const previous = process.umask(0o077);
    try {
      await session.commit();
    } finally {
      process.umask(previous);
    }
    const modeOf = (name: string): number => fs.statSync(ws.path(name)).mode & 0o7777;
    const found = [...Object.keys(modes), 'set', 'set/new'].map((name) => [
      name,
      modeOf(name).toString(8),
    ]);
    expect(Object.fromEntries(found)).toEqual({
      run: '755',
      secret: '600',
      group: '2640',
      plain: '755',
      set: '2775',
      'set/new': '600',
    });
  });

  it('B20: of a read-only file or directory refuse, unless forced', async () => {
    await using ws = await tempWorkspace({
      locked: { content: 'old', mode: 0o444 },
      'd/x': 'old',
      free: 'old',
    });
    fs.chmodSync(ws.path('d'), 0o555);
    await using engine = await testEngine(ws.root);
    const session = await stagedSession(engine);
    for (const path of ['locked', 'd/x', 'free']) await session.write(path, 'new');
    const result = await session.commit();
    const [directory, file] = result.failedPathsWithReasons;
    expect(codesOf(result)).toEqual([
      ['d/x', 'ERR_STAGED_IO'],
      ['locked', 'ERR_STAGED_IO'],
    ]);
    expect(directory?.reason).toMatch(/`d` is read-only.*0555.*EACCES/);
    expect(file?.reason).toMatch(/`locked`.*0444.*EACCES/);
    expect(result.committedPaths).toEqual(['free']);
    expect((await session.commit({ paths: ['locked'], force: true })).committedPaths).toEqual([
      'locked',
    ]);
    expect(fs.statSync(ws.path('locked')).mode & 0o777).toBe(0o444);
    fs.chmodSync(ws.path('d'), 0o755);
  });
});

it('B26: an aborted commit tells what it did', async () => {
  for (let calls = 0; calls < 6; calls += 1) {
    await using ws = await tempWorkspace({ a: 'old', b: 'old', c: 'old' });
    await using engine = await testEngine(ws.root);
    const session = await stagedSession(engine);
    for (const path of ['a', 'b', 'c']) await session.write(path, 'new');
    const abort = new AbortController();
    let asked = 0;
    Object.defineProperty(abort.signal, 'aborted', { get: () => asked++ >= calls });
    const { committedPaths, failedPathsWithReasons } = await session.commit({
      signal: abort.signal,
    });
    const failed = failedPathsWithReasons.map(({ path, code }) => ({ path, code }));
    expect(failed.every(({ code }) => code === 'ERR_STAGED_ABORTED')).toBe(true);
    expect([...committedPaths, ...failed.map(({ path }) => path)].sort()).toEqual(['a', 'b', 'c']);
    for (const path of ['a', 'b', 'c']) {
      const isCommitted = committedPaths.includes(path);
      expect((await ws.read(path)).toString()).toBe(isCommitted ? 'new' : 'old');
    }
    expect((await session.status()).pendingWrites.map(({ path }) => path)).toEqual(
      failed.map(({ path }) => path),
    );
  }
});

/** Inode and times of everything but our state. */
function stamps(root: string, directory = ''): [string, string][] {
  return fs.readdirSync(`${root}/${directory}`).flatMap((name) => {
    const path = directory === '' ? name : `${directory}/${name}`;
    if (name === '.harn') return [];
    const stat = fs.lstatSync(`${root}/${path}`, { bigint: true });
    const own: [string, string] = [path, `${stat.ino} ${stat.mtimeNs} ${stat.ctimeNs}`];
    return stat.isDirectory() ? [own, ...stamps(root, path)] : [own];
  });
}

it('B34, B36: nothing but the selected paths is touched', async () => {
  const others = Object.fromEntries(
    Array.from({ length: 200 }, (_, index) => [`untracked/${index}`, 'x']),
  );
  await using ws = await tempWorkspace({
    ...others,
    '.env': 'secret',
    'back/a': 'a',
    'front/a': 'a',
    'front/b': 'b',
  });
  await using back = await testEngine(ws.path('back'));
  await using front = await testEngine(ws.path('front'));
  const [one, two] = [await stagedSession(back), await stagedSession(front)];
  await one.write('a', 'new');
  await two.write('a', 'new');
  await two.write('b', 'new');
  const before = stamps(ws.root);
  await two.discard({ paths: ['b'] });
  await two.discard({ paths: [] });
  await two.commit({ paths: [] });
  expect(stamps(ws.root)).toEqual(before);
  await two.commit({ paths: ['a', 'not pending'] });
  const changed = stamps(ws.root).filter(
    ([path, stamp]) => !before.some(([p, s]) => p === path && s === stamp),
  );
  expect(changed.map(([path]) => path)).toEqual(['front', 'front/a']);
});

it('B51, B55: works in and beside repositories, without git, and never touches one', async () => {
  await using ws = await tempWorkspace({
    'sub/f': 'old',
    'nested/f': 'old',
    f: 'old',
    'plain/sub/.git': 'gitdir: ../../.git',
  });
  await gitOk(ws.root, 'init', '-q');
  await gitOk(ws.path('nested'), 'init', '-q');
  await gitOk(ws.root, 'init', '-q', '--bare', 'bare.git');
  const gits = ['.git', 'nested/.git', 'bare.git'];
  const before = await Promise.all(gits.map((name) => readTree(ws.path(name))));
  const path = process.env['PATH'];
  process.env['PATH'] = '/nonexistent';
  try {
    await using engine = await testEngine(ws.root);
    const session = await stagedSession(engine);
    for (const file of ['f', 'nested/f', 'plain/sub/f']) await session.write(file, 'new');
    expect((await session.diff()).toString()).toContain('diff --git a/nested/f b/nested/f');
    expect((await session.commit()).committedPaths).toEqual(['f', 'nested/f', 'plain/sub/f']);
  } finally {
    process.env['PATH'] = path;
  }
  expect(await Promise.all(gits.map((name) => readTree(ws.path(name))))).toEqual(before);
  expect((await ws.read('plain/sub/.git')).toString()).toBe('gitdir: ../../.git');
});

it('B10: recovery decides by the bytes, not by size or time', async () => {
  await using ws = await tempWorkspace({ a: 'old', b: 'old' });
  const { atime, mtime } = fs.statSync(ws.path('b'));
  {
    await using engine = await testEngine(ws.root);
    const session = await stagedSession(engine);
    await session.write('a', 'new');
    await session.write('b', 'new');
  }
  const { disk, isDead } = createCrashDisk(createNodeDisk({ mode: 'sync' }), {
    at: await secondExchange(ws.root),
    when: 'before',
  });
  const crashing = await testEngine(ws.root, { disk });
  await (await crashing.session('s')).commit().catch(() => undefined);
  await crashing.close().catch(() => undefined);
  expect(isDead()).toBe(true);
  expect((await ws.read('a')).toString()).toBe('new');
  fs.utimesSync(ws.path('b'), atime, mtime);
  await using engine = await testEngine(ws.root);
  const session = await engine.session('s');
  await session.commit();
  expect((await ws.read('b')).toString()).toBe('new');
  expect(Object.keys(await ws.tree())).toEqual(['a', 'b']);
  expect((await session.status()).pendingWrites).toEqual([]);
});

/** The number of that mutating call, counted on a copy. */
async function secondExchange(root: string): Promise<number> {
  await using copy = await tempWorkspace();
  fs.cpSync(root, copy.root, { recursive: true, preserveTimestamps: true });
  const { disk, calls } = createCountingDisk(createNodeDisk({ mode: 'sync' }));
  await using engine = await testEngine(copy.root, { disk });
  const { onConflict } = { onConflict: 'overwrite' } as const;
  await (await engine.session('s')).commit({ onConflict });
  const exchanges = calls.filter(({ verb }) => verb === 'exchange');
  return exchanges[1]?.mutation ?? 0;
}
