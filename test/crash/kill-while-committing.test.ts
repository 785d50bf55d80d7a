// Rule C1 under kill -9 at the n-th disk call of a commit; a second commit finishes.
import { randomInt } from 'node:crypto';
import { expect, it } from 'vitest';
import { createNodeDisk } from '../../src/disk/node-disk.ts';
import { createCrashDisk, type Death } from '../support/crash-disk.ts';
import { testEngine } from '../support/test-engine.ts';
import {
  commitScene,
  committedTree,
  expectFinishes,
  expectNoConflicts,
  expectOldOrNew,
  treeIn,
} from './commit-scene.ts';
import { endOf, inLanes, startChild } from './run-child.ts';

const isLong = process.env['STAGED_FS_LONG'] === '1';
const SAMPLED = Number(process.env['SAMPLED'] ?? 16);
const REAL = isLong ? 24 : 4;

async function commitUntil(root: string, death?: Death): Promise<number> {
  const { disk, mutations, isDead } = createCrashDisk(createNodeDisk({ mode: 'sync' }), death);
  const engine = await testEngine(root, { disk });
  const session = await engine.session('s');
  await session.commit().catch(ignoreIf(isDead));
  await engine.close().catch(ignoreIf(isDead));
  return mutations();
}

function ignoreIf(isDead: () => boolean): (error: unknown) => void {
  return (error) => {
    if (!isDead()) throw error;
  };
}

// A long run tries all; a short one goes through them with a stride, from another start each time.
function deaths(calls: number): Death[] {
  const all = Array.from({ length: calls }, (_, index) => index + 1).flatMap((at) =>
    (['before', 'half', 'after'] as const).map((when) => ({ at, when })),
  );
  const stride = isLong ? 1 : Math.ceil(all.length / SAMPLED);
  const start = randomInt(stride);
  return all.filter((_, index) => index % stride === start);
}

async function mutationsOfCommit(): Promise<number> {
  await using scene = await commitScene();
  return await commitUntil(scene.workspace.root);
}

it('leaves each path old or new and loses nothing, wherever the process dies', async () => {
  const after = await committedTree();
  for (const death of deaths(await mutationsOfCommit())) {
    await using scene = await commitScene();
    try {
      await commitUntil(scene.workspace.root, death);
      expectOldOrNew(await treeIn(scene.workspace), scene.before, after);
      await expectNoConflicts(scene.workspace);
      await expectFinishes(scene.workspace, after);
    } catch (cause) {
      throw new Error(`Dying ${death.when} mutating call ${death.at}.`, { cause });
    }
  }
}, 600_000);

it('survives a real kill in the middle of a commit', async () => {
  const after = await committedTree();
  const calls = await mutationsOfCommit();
  // Short of the last call: a slow machine's idle checkpoint may have been counted with them.
  const points = Array.from({ length: REAL }, (_, index) =>
    Math.ceil((calls * (index + 1)) / (REAL + 1)),
  );
  await inLanes(points, 2, async (at) => {
    await using scene = await commitScene();
    const when = at % 2 === 0 ? 'before' : 'after';
    const child = startChild('commit-child', scene.workspace.root, String(at), when);
    expect(await endOf(child)).toBe('SIGKILL');
    expectOldOrNew(await treeIn(scene.workspace), scene.before, after);
    await expectNoConflicts(scene.workspace);
    await expectFinishes(scene.workspace, after);
  });
}, 600_000);
