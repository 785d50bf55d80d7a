// Sides of the shadow repository that are too large to be held in memory, against the real git: the
// same object ids, sizes and changes, on both sides of 1 MiB and with both hashes.
import { randomBytes } from 'node:crypto';
import { rm } from 'node:fs/promises';
import { expect, it } from 'vitest';
import type { Session } from '../../src/index.ts';
import { gitOk } from '../support/git.ts';
import { type TempWorkspace, tempWorkspace } from '../support/temp-workspace.ts';
import { stagedSession, testEngine } from '../support/test-engine.ts';
import { expectEqualShadow, expectWhole, shadowOf } from './shadow-repository.ts';

const MEBIBYTE = 1024 * 1024;

// Noise, which packs into more than it is, and then what packs into next to nothing.
function bytesOf(size: number): Buffer {
  const noise = randomBytes(Math.min(size, 300_000));
  return Buffer.concat([noise, Buffer.alloc(size - noise.length, 'a line\n')]);
}

const BEFORE = {
  grows: bytesOf(MEBIBYTE),
  shrinks: bytesOf(MEBIBYTE + 1),
  'was large': bytesOf(5 * MEBIBYTE + 7),
  'was small': Buffer.from('small\n'),
  gone: bytesOf(2 * MEBIBYTE),
  'd/gone too': bytesOf(MEBIBYTE + 300),
};

const AFTER = {
  grows: bytesOf(MEBIBYTE + 1),
  shrinks: bytesOf(MEBIBYTE),
  'was large': Buffer.from('small\n'),
  'was small': bytesOf(5 * MEBIBYTE + 7),
  made: bytesOf(MEBIBYTE + 262_144),
};

const STATUS = [
  'D\td/gone too',
  'D\tgone',
  'M\tgrows',
  'A\tmade',
  'M\tshrinks',
  'M\twas large',
  'M\twas small',
];

it.each(['sha1', 'sha256'])('has the objects that git makes, by %s', async (format) => {
  await using ws = await tempWorkspace(BEFORE);
  await gitOk(ws.root, 'init', '--quiet', `--object-format=${format}`);
  await using engine = await testEngine(ws.root);
  const session = await stagedSession(engine);
  for (const [path, bytes] of Object.entries(AFTER)) await session.write(path, bytes);
  await session.remove('gone');
  await session.remove('d', { recursive: true });
  const { gitDir } = await shadowOf(session);
  expect(await said(gitDir, 'diff', '--cached', '--name-status')).toEqual(STATUS);
  expect(await baseIn(gitDir)).toEqual(await namesOf(ws, BEFORE));
  expect(await indexIn(gitDir)).toEqual(await namesOf(ws, AFTER));
  await expectWhole(gitDir);
});

it('has what the session’s own patch shows', async () => {
  const line = (at: number): string => `line ${at} of a text that is longer than a mebibyte\n`;
  const lines = Array.from({ length: 30_000 }, (_, at) => line(at));
  await using ws = await tempWorkspace({ text: lines.join('') });
  await using engine = await testEngine(ws.root);
  const session = await stagedSession(engine);
  await session.write('text', lines.toSpliced(17_000, 2, 'one line\n').join(''));
  const { gitDir } = await shadowOf(session);
  await expectEqualShadow(session, gitDir);
});

const CHANGES: readonly [string, (ws: TempWorkspace) => Promise<Buffer | undefined>][] = [
  ['is another one of that size', async (ws) => await replaced(ws, 2 * MEBIBYTE)],
  ['has grown', async (ws) => await replaced(ws, 3 * MEBIBYTE)],
  ['is small now', async (ws) => await replaced(ws, 10)],
  [
    'is gone',
    async (ws) => {
      await rm(ws.path('f'));
      return undefined;
    },
  ],
  [
    'is a link now',
    async (ws) => {
      await ws.write('f', { link: 'other' });
      return undefined;
    },
  ],
];

it.each(CHANGES)('shows lower as it is when a large file there %s', async (_, change) => {
  await using ws = await tempWorkspace({ f: bytesOf(2 * MEBIBYTE), other: bytesOf(2 * MEBIBYTE) });
  await using engine = await testEngine(ws.root);
  const session = await staged(await stagedSession(engine));
  await shadowOf(session);
  const now = await change(ws);
  const { gitDir } = await shadowOf(session);
  expect(await baseIn(gitDir)).toEqual(await namesOf(ws, now === undefined ? {} : { f: now }));
  await expectWhole(gitDir);
});

it('shows lower as it is when a small file there, not kept, has become large', async () => {
  await using ws = await tempWorkspace({ f: 'small\n' });
  await using engine = await testEngine(ws.root, { keepBaseBytes: 0 });
  const session = await staged(await stagedSession(engine));
  const now = await replaced(ws, 2 * MEBIBYTE);
  const { gitDir } = await shadowOf(session);
  expect(await baseIn(gitDir)).toEqual(await namesOf(ws, { f: now }));
});

async function staged(session: Session): Promise<Session> {
  await session.write('f', 'staged\n');
  return session;
}

async function replaced(ws: TempWorkspace, size: number): Promise<Buffer> {
  const bytes = bytesOf(size);
  await ws.write('f', bytes);
  return bytes;
}

/** What git names these bytes in the repository at the workspace, and how many there are. */
async function namesOf(
  ws: TempWorkspace,
  files: Readonly<Record<string, Buffer>>,
): Promise<Record<string, string>> {
  const names: Record<string, string> = {};
  for (const [path, bytes] of Object.entries(files)) {
    const where = { cwd: ws.root, stdin: bytes };
    const oid = (await gitOk(where, 'hash-object', '--no-filters', '--stdin')).stdout.toString();
    names[path] = `${oid.trim()} ${bytes.length}`;
  }
  return names;
}

async function baseIn(gitDir: string): Promise<Record<string, string>> {
  const lines = await said(gitDir, 'ls-tree', '-r', '--format=%(objectname) %(path)', 'HEAD');
  return await sized(gitDir, lines);
}

async function indexIn(gitDir: string): Promise<Record<string, string>> {
  return await sized(gitDir, await said(gitDir, 'ls-files', '--format=%(objectname) %(path)'));
}

async function sized(gitDir: string, lines: readonly string[]): Promise<Record<string, string>> {
  const names: Record<string, string> = {};
  for (const line of lines) {
    const [oid = ''] = line.split(' ', 1);
    const [size] = await said(gitDir, 'cat-file', '-s', oid);
    names[line.slice(oid.length + 1)] = `${oid} ${String(size)}`;
  }
  return names;
}

async function said(gitDir: string, ...args: readonly string[]): Promise<string[]> {
  const { stdout } = await gitOk('/', '--git-dir', gitDir, ...args);
  return stdout.toString().split('\n').slice(0, -1);
}
