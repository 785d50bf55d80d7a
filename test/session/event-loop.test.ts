// Whoever has staged or deleted thousands of files must not hold up everyone else in the process.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createNodeDisk } from '../../src/disk/node-disk.ts';
import type { Engine } from '../../src/engine/types.ts';
import type { Session } from '../../src/session/api/session-api.ts';
import { type TempWorkspace, tempWorkspace } from '../support/temp-workspace.ts';
import { stagedSession, testEngine } from '../support/test-engine.ts';
import { turnsDuring } from '../support/turns.ts';

const MANY = 2000;

describe('with thousands of entries the event loop turns during', () => {
  let ws: TempWorkspace;
  let engine: Engine;
  let session: Session;

  beforeAll(async () => {
    const files = range().map((n) => [`tree/${n % 20}/${n}.txt`, `${n}\n`] as const);
    ws = await tempWorkspace(Object.fromEntries([...files, ...flat('flat', MANY)]));
    engine = await quickEngine(ws);
    session = await stagedSession(engine);
    for (const n of range()) await session.write(`new/${n}.txt`, `new ${n}\n`);
  });

  afterAll(async () => {
    await engine.close();
    await ws[Symbol.asyncDispose]();
  });

  // The numbers lie between what it takes and the few turns, or none, of doing most of it at once.
  it.each<readonly [string, number, () => Promise<unknown>]>([
    ['a listing of the workspace', 600, () => session.list('flat')],
    ['a listing of what is staged', 20, () => session.list('new')],
    ['a trial commit', 350, () => session.commit({ dryRun: true })],
    ['the delete of a tree', 10, () => session.remove('tree', { recursive: true })],
    ['the commit of a part of it', 50, () => commitPart(session)],
    ['a discard of some', 500, () => session.discard({ paths: everySecond() })],
  ])('%s', async (_what, least, work) => {
    expect(await turnsDuring(work)).toBeGreaterThan(least);
  });
});

// On a disk that never rests by itself.
async function quickEngine({ root }: TempWorkspace): Promise<Engine> {
  return await testEngine(root, { disk: createNodeDisk({ mode: 'sync' }) });
}

async function commitPart(session: Session): Promise<void> {
  await session.commit({ paths: ['tree/0'], insideDeletes: true });
}

function range(): number[] {
  return Array.from({ length: MANY }, (_, n) => n);
}

function everySecond(): string[] {
  return range().flatMap((n) => (n % 2 === 0 ? [`new/${n}.txt`] : []));
}

function flat(directory: string, count: number): (readonly [string, string])[] {
  return Array.from({ length: count }, (_, n) => [`${directory}/${n}.txt`, `${n}\n`] as const);
}
