// The n-th disk call fails: one clear error, nothing half done, and the next operation works.
import { expect, it } from 'vitest';
import { createNodeDisk } from '../../src/disk/node-disk.ts';
import type { Session } from '../../src/index.ts';
import { isStagedFsError } from '../../src/index.ts';
import { createFaultDisk, type Fault, type FaultDisk } from '../support/fault-disk.ts';
import { hashOf } from '../support/hash-of.ts';
import { strided } from '../support/sampled.ts';
import { type TempWorkspace, tempWorkspace } from '../support/temp-workspace.ts';
import { stagedSession, testEngine } from '../support/test-engine.ts';

const SAMPLED = 8;

interface Operation {
  readonly name: string;
  run(session: Session): Promise<unknown>;
}

const LARGE = Buffer.alloc(300_000, 'large');

const OPERATIONS: readonly Operation[] = [
  { name: 'write', run: (session) => session.write('new/file', 'new') },
  { name: 'overwrite', run: (session) => session.write('staged', 'again') },
  { name: 'write a large body', run: (session) => session.write('large', LARGE) },
  { name: 'remove a file', run: (session) => session.remove('a') },
  { name: 'remove a tree', run: (session) => session.remove('d', { recursive: true }) },
  {
    name: 'patch',
    run: (session) => session.patchText('b', 'patched', { expectedHash: hashOf('old b') }),
  },
  { name: 'discard', run: (session) => session.discard({ paths: ['staged', 'd/x'] }) },
  { name: 'mode', run: (session) => session.setMode('immediate') },
];

async function scene(): Promise<TempWorkspace> {
  const workspace = await tempWorkspace({ a: 'old a', b: 'old b', 'd/x': 'x', 'd/y': 'y' });
  await using engine = await testEngine(workspace.root);
  const session = await stagedSession(engine);
  await session.write('staged', 'first');
  await session.write('d/x', 'staged x');
  await session.remove('d/y');
  return workspace;
}

/** Everything of a session that a caller can tell. */
async function lookAt(root: string): Promise<unknown> {
  await using engine = await testEngine(root);
  const session = await engine.session('s');
  const { pendingWrites, mode, damaged } = await session.status();
  const contents: Record<string, string> = {};
  if (mode === 'immediate') await session.setMode('staged');
  for (const { path, kind } of pendingWrites) {
    if (kind !== 'delete') contents[path] = hashOf(await session.read(path));
  }
  return { pendingWrites, mode, damaged, contents };
}

interface Attempt {
  readonly disk: FaultDisk;
  readonly error: unknown;
}

async function attempt(root: string, operation: Operation, fault?: Fault): Promise<Attempt> {
  const disk = createFaultDisk(createNodeDisk({ mode: 'sync' }), fault);
  let error: unknown;
  const keep = (failure: unknown): void => {
    error ??= failure;
  };
  const engine = await testEngine(root, { disk: disk.disk }).catch(keep);
  const session = await engine?.session('s').catch(keep);
  if (session instanceof Object) await operation.run(session).catch(keep);
  await engine?.close().catch(keep);
  return { disk, error };
}

async function outcomesOf(operation: Operation): Promise<{ before: unknown; after: unknown }> {
  await using workspace = await scene();
  const before = await lookAt(workspace.root);
  expect((await attempt(workspace.root, operation)).error).toBe(undefined);
  return { before, after: await lookAt(workspace.root) };
}

async function callsOf(operation: Operation): Promise<number> {
  await using workspace = await scene();
  const { disk } = await attempt(workspace.root, operation);
  expect(disk.seen.openFiles).toBe(0);
  return disk.seen.all;
}

function faultsFor(calls: number): Fault[] {
  const errnos = ['EIO', 'ENOSPC', 'EACCES'];
  const all = Array.from({ length: calls * 3 }, (_, index) => index);
  return strided(all, SAMPLED).map((index) => {
    const errno = errnos[index % 3] ?? 'EIO';
    const at = 1 + Math.floor(index / 3);
    return { at, among: 'all', errno, fromThenOn: index % 2 === 0, halfWritten: index % 4 < 2 };
  });
}

async function check(
  operation: Operation,
  fault: Fault,
  allowed: readonly unknown[],
): Promise<void> {
  await using workspace = await scene();
  const tree = await workspace.tree();
  const { disk, error } = await attempt(workspace.root, operation, fault);
  expect(disk.seen.openFiles).toBe(0);
  if (disk.seen.failed.length > 0 && error !== undefined) expectOneIoError(error, fault);
  expect(await workspace.tree()).toEqual(tree);
  // Done when nothing failed; else all or nothing.
  const possible = error === undefined ? allowed.slice(1) : allowed;
  expect(possible.map(withoutTimes)).toContainEqual(withoutTimes(await lookAt(workspace.root)));
  // The disk is well again.
  await using engine = await testEngine(workspace.root);
  const session = await stagedSession(engine);
  await session.write('next', 'works');
  expect((await session.readText('next')).content).toBe('works');
  await session.verify({ repair: true });
  expect(await session.verify()).toEqual({ findings: [], repaired: false });
}

function expectOneIoError(error: unknown, { errno }: Fault): void {
  if (!isStagedFsError(error)) throw error;
  const { verb, path } = error.data;
  expect([error.code, error.data.errno]).toEqual(['ERR_STAGED_IO', errno]);
  expect([typeof verb, typeof path]).toEqual(['string', 'string']);
}

function withoutTimes(value: unknown): unknown {
  return JSON.parse(JSON.stringify(value));
}

it.each(OPERATIONS)(
  'leaves all or nothing of: $name',
  async (operation) => {
    const { before, after } = await outcomesOf(operation);
    const calls = await callsOf(operation);
    for (const fault of faultsFor(calls)) {
      try {
        await check(operation, fault, [before, after]);
      } catch (cause) {
        throw new Error(`With ${JSON.stringify(fault)}.`, { cause });
      }
    }
  },
  300_000,
);
