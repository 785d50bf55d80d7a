// Rule M1 and the reference's manifests, through the session.
import { createHash } from 'node:crypto';
import { mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { describe, expect, it } from 'vitest';
import { type TempWorkspace, tempWorkspace } from '../support/temp-workspace.ts';
import { SESSION_DIRECTORY, stagedSession, testEngine } from '../support/test-engine.ts';
import { readTree } from '../support/tree.ts';
import { codeOf } from './failure.ts';

const MANIFEST = `${SESSION_DIRECTORY}/manifest.json`;

async function closedSession(): Promise<TempWorkspace> {
  const ws = await tempWorkspace({ a: 'old' });
  await using engine = await testEngine(ws.root);
  const session = await stagedSession(engine);
  await session.write('a', 'new a');
  await session.write('b', 'new b');
  return ws;
}

const DAMAGES: readonly (readonly [string, (text: string) => string, string])[] = [
  ['empty', () => '', 'ERR_STAGED_CORRUPT'],
  ['half of it', (text) => text.slice(0, text.length >> 1), 'ERR_STAGED_CORRUPT'],
  ['a list', () => '[]', 'ERR_STAGED_CORRUPT'],
  ['null', () => 'null', 'ERR_STAGED_CORRUPT'],
  [
    'entries of a wrong type',
    (text) => text.replace('"size"', '"sizes"').replace('"len"', '"l"'),
    'ERR_STAGED_CORRUPT',
  ],
  ['version 999', (text) => text.replace('"version": 1', '"version": 999'), 'ERR_STAGED_FORMAT'],
  ['of another session', (text) => text.replace('"s"', '"t"'), 'ERR_STAGED_CORRUPT'],
  [
    'with a key outside the root',
    (text) => text.replace(/"[^"]*\/b": \{/, '"/etc/passwd": {'),
    'ERR_STAGED_CORRUPT',
  ],
];

describe.each(DAMAGES)('B27: a manifest that is %s', (_, damage, code) => {
  it('is a clear error, and nothing is deleted', async () => {
    await using ws = await closedSession();
    const text = await readFile(ws.path(MANIFEST), 'utf8');
    const damaged = damage(text);
    expect(damaged).not.toBe(text);
    await writeFile(ws.path(MANIFEST), damaged);
    const before = await readTree(ws.path(SESSION_DIRECTORY));
    await using engine = await testEngine(ws.root);
    const session = await engine.session('s');
    expect(await codeOf(session.status())).toBe(code);
    expect(await codeOf(session.read('a'))).toBe(code);
    expect(await codeOf(session.write('c', 'c'))).toBe(code);
    await session.close();
    const { lock, ...after } = await readTree(ws.path(SESSION_DIRECTORY));
    expect(lock?.kind).toBe('file');
    const { lock: _lock, ...rest } = before;
    expect(after).toEqual(rest);
  });
});

it.each(DAMAGES.filter(([, , code]) => code === 'ERR_STAGED_CORRUPT'))(
  'a manifest that is %s is rebuilt by verify --repair',
  async (_, damage) => {
    await using ws = await closedSession();
    const text = await readFile(ws.path(MANIFEST), 'utf8');
    await writeFile(ws.path(MANIFEST), damage(text));
    await using engine = await testEngine(ws.root);
    const session = await engine.session('s');
    expect((await session.verify({ repair: true })).repaired).toBe(true);
    expect((await session.readText('a')).content).toBe('new a');
    expect((await session.status()).pendingWrites.map(({ path }) => path)).toEqual(['a', 'b']);
    expect((await session.verify()).findings).toEqual([]);
  },
);

it('is rebuilt at open when it is missing beside a journal', async () => {
  await using ws = await closedSession();
  await rm(ws.path(MANIFEST));
  await using engine = await testEngine(ws.root);
  const session = await engine.session('s');
  expect(await session.mode()).toBe('staged');
  expect((await session.readText('b')).content).toBe('new b');
  await session.write('c', 'c');
  await session.close();
  expect(JSON.parse(await readFile(ws.path(MANIFEST), 'utf8'))).toMatchObject({ session_id: 's' });
});

it('follows a workspace that was moved with its state', async () => {
  await using ws = await closedSession();
  await using other = await tempWorkspace();
  const moved = other.path('moved');
  await rename(ws.root, moved);
  {
    await using engine = await testEngine(moved);
    const session = await engine.session('s');
    expect((await session.readText('a')).content).toBe('new a');
    expect(await session.commit()).toEqual({
      committedPaths: ['a', 'b'],
      failedPathsWithReasons: [],
    });
  }
  expect(await readFile(`${moved}/b`, 'utf8')).toBe('new b');
  await mkdir(ws.root);
});

const BODY = 'written by the reference';
const DIGEST = createHash('sha256').update(BODY).digest('hex');

/** As the reference leaves it: three entries, its own journal, no bases. */
async function referenceSession(): Promise<TempWorkspace> {
  const ws = await tempWorkspace({ a: 'old', 'old/x': 'x', b: 'b' });
  const entries = {
    [ws.path('a')]: {
      kind: 'write',
      body_hash: DIGEST,
      len: BODY.length,
      created_at_ms: 1,
      snapshot_id: 'call_9',
    },
    [ws.path('b')]: { kind: 'delete', recursive: false, created_at_ms: 2 },
    [ws.path('old')]: { kind: 'delete', recursive: true, created_at_ms: 3 },
  };
  const manifest = { version: 1, session_id: 's', mode: 'staged', root: ws.root, entries };
  await ws.write(MANIFEST, JSON.stringify(manifest, null, 2));
  await ws.write(`${SESSION_DIRECTORY}/bodies/${DIGEST}`, BODY);
  const line = { op: 'write', path: ws.path('a'), pending_count: 1, ts_ms: 1 };
  await ws.write(`${SESSION_DIRECTORY}/journal.jsonl`, `${JSON.stringify(line)}\n`);
  return ws;
}

const PENDING = [
  {
    path: 'a',
    kind: 'modify',
    byteDelta: BODY.length - 3,
    snapshotId: 'call_9',
    bytesAdded: BODY.length,
    bytesRemoved: 3,
    conflict: false,
  },
  {
    path: 'b',
    kind: 'delete',
    byteDelta: -1,
    snapshotId: null,
    bytesAdded: 0,
    bytesRemoved: 1,
    conflict: false,
  },
  {
    path: 'old',
    kind: 'delete',
    byteDelta: -1,
    snapshotId: null,
    bytesAdded: 0,
    bytesRemoved: 1,
    conflict: false,
  },
];

describe('a session of the reference', () => {
  it('opens with its entries, and looking at it writes nothing', async () => {
    await using ws = await referenceSession();
    const before = await readTree(ws.path('.harn'));
    {
      await using engine = await testEngine(ws.root);
      const session = await engine.session('s');
      expect((await session.status()).pendingWrites).toEqual(PENDING);
      expect((await session.readText('a')).content).toBe(BODY);
      expect(await session.list()).toEqual([{ name: 'a', kind: 'file', size: BODY.length }]);
      expect((await session.verify()).findings).toEqual([]);
    }
    expect(await readTree(ws.path('.harn'))).toEqual(before);
  });

  it('is adopted by the first mutation, and commits', async () => {
    await using ws = await referenceSession();
    {
      await using engine = await testEngine(ws.root);
      await (await engine.session('s')).write('c', 'c');
    }
    await using engine = await testEngine(ws.root);
    const session = await engine.session('s');
    const ops: string[] = [];
    for await (const { op } of session.log()) ops.push(op);
    expect(ops.slice(-2)).toEqual(['adopt', 'write']);
    expect((await session.status()).pendingWrites.slice(0, 2)).toEqual(PENDING.slice(0, 2));
    expect((await session.commit()).failedPathsWithReasons).toEqual([]);
    expect(Object.keys(await ws.tree())).toEqual(['a', 'c']);
  });

  it('reports what changed after it was adopted', async () => {
    await using ws = await referenceSession();
    await using engine = await testEngine(ws.root);
    const session = await engine.session('s');
    await session.write('c', 'c');
    await ws.write('a', 'edited by a person');
    const { failedPathsWithReasons } = await session.commit();
    expect(failedPathsWithReasons.map(({ path, code }) => [path, code])).toEqual([
      ['a', 'ERR_STAGED_CONFLICT'],
    ]);
    expect((await ws.read('a')).toString()).toBe('edited by a person');
  });
});
