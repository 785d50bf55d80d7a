// Paths that must not get in, whatever asks (rule W1; B80, B81, B15).
import { execFileSync } from 'node:child_process';
import * as fs from 'node:fs';
import { createServer } from 'node:net';
import { describe, expect, it } from 'vitest';
import type { Session } from '../../src/index.ts';
import { tempWorkspace } from '../support/temp-workspace.ts';
import { stagedSession, testEngine } from '../support/test-engine.ts';
import { codeOf } from './failure.ts';

const ESCAPE = 'ERR_STAGED_PATH_ESCAPE';
const INVALID = 'ERR_STAGED_INVALID_PATH';

const REFUSED: readonly (readonly [string, string])[] = [
  ['', INVALID],
  ['nul\0byte', INVALID],
  ['lone \ud800 surrogate', INVALID],
  ['\udc80', INVALID],
  ['/etc/passwd', ESCAPE],
  ['..', ESCAPE],
  ['../agent-victim/x', ESCAPE],
  ['a/../../x', ESCAPE],
  ['out', ESCAPE],
  ['dir/new/x', ESCAPE],
  ['up/x', ESCAPE],
  ['.', INVALID],
  ['/', ESCAPE],
  ['a/..', INVALID],
  ['.git', INVALID],
  ['.git/config', INVALID],
  ['.GIT/hooks/pre-commit', INVALID],
  ['sub/.Git/config', INVALID],
  ['sub/.git', INVALID],
  ['.g\u200cit/config', INVALID],
  ['.git./config', INVALID],
  ['.git /config', INVALID],
  ['GIT~1/config', INVALID],
  ['.git::$INDEX_ALLOCATION/config', INVALID],
  ['gitlink/config', INVALID],
  ['.harn/state/x', INVALID],
  ['.HARN/State/staged/s/manifest.json', INVALID],
  ['sub/.harn/state/x', INVALID],
  ['x'.repeat(256), INVALID],
  ['loop', INVALID],
  ['loop/x', INVALID],
];

const CHANGES: readonly (readonly [
  string,
  (session: Session, path: string) => Promise<unknown>,
])[] = [
  ['write', (session, path) => session.write(path, 'x')],
  ['write a stream', (session, path) => session.writeFrom(path, pieces())],
  ['patchText', (session, path) => session.patchText(path, 'x')],
  ['remove below', (session, path) => session.remove(`${path}/x`, { recursive: true })],
];

async function* pieces(): AsyncGenerator<Uint8Array> {
  yield Buffer.from('x');
}

describe.each(['staged', 'immediate'] as const)('in %s mode', (mode) => {
  it('nothing changes outside the workspace, in git or in our state', async () => {
    await using outer = await tempWorkspace({
      'agent-victim/x': 'victim',
      'agent/.git/config': 'git',
      'agent/out': { link: '../evil' },
      'agent/dir': { link: '../agent-victim' },
      'agent/up': { link: '..' },
      'agent/gitlink': { link: '.git' },
      'agent/loop': { link: 'loop' },
      'agent/sub/a': 'a',
    });
    await using engine = await testEngine(outer.path('agent'));
    const session = await engine.session('s');
    await session.setMode(mode);
    const before = await outer.tree();
    const wrong: string[] = [];
    for (const [path, code] of REFUSED) wrong.push(...(await wrongAnswers(session, path, code)));
    expect(wrong).toEqual([]);
    expect((await session.status()).pendingWrites).toEqual([]);
    expect(withoutState(await outer.tree())).toEqual(withoutState(before));
  });
});

async function wrongAnswers(session: Session, path: string, code: string): Promise<string[]> {
  const wrong: string[] = [];
  for (const [name, change] of CHANGES) {
    const isFine = name === 'remove below' && ['', '.', 'a/..'].includes(path);
    const found = isFine ? code : await codeOf(change(session, path)).catch(String);
    if (found !== code) wrong.push(`${name} ${JSON.stringify(path)}: ${found}`);
  }
  return wrong;
}

