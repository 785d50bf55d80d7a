// Wrong arguments: one clear error, and nothing changed.
import { describe, expect, it } from 'vitest';
import { openEngine } from '../../src/index.ts';
import { tempWorkspace } from '../support/temp-workspace.ts';
import { stagedSession, testEngine } from '../support/test-engine.ts';
import { codeOf, failureOf } from './failure.ts';

const INVALID = 'ERR_STAGED_INVALID_ARGUMENT';

/** Calls a method as JavaScript would, with whatever arguments. */
async function callLoosely(target: object, name: string, ...args: unknown[]): Promise<unknown> {
  const method: unknown = Reflect.get(target, name);
  if (typeof method !== 'function') throw new Error(`No method ${name}.`);
  return await Reflect.apply(method, target, args);
}

async function* texts(): AsyncGenerator<string> {
  yield 'text';
}

const WRONG: readonly (readonly [string, readonly unknown[]])[] = [
  ['write', ['x', 'text', { overwrite: 'yes' }]],
  ['write', ['x', 'text', { createParents: 1 }]],
  ['write', ['x', 'text', { fileMode: '100600' }]],
  ['write', ['x', 'text', { fileMode: 0o644 }]],
  ['write', ['x', 'text', { snapshotId: 7 }]],
  ['write', ['x', 'text', { signal: {} }]],
  ['write', ['x', 'text', { unknown: true }]],
  ['write', ['x', 'text', { __proto__: null, toString: 1 }]],
  ['write', ['x', 'text', null]],
  ['write', ['x', 7]],
  ['write', ['x', { length: 1 }]],
  ['write', ['x', undefined]],
  ['writeFrom', ['x', 7]],
  ['writeFrom', ['x', 'a\0b']],
  ['writeFrom', ['x', texts(), { fileMode: '120000' }]],
  ['remove', ['a', { recursive: 'true' }]],
  ['remove', ['a', { force: true }]],
  ['patchText', ['a', 'x', { expectedHash: 7 }]],
  ['patchText', ['a', Buffer.from('x'), {}]],
  ['read', ['a', { offset: -1 }]],
  ['read', ['a', { offset: 0.5 }]],
  ['read', ['a', { length: '3' }]],
  ['read', ['a', { offset: 4 }]],
  ['read', ['a', { offset: Number.MAX_SAFE_INTEGER }]],
  ['commit', [{ paths: 'a' }]],
  ['commit', [{ paths: [7] }]],
  ['commit', [{ paths: new Array(1) }]],
  ['commit', [{ paths: '' }]],
  ['commit', [null]],
  ['commit', [{ onConflict: 'theirs' }]],
  ['commit', [{ force: 'yes' }]],
  ['discard', [{ paths: {} }]],
  ['discard', [{ path: ['a'] }]],
  ['verify', [{ repair: 'yes' }]],
  ['setMode', ['frozen']],
  ['setMode', [undefined]],
  ['on', ['pending']],
  ['on', ['changed', () => undefined]],
  ['diff', [{ format: 'html' }]],
  ['diff', [{ context: -1 }]],
  ['diff', [{ format: ['stat'] }]],
  ['diff', [{ format: { toString: null } }]],
  ['diff', [null]],
];

it.each(WRONG)('%s refuses %j', async (name, args) => {
  await using ws = await tempWorkspace({ a: 'old' });
  await using engine = await testEngine(ws.root);
  const session = await stagedSession(engine);
  const error = await failureOf(callLoosely(session, name, ...args));
  expect(error.code).toBe(INVALID);
  expect(error.hint).toEqual(expect.any(String));
  expect((await session.status()).pendingWrites).toEqual([]);
});

const WRONG_OF_ENGINE: readonly (readonly [string, unknown, unknown])[] = [
  ['withToolCall', 5, work],
  ['withToolCall', { id: 'call_9' }, work],
  ['withToolCall', 'call_9', 'work'],
  ['withSession', 's', undefined],
];

function work(): void {}

it.each(WRONG_OF_ENGINE)('%s of an engine refuses %j and %j', async (name, id, call) => {
  await using ws = await tempWorkspace();
  await using engine = await testEngine(ws.root);
  expect(await codeOf(callLoosely(engine, name, id, call))).toBe(INVALID);
});

it.each([
  [{}],
  [{ root: 7 }],
  [{ root: '' }],
  [{ root: '.', fsync: 'sometimes' }],
  [{ root: '.', threads: 0 }],
  [{ root: '.', lockTimeoutMs: -1 }],
  [{ root: '.', limits: { maxEntries: 1.5 } }],
  [{ root: '.', limits: { entries: 1 } }],
  [{ root: '.', keepBaseBytes: '1 MiB' }],
  [{ root: '.', colour: 'red' }],
  [null],
])('openEngine refuses %j', async (options) => {
  const loosely: unknown = Reflect.apply(openEngine, undefined, [options]);
  expect(await codeOf(Promise.resolve(loosely))).toBe(INVALID);
});

it('openEngine wants a directory that exists', async () => {
  await using ws = await tempWorkspace({ file: 'x' });
  expect(await codeOf(openEngine({ root: ws.path('nothing') }))).toBe('ERR_STAGED_NOT_FOUND');
  expect(await codeOf(openEngine({ root: ws.path('file') }))).toBe('ERR_STAGED_NOT_A_DIRECTORY');
});

