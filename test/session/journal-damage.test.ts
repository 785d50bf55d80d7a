// Rule J2 through the session: a torn or damaged journal is never an error to read, never a loss.
import { readFile, writeFile } from 'node:fs/promises';
import { describe, expect, it } from 'vitest';
import type { PendingWrite, Session } from '../../src/index.ts';
import { isLong } from '../support/sampled.ts';
import { type TempWorkspace, tempWorkspace } from '../support/temp-workspace.ts';
import { SESSION_DIRECTORY, stagedSession, testEngine } from '../support/test-engine.ts';
import { codeOf } from './failure.ts';

const JOURNAL = `${SESSION_DIRECTORY}/journal.jsonl`;

/** A session with five records, as a killed process leaves it: no manifest covers them. */
async function killedSession(): Promise<TempWorkspace> {
  const ws = await tempWorkspace({ a: 'old' });
  const manifest = `${SESSION_DIRECTORY}/manifest.json`;
  await using engine = await testEngine(ws.root);
  const session = await stagedSession(engine);
  const early = await readFile(ws.path(manifest));
  for (const name of ['a', 'b', 'c']) await session.write(name, `new ${name}`);
  // The body of `b` must outlive its delete, whose record the tests take back.
  await session.write('d', 'new b');
  await session.remove('b');
  await session.close();
  await writeFile(ws.path(manifest), early);
  return ws;
}

async function withSession<T>(root: string, use: (session: Session) => Promise<T>): Promise<T> {
  const engine = await testEngine(root);
  try {
    return await use(await engine.session('s'));
  } finally {
    await engine.close();
  }
}

function pathsOf(pending: readonly PendingWrite[]): string[] {
  return pending.map(({ path }) => path);
}

// What is pending after so many whole records; the first one sets the mode.
const AFTER = [[], [], ['a'], ['a', 'b'], ['a', 'b', 'c'], ['a', 'b', 'c', 'd'], ['a', 'c', 'd']];

async function writeAndReopen(root: string, before: readonly string[]): Promise<void> {
  await withSession(root, async (session) => {
    if ((await session.mode()) === 'immediate') await session.setMode('staged');
    await session.write('later', 'text');
    await session.write('latest', 'text');
  });
  await withSession(root, async (session) => {
    const { pendingWrites, damaged } = await session.status();
    expect({ paths: pathsOf(pendingWrites), damaged }).toEqual({
      paths: [...before, 'later', 'latest'].sort(),
      damaged: false,
    });
    expect((await session.verify()).findings.filter(isSevere)).toEqual([]);
    expect((await session.commit()).failedPathsWithReasons).toEqual([]);
  });
}

function isSevere({ kind }: { readonly kind: string }): boolean {
  return kind !== 'body-unreferenced' && kind !== 'journal-warning';
}

function offsets(from: number, to: number): number[] {
  const all = Array.from({ length: to - from }, (_, index) => from + index);
  const edges = all.filter((offset) => offset < from + 3 || offset > to - 4);
  return isLong ? all : all.filter((offset) => offset % 23 === 0 || edges.includes(offset));
}

describe('a journal that ends too soon', () => {
  it('keeps what is whole, wherever it was cut', async () => {
    await using whole = await killedSession();
    const bytes = await readFile(whole.path(JOURNAL));
    const ends = [...bytes.entries()].filter(([, byte]) => byte === 0x0a).map(([at]) => at + 1);
    expect(ends).toHaveLength(AFTER.length - 1);
    for (const cut of offsets(ends.at(-3) ?? 0, bytes.length)) {
      await using ws = await killedSession();
      const own = await readFile(ws.path(JOURNAL));
      const at = Math.min(cut, own.length);
      await writeFile(ws.path(JOURNAL), own.subarray(0, at));
      const count = own.subarray(0, at).filter((byte) => byte === 0x0a).length;
      const expected = AFTER[count] ?? [];
      const seen = await withSession(ws.root, async (session) => await session.status());
      expect([at, pathsOf(seen.pendingWrites), seen.damaged]).toEqual([at, expected, false]);
      await writeAndReopen(ws.root, expected);
    }
  }, 120_000);
});

/** Zeroes `length` bytes in the middle of the line with that number, from 0. */
async function damage(ws: TempWorkspace, line: number, length = 8): Promise<Buffer> {
  const bytes = await readFile(ws.path(JOURNAL));
  const ends = [...bytes.entries()].filter(([, byte]) => byte === 0x0a).map(([at]) => at);
  const start = line === 0 ? 0 : (ends[line - 1] ?? 0) + 1;
  const middle = (start + (ends[line] ?? 0)) >> 1;
  bytes.fill(0, middle, middle + length);
  await writeFile(ws.path(JOURNAL), bytes);
  return bytes;
}

describe.each([1, 3, 5])('a journal with record %i zeroed', (line) => {
  it('opens with what is whole, refuses to commit, and is mended by verify', async () => {
    await using ws = await killedSession();
    const damaged = await damage(ws, line);
    const tree = await ws.tree();
    const paths = await withSession(ws.root, async (session) => {
      const status = await session.status();
      expect(status.damaged).toBe(true);
      expect(await codeOf(session.commit())).toBe('ERR_STAGED_CORRUPT');
      const { findings } = await session.verify();
      expect(findings.map(({ kind }) => kind)).toContain('journal-damaged');
      expect(await readFile(ws.path(JOURNAL))).toEqual(damaged);
      const repaired = await session.verify({ repair: true });
      expect(repaired.repaired).toBe(true);
      expect((await session.status()).damaged).toBe(false);
      return pathsOf(status.pendingWrites);
    });
    expect(await ws.tree()).toEqual(tree);
    await writeAndReopen(ws.root, paths);
  });
});

it('B28: cuts a torn line off, so that the next records stand on lines of their own', async () => {
  await using ws = await killedSession();
  const bytes = await readFile(ws.path(JOURNAL));
  await writeFile(ws.path(JOURNAL), bytes.subarray(0, bytes.length - 20));
  await withSession(ws.root, async (session) => {
    await session.write('x', '1');
    await session.write('y', '2');
  });
  const lines = (await readFile(ws.path(JOURNAL), 'utf8')).split('\n');
  expect(lines.pop()).toBe('');
  const records = lines.map((line): unknown => JSON.parse(line));
  expect(records.slice(-2)).toEqual([
    expect.objectContaining({ op: 'write', path: ws.path('x') }),
    expect.objectContaining({ op: 'write', path: ws.path('y') }),
  ]);
});
