// What users of such systems reported, section A and B: each title names its entry.
import * as fs from 'node:fs';
import { expect, it } from 'vitest';
import type { Session } from '../../src/index.ts';
import { type Planted, type TempWorkspace, tempWorkspace } from '../support/temp-workspace.ts';
import { SESSION_DIRECTORY, stagedSession, testEngine } from '../support/test-engine.ts';
import { codeOf } from './failure.ts';

interface Scene extends AsyncDisposable {
  readonly ws: TempWorkspace;
  readonly session: Session;
  reopen(): Promise<Session>;
}

async function scene(files: Readonly<Record<string, Planted>> = {}): Promise<Scene> {
  const ws = await tempWorkspace(files);
  let engine = await testEngine(ws.root);
  const session = await stagedSession(engine);
  return {
    ws,
    session,
    async reopen() {
      await engine.close();
      engine = await testEngine(ws.root);
      return await engine.session('s');
    },
    async [Symbol.asyncDispose]() {
      await engine.close();
      await ws[Symbol.asyncDispose]();
    },
  };
}

async function namesIn(session: Session, path: string): Promise<string[]> {
  return (await session.list(path)).map(({ name }) => name);
}

async function pendingOf(session: Session): Promise<[string, string][]> {
  return (await session.status()).pendingWrites.map(({ path, kind }) => [path, kind]);
}

function bodiesIn(ws: TempWorkspace): string[] {
  return fs.readdirSync(ws.path(`${SESSION_DIRECTORY}/bodies`));
}

it('B01: a staged delete stays deleted after reopening', async () => {
  await using at = await scene({ 'a.txt': 'a', b: 'b' });
  await at.session.remove('a.txt');
  const again = await at.reopen();
  expect(await codeOf(again.read('a.txt'))).toBe('ERR_STAGED_NOT_FOUND');
  expect(await namesIn(again, '.')).toEqual(['b']);
  expect(await pendingOf(again)).toEqual([['a.txt', 'delete']]);
  expect((await at.ws.read('a.txt')).toString()).toBe('a');
});

it('B03: recreating below a deleted directory shows nothing of the old one', async () => {
  await using at = await scene({ 't/a/b/info': 'i', 't/a/b/page': 'p' });
  await at.session.remove('t', { recursive: true });
  await at.session.write('t/a/b/x', 'x');
  expect(await namesIn(at.session, 't/a/b')).toEqual(['x']);
  expect(await namesIn(at.session, 't/a')).toEqual(['b']);
  expect(await namesIn(at.session, 't')).toEqual(['a']);
  await at.session.remove('t/a/b/x');
  for (const path of ['t', 't/a', 't/a/b']) {
    expect(await codeOf(at.session.list(path))).toBe('ERR_STAGED_NOT_FOUND');
  }
});

it('B04: a new file over a deleted name is one modification', async () => {
  await using at = await scene({ a: 'old' });
  await at.session.remove('a');
  await at.session.write('a', 'new');
  const again = await at.reopen();
  expect((await again.readText('a')).content).toBe('new');
  expect(await pendingOf(again)).toEqual([['a', 'modify']]);
});

it('B08: a discard is final', async () => {
  await using at = await scene({ a: 'old' });
  await at.session.write('a', 'new');
  expect(await at.session.discard()).toEqual({ discardedPaths: ['a'] });
  expect(await at.session.discard()).toEqual({ discardedPaths: [] });
  const again = await at.reopen();
  expect(await pendingOf(again)).toEqual([]);
  expect((await again.readText('a')).content).toBe('old');
  expect(bodiesIn(at.ws)).toEqual([]);
  const ops: string[] = [];
  for await (const { op } of again.log()) ops.push(op);
  expect(ops).toEqual(['set_mode', 'write', 'discard_staged']);
});

it('B11: names that differ by case alone are two names here', async () => {
  await using at = await scene({ 'Foo.ts': 'foo' });
  await at.session.remove('Foo.ts');
  await at.session.write('foo.ts', 'foo');
  await at.session.commit();
  expect(Object.keys(await at.ws.tree())).toEqual(['foo.ts']);
});

it('B12: names that differ by Unicode form alone are two names here', async () => {
  await using at = await scene({ 'e\u0301.md': 'decomposed' });
  expect(await at.session.exists('\u00e9.md')).toBe(false);
  await at.session.write('\u00e9.md', 'composed');
  expect(await namesIn(at.session, '.')).toEqual(['e\u0301.md', '\u00e9.md']);
  await at.session.commit();
  expect(Object.keys(await at.ws.tree())).toEqual(['e\u0301.md', '\u00e9.md']);
});