describe('text', () => {
  it('B18: that is not UTF-8 is refused, and its bytes are kept', async () => {
    const bytes = Buffer.from('const x = 1;\n// caf\xe9\n', 'latin1');
    await using ws = await tempWorkspace({ latin: bytes });
    await using engine = await testEngine(ws.root);
    const session = await stagedSession(engine);
    expect(await codeOf(session.readText('latin'))).toBe('ERR_STAGED_NOT_TEXT');
    expect(await codeOf(session.patchText('latin', 'x'))).toBe('ERR_STAGED_NOT_TEXT');
    expect(await codeOf(session.write('lone', 'a\ud800b'))).toBe('ERR_STAGED_NOT_TEXT');
    expect((await session.status()).pendingWrites).toEqual([]);
    await session.write('latin', Buffer.concat([bytes, Buffer.from('more\n')]));
    await session.commit();
    expect(await ws.read('latin')).toEqual(Buffer.concat([bytes, Buffer.from('more\n')]));
  });

  it('B17: keeps CRLF and a byte order mark, and the same text is a no-op', async () => {
    const bytes = Buffer.from('\ufeffa\r\nb\r\n');
    await using ws = await tempWorkspace({ dos: bytes });
    await using engine = await testEngine(ws.root);
    const session = await stagedSession(engine);
    const { content, sha256 } = await session.readText('dos');
    expect(content).toBe('\ufeffa\r\nb\r\n');
    expect(await session.patchText('dos', content, { expectedHash: sha256 })).toMatchObject({
      result: 'no_op',
    });
    await session.write('dos', content);
    expect((await session.status()).pendingWrites).toEqual([]);
    await session.write('dos', content.replace('b', 'c'));
    expect((await session.diff()).toString().match(/^[-+][^-+][^\n]*/gm)).toEqual(['-b\r', '+c\r']);
  });
});

it('B84: keeps every session id in a directory of its own below staged/', async () => {
  await using ws = await tempWorkspace();
  await using engine = await testEngine(ws.root);
  const ids = [
    '..',
    '.',
    '...',
    'a/b',
    'a\\b',
    'a_b',
    'A_B',
    'x'.repeat(300),
    `${'x'.repeat(299)}y`,
    'con',
    'nul\0',
    '😀',
    '\u{1f600}x',
    '.gitignore',
    '.lock-kind',
    '../../etc',
    'manifest.json',
    '%2e%2e',
    ' padded ',
  ];
  for (const id of ids) await (await stagedSession(engine, id)).write('same', id);
  const found: [string, string][] = [];
  for (const id of ids)
    found.push([id, (await (await engine.session(id)).readText('same')).content]);
  expect(found).toEqual(ids.map((id) => [id, id]));
  const { readdirSync } = await import('node:fs');
  const directories = readdirSync(ws.path('.harn/state/staged'), { withFileTypes: true }).filter(
    (entry) => entry.isDirectory(),
  );
  expect(directories).toHaveLength(ids.length);
  expect(readdirSync(ws.root)).toEqual(['.harn']);
  expect((await engine.sessions()).map(({ sessionId }) => sessionId).sort()).toEqual(
    [...ids].sort(),
  );
  for (const id of ['', ' ', '\t\n', '\ud800', 5n as unknown as string])
    expect(await codeOf(engine.session(id))).toBe(INVALID);
});

it('B83: holds its limits on every way in', async () => {
  await using ws = await tempWorkspace({ a: 'a', b: 'b', c: 'c' });
  const limits = { maxEntries: 2, maxPendingBytes: 10, maxBodyBytes: 8 };
  await using engine = await testEngine(ws.root, { limits });
  const session = await stagedSession(engine);
  expect(await codeOf(session.write('x', '123456789'))).toBe('ERR_STAGED_TOO_LARGE');
  await session.write('x', '12345678');
  expect(await codeOf(session.write('y', '123'))).toBe('ERR_STAGED_QUOTA');
  expect(await codeOf(session.patchText('a', '123'))).toBe('ERR_STAGED_QUOTA');
  await session.remove('a');
  expect(await codeOf(session.remove('b'))).toBe('ERR_STAGED_QUOTA');
  expect(await codeOf(session.write('l', 'b', { fileMode: '120000' }))).toBe('ERR_STAGED_QUOTA');
  expect(await codeOf(session.write('y', ''))).toBe('ERR_STAGED_QUOTA');
  expect((await session.status()).pendingWrites.map(({ path }) => path)).toEqual(['a', 'x']);
  await session.write('x', '1');
  expect((await session.verify()).findings).toEqual([]);
});

it('B83: makes no link that leads outside', async () => {
  await using ws = await tempWorkspace({ 'd/a': 'a' });
  await using engine = await testEngine(ws.root);
  const session = await stagedSession(engine);
  const link = { fileMode: '120000' } as const;
  for (const target of ['/etc/passwd', '../x', 'd/../../x', `${ws.root}-victim/x`]) {
    expect([target, await codeOf(session.write('l', target, link))]).toEqual([
      target,
      'ERR_STAGED_PATH_ESCAPE',
    ]);
  }
  await session.write('d/up', '../d/a', link);
  expect((await session.readText('d/up')).content).toBe('a');
});
