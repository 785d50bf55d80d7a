// Rule J1: what was acknowledged survives kill -9, what was not is there wholly or not at all.
import { once } from 'node:events';
import { expect, it } from 'vitest';
import type { Session } from '../../src/index.ts';
import { isLong } from '../support/sampled.ts';
import { type TempWorkspace, tempWorkspace } from '../support/temp-workspace.ts';
import { testEngine } from '../support/test-engine.ts';
import { readTree } from '../support/tree.ts';
import { filesAfter } from './children/workload.ts';
import { endOf, inLanes, startChild } from './run-child.ts';

const RUNS = isLong ? 200 : 8;
const PLANTED = { a: 'old a', b: 'old b', 'd/x': 'old x', 'd/keep': 'kept' };
const STATE = '.harn/state/staged';

/** Kills the child when `count` acknowledgements came; returns how many there were in the end. */
async function killAfter(root: string, seed: number, count: number): Promise<number> {
  const child = startChild('staging-child', root, String(seed));
  let acknowledged = 0;
  child.stdout?.on('data', (dots: Buffer) => {
    acknowledged += dots.length;
    if (acknowledged >= count) child.kill('SIGKILL');
  });
  await once(child, 'close');
  expect(await endOf(child)).toBe('SIGKILL');
  return acknowledged;
}

async function filesIn(session: Session, directory = '.'): Promise<Record<string, string>> {
  const files: Record<string, string> = {};
  for (const { name, kind } of await session.list(directory)) {
    const path = directory === '.' ? name : `${directory}/${name}`;
    if (kind === 'directory') Object.assign(files, await filesIn(session, path));
    else files[path] = (await session.readText(path)).content;
  }
  return files;
}

async function reopened<T>(ws: TempWorkspace, look: (session: Session) => Promise<T>): Promise<T> {
  const engine = await testEngine(ws.root);
  try {
    return await look(await engine.session('s'));
  } finally {
    await engine.close();
  }
}

async function killOnce(seed: number): Promise<void> {
  await using ws = await tempWorkspace(PLANTED);
  const before = await ws.tree();
  const acknowledged = await killAfter(ws.root, seed, 1 + ((seed * 37) % 90));
  const first = await reopened(ws, async (session) => {
    const files = await filesIn(session);
    const { pendingWrites } = await session.status();
    return { files, pendingWrites, verified: await session.verify() };
  });
  const allowed = [acknowledged, acknowledged + 1].map((count) => filesAfter(count, seed, PLANTED));
  expect(allowed).toContainEqual(first.files);
  expect(await ws.tree()).toEqual(before);
  const kinds = first.verified.findings.map(({ kind }) => kind);
  expect(kinds.filter((kind) => !/^(body-unreferenced|journal-torn)$/.test(kind))).toEqual([]);
  const state = await readTree(ws.path(STATE));
  const again = await reopened(ws, async (session) => (await session.status()).pendingWrites);
  expect(again).toEqual(first.pendingWrites);
  expect(await readTree(ws.path(STATE))).toEqual(state);
  await finishAfterKill(ws, first.files);
}

async function finishAfterKill(
  ws: TempWorkspace,
  files: Readonly<Record<string, string>>,
): Promise<void> {
  await reopened(ws, async (session) => {
    await session.write('after', 'the crash');
    expect((await session.commit()).failedPathsWithReasons).toEqual([]);
    expect(await session.verify({ repair: true })).toMatchObject({});
    expect((await session.verify()).findings).toEqual([]);
  });
  const tree = Object.entries(await ws.tree()).flatMap(([path, node]) =>
    node.kind === 'file' ? [[path, node.content.toString()]] : [],
  );
  expect(Object.fromEntries(tree)).toEqual({ ...files, after: 'the crash' });
}

it('keeps every acknowledged operation when the process is killed', async () => {
  const seeds = Array.from({ length: RUNS }, (_, index) => index);
  await inLanes(seeds, 3, killOnce);
}, 600_000);