it('B13: a name that is not UTF-8 is shown escaped and stands in nobody’s way', async () => {
  await using at = await scene({ 'd/a': 'a' });
  const odd = Buffer.concat([
    Buffer.from(`${at.ws.path('d')}/lat`),
    Buffer.of(0xe9),
    Buffer.from('n.txt'),
  ]);
  fs.writeFileSync(odd, 'latin');
  expect(await at.session.list('d')).toEqual([
    { name: 'a', kind: 'file', size: 1 },
    { name: 'lat\\xE9n.txt', kind: 'file', size: 5, escaped: true },
  ]);
  await at.session.write('d/a', 'new');
  expect((await at.session.commit()).committedPaths).toEqual(['d/a']);
  await at.session.remove('d', { recursive: true });
  const patch = (await at.session.diff()).toString();
  expect(patch).toContain('"a/d/lat\\351n.txt"');
  const again = await at.reopen();
  expect(await again.commit()).toEqual({ committedPaths: ['d'], failedPathsWithReasons: [] });
  expect(fs.existsSync(odd)).toBe(false);
});

it('B21: every byte value comes through unchanged', async () => {
  await using at = await scene();
  const bytes = Buffer.from(
    Array.from({ length: 1024 * 1024 }, (_, index) => (index * 7919) & 0xff),
  );
  await at.session.write('image', bytes);
  expect(Buffer.compare(await at.session.read('image'), bytes)).toBe(0);
  const again = await at.reopen();
  expect(Buffer.compare(await again.read('image'), bytes)).toBe(0);
  expect((await again.diff()).toString()).toContain('GIT binary patch');
  await again.commit();
  expect(Buffer.compare(await at.ws.read('image'), bytes)).toBe(0);
});

it('B47: the same bytes are stored once', async () => {
  await using at = await scene();
  const bytes = Buffer.alloc(1024 * 1024, 'body');
  for (let index = 0; index < 60; index += 1) await at.session.write(`f${index % 30}`, bytes);
  expect(bodiesIn(at.ws)).toHaveLength(1);
  await at.session.discard();
  expect(bodiesIn(at.ws)).toEqual([]);
  expect(
    fs
      .readdirSync(at.ws.path(`${SESSION_DIRECTORY}/tmp`))
      .filter((name) => !name.endsWith('.lock')),
  ).toEqual([]);
});

it('B49: our own state is not part of the workspace, and the journal grows by the line', async () => {
  await using at = await scene({ a: 'a' });
  expect(await namesIn(at.session, '.')).toEqual(['a']);
  for (const path of ['.harn/state/staged/s/manifest.json', '.harn/state']) {
    expect(await codeOf(at.session.read(path))).toBe('ERR_STAGED_NOT_FOUND');
  }
  for (let index = 0; index < 1000; index += 1) await at.session.write('one', `text ${index}`);
  const { size } = fs.statSync(at.ws.path(`${SESSION_DIRECTORY}/journal.jsonl`));
  expect(size).toBeLessThan(1000 * 400);
  expect(bodiesIn(at.ws)).toHaveLength(1);
});

it('B50, B35: a body with a flipped bit, or none, is an error and never data', async () => {
  await using at = await scene({ a: 'old a' });
  await at.session.write('a', 'new a');
  await at.session.write('b', 'new b');
  const [one = '', two = ''] = (await at.session.status()).pendingWrites.map(({ path }) => path);
  expect([one, two]).toEqual(['a', 'b']);
  const again = await at.reopen();
  const tree = await at.ws.tree();
  for (const name of bodiesIn(at.ws)) {
    const path = at.ws.path(`${SESSION_DIRECTORY}/bodies/${name}`);
    const bytes = fs.readFileSync(path);
    if (bytes.toString() === 'new b') fs.rmSync(path);
    else
      fs.writeFileSync(
        path,
        bytes.map((byte, index) => (index === 0 ? byte ^ 1 : byte)),
      );
  }
  expect(await codeOf(again.read('a'))).toBe('ERR_STAGED_BODY_CORRUPT');
  expect(await codeOf(again.read('b'))).toBe('ERR_STAGED_BODY_MISSING');
  const { committedPaths, failedPathsWithReasons } = await again.commit();
  expect(committedPaths).toEqual([]);
  expect(failedPathsWithReasons.map(({ path, code }) => [path, code])).toEqual([
    ['a', 'ERR_STAGED_BODY_CORRUPT'],
    ['b', 'ERR_STAGED_BODY_MISSING'],
  ]);
  expect(await at.ws.tree()).toEqual(tree);
  expect((await again.verify()).findings.map(({ kind }) => kind).sort()).toEqual([
    'body-corrupt',
    'body-missing',
  ]);
  await again.write('a', 'new a');
  expect((await again.readText('a')).content).toBe('new a');
});
