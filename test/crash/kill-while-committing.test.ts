// Rule C1 under kill -9 at the n-th disk call of a commit; a second commit finishes.
import { randomInt } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { createNodeDisk } from '../../src/disk/node-disk.ts';
import { createCrashDisk, type Death } from '../support/crash-disk.ts';
import { ARRANGEMENTS, type Arrangement, MOUNTED } from '../support/mounted-disk.ts';
import { isLong, strided } from '../support/sampled.ts';
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

const SAMPLED = Number(process.env['SAMPLED'] ?? 6);
const REAL = isLong ? 24 : 2;

async function commitUntil(root: string, where: Arrangement, death?: Death): Promise<number> {
  const whole = where.mounted(createNodeDisk({ mode: 'sync' }), root);
  const { disk, mutations, isDead } = createCrashDisk(whole, death);
  const engine = await testEngine(root, { disk });
  // Opening recovers what an earlier death left.
  const session = await engine.session('s').catch(ignoreIf(isDead));
  await session?.commit().catch(ignoreIf(isDead));
  await engine.close().catch(ignoreIf(isDead));
  return mutations();
}

function ignoreIf(isDead: () => boolean): (error: unknown) => undefined {
  return (error) => {
    if (!isDead()) throw error;
    return undefined;
  };
}

function deaths(calls: number): readonly Death[] {
  const all = Array.from({ length: calls }, (_, index) => index + 1).flatMap((at) =>
    (['before', 'half', 'after'] as const).map((when) => ({ at, when })),
  );
  return strided(all, SAMPLED);
}

async function mutationsOfCommit(where: Arrangement): Promise<number> {
  await using scene = await commitScene();
  return await commitUntil(scene.workspace.root, where);
}

/** One process dies after the other; the last one finishes. */
async function expectSurvives(where: Arrangement, lives: readonly Death[]): Promise<void> {
  const after = await committedTree();
  await using scene = await commitScene();
  const { root } = scene.workspace;
  try {
    for (const death of lives) {
      await commitUntil(root, where, death);
      expectOldOrNew(await treeIn(scene.workspace), scene.before, after);
      await expectNoConflicts(scene.workspace);
    }
    await expectFinishes(scene.workspace, after, where.mounted(createNodeDisk(), root));
  } catch (cause) {
    throw new Error(`Dying at ${JSON.stringify(lives)}.`, { cause });
  }
}

describe.each(ARRANGEMENTS)('with $name', (where) => {
  it('leaves each path old or new and loses nothing, wherever the process dies', async () => {
    for (const death of deaths(await mutationsOfCommit(where))) {
      await expectSurvives(where, [death]);
    }
  }, 600_000);
});

it.each(MOUNTED)(
  'does so when the one who recovers dies too, with $name',
  async (where) => {
    for (const death of deaths(await mutationsOfCommit(where))) {
      // Recovery comes first of all, and what it has to copy may take dozens of calls.
      const at = 1 + randomInt(40);
      await expectSurvives(where, [death, { at, when: 'after' }]);
    }
  },
  600_000,
);

it('survives a real kill in the middle of a commit', async () => {
  const after = await committedTree();
  const [plain] = ARRANGEMENTS;
  const calls = plain === undefined ? 0 : await mutationsOfCommit(plain);
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