function withoutState(tree: Record<string, unknown>): [string, unknown][] {
  return Object.entries(tree).filter(([path]) => !path.startsWith('agent/.harn'));
}

it('keeps names that other systems find odd', async () => {
  await using ws = await tempWorkspace();
  await using engine = await testEngine(ws.root);
  const session = await stagedSession(engine);
  const names = [
    '%2e%2e',
    'C:\\x',
    '\\\\srv\\s',
    'CON',
    'trailing.',
    'trailing ',
    '...',
    '-rf',
    '.gitignore',
    'é',
    'e\u0301',
    'Foo',
    'foo',
  ];
  for (const name of names) await session.write(name, name);
  expect((await session.commit()).failedPathsWithReasons).toEqual([]);
  const tree = await ws.tree();
  expect(Object.keys(tree)).toEqual(
    [...names].sort((a, b) => Buffer.compare(Buffer.from(a), Buffer.from(b))),
  );
});

it('accepts absolute paths inside, also by a link to the root', async () => {
  await using ws = await tempWorkspace({ 'root/a': 'a', link: { link: 'root' } });
  await using engine = await testEngine(ws.path('link'));
  const session = await stagedSession(engine);
  expect((await session.write(ws.path('link/b'), 'b')).path).toBe('b');
  expect((await session.write(ws.path('root/c'), 'c')).path).toBe('c');
  expect((await session.readText(`${ws.root}/link/./a`)).content).toBe('a');
});

describe('B15: a write through a link', () => {
  it.each([
    ['relative', 'real/x'],
    ['in two hops', 'hop'],
    ['absolute', 'absolute'],
  ])('changes the file it leads to: %s', async (_, target) => {
    await using ws = await tempWorkspace({ 'real/x': 'old', hop: { link: 'real/x' } });
    const goal = target === 'absolute' ? ws.path('real/x') : target;
    fs.symlinkSync(goal, ws.path('link'));
    await using engine = await testEngine(ws.root);
    const session = await stagedSession(engine);
    expect((await session.write('link', 'new')).path).toBe('real/x');
    expect((await session.readText('real/x')).content).toBe('new');
    expect((await session.readText('link')).content).toBe('new');
    await session.commit();
    expect(fs.readlinkSync(ws.path('link'))).toBe(goal);
    expect((await ws.read('real/x')).toString()).toBe('new');
  });

  it('creates what a dangling link inside names', async () => {
    await using ws = await tempWorkspace({ link: { link: 'real/x' } });
    await using engine = await testEngine(ws.root);
    const session = await stagedSession(engine);
    expect(await session.write('link', 'new')).toMatchObject({ path: 'real/x', created: true });
  });
});

describe('what is no regular file', () => {
  it('is refused by readers at once', async () => {
    await using ws = await tempWorkspace({ 'd/x': 'x', dangling: { link: 'nothing' } });
    execFileSync('mkfifo', [ws.path('fifo')]);
    const server = createServer().listen(ws.path('socket'));
    await using engine = await testEngine(ws.root);
    const session = await stagedSession(engine);
    for (const path of ['d', 'fifo', 'socket']) {
      expect([path, await codeOf(session.read(path))]).toEqual([path, 'ERR_STAGED_NOT_A_FILE']);
      expect([path, await codeOf(session.readText(path))]).toEqual([path, 'ERR_STAGED_NOT_A_FILE']);
      expect([path, await codeOf(session.patchText(path, 'x'))]).toEqual([
        path,
        'ERR_STAGED_NOT_A_FILE',
      ]);
      expect([path, await codeOf(session.write(path, 'x'))]).toEqual([
        path,
        'ERR_STAGED_NOT_A_FILE',
      ]);
    }
    expect(await codeOf(session.read('dangling'))).toBe('ERR_STAGED_NOT_FOUND');
    expect(await codeOf(session.list('d/x'))).toBe('ERR_STAGED_NOT_A_DIRECTORY');
    expect(await session.remove('fifo')).toEqual({ path: 'fifo', removed: true });
    expect((await session.commit()).failedPathsWithReasons).toEqual([]);
    expect(fs.existsSync(ws.path('fifo'))).toBe(false);
    server.close();
  });

  it('is not removed with what it holds unless asked for, nor with a repository in it', async () => {
    await using ws = await tempWorkspace({
      'd/x': 'x',
      'sub/deep/.git': 'gitdir: elsewhere',
      'sub/y': 'y',
    });
    await using engine = await testEngine(ws.root);
    const session = await stagedSession(engine);
    const tree = await ws.tree();
    expect(await codeOf(session.remove('d'))).toBe('ERR_STAGED_NOT_EMPTY');
    expect(await codeOf(session.remove('sub', { recursive: true }))).toBe(INVALID);
    expect(await codeOf(session.remove('.', { recursive: true }))).toBe(INVALID);
    await session.setMode('immediate');
    expect(await codeOf(session.remove('sub', { recursive: true }))).toBe(INVALID);
    expect(await session.remove('nothing/at/all')).toEqual({
      path: 'nothing/at/all',
      removed: false,
    });
    expect((await session.status()).pendingWrites).toEqual([]);
    expect(await ws.tree()).toEqual(tree);
  });
});

describe('B80: a link swapped in', () => {
  it('between staging and commit is refused, and nothing is written behind it', async () => {
    await using ws = await tempWorkspace({ 'inside/d/x': 'old', 'outside/x': 'victim' });
    await using engine = await testEngine(ws.path('inside'));
    const session = await stagedSession(engine);
    await session.write('d/x', 'new');
    await session.write('d/y', 'new');
    await session.write('fine', 'new');
    fs.renameSync(ws.path('inside/d'), ws.path('moved'));
    fs.symlinkSync('../outside', ws.path('inside/d'));
    const { committedPaths, failedPathsWithReasons } = await session.commit();
    expect(committedPaths).toEqual(['fine']);
    expect(failedPathsWithReasons.map(({ path, code }) => [path, code])).toEqual([
      ['d/x', ESCAPE],
      ['d/y', ESCAPE],
    ]);
    expect((await ws.read('outside/x')).toString()).toBe('victim');
    expect(fs.readdirSync(ws.path('outside'))).toEqual(['x']);
  });

  it('while commits run never leads one outside', async () => {
    await using ws = await tempWorkspace({ 'inside/real/x': 'x', 'outside/keep': 'victim' });
    const swap = `
      const fs = require('node:fs');
      const [d, real, link] = process.argv.slice(1);
      for (;;) {
        try { fs.renameSync(d, real); fs.symlinkSync('../outside', d); } catch {}
        try { fs.unlinkSync(d); fs.renameSync(real, d); } catch {}
      }`;
    const { spawn } = await import('node:child_process');
    const places = [ws.path('inside/d'), ws.path('inside/real')];
    const swapper = spawn(process.execPath, ['-e', swap, ...places], { stdio: 'ignore' });
    await using engine = await testEngine(ws.path('inside'));
    const session = await stagedSession(engine);
    try {
      for (let round = 0; round < 150; round += 1) {
        const answer = await failureOrDone(session.write(`d/new${round}`, 'ours'));
        if (answer !== undefined) expect([ESCAPE, 'ERR_STAGED_NOT_A_DIRECTORY']).toContain(answer);
        await session.commit();
      }
    } finally {
      swapper.kill('SIGKILL');
    }
    expect(fs.readdirSync(ws.path('outside'))).toEqual(['keep']);
  });
});

/** The code of a failure of ours; undefined when there was none. */
async function failureOrDone(call: Promise<unknown>): Promise<string | undefined> {
  const answer = await call.then(() => undefined, toError);
  return answer === undefined ? undefined : await codeOf(Promise.reject(answer));
}

function toError(error: unknown): Error {
  return error instanceof Error ? error : new Error('no error', { cause: error });
}
