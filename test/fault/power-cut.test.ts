// The power fails in and after durable commits (design §11: a disk that loses unsynced writes).
import { randomInt } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import type { Disk } from '../../src/disk/disk.ts';
import { createNodeDisk } from '../../src/disk/node-disk.ts';
import type { Engine } from '../../src/index.ts';
import {
  type CommitScene,
  commitScene,
  committedTree,
  expectFinishes,
  expectOldOrNew,
  stage,
  treeIn,
  unstagedScene,
} from '../crash/commit-scene.ts';
import { createCrashDisk, type Death } from '../support/crash-disk.ts';
import { LossyDisk, type Luck } from '../support/lossy-disk.ts';
import { ARRANGEMENTS, type Arrangement } from '../support/mounted-disk.ts';
import { sampled, strided } from '../support/sampled.ts';
import { stagedSession, testEngine } from '../support/test-engine.ts';

const SAMPLED = Number(process.env['SAMPLED'] ?? 3);

const LUCKS: readonly (Luck & { readonly name: string })[] = [
  { name: 'nothing', keepsNames: () => false, keepsBytes: () => false },
  { name: 'every name', keepsNames: () => true, keepsBytes: () => false },
  { name: 'all bytes', keepsNames: () => false, keepsBytes: () => true },
  { name: 'something', keepsNames: isHeads, keepsBytes: isHeads },
];

function isHeads(): boolean {
  return randomInt(2) === 1;
}

interface Run {
  readonly scene: CommitScene;
  readonly disk: LossyDisk;
  /** With what is mounted. */
  readonly mounted: Disk;
}

/** With `staged`, all that is staged is on the medium already. */
async function startRun(staged: boolean, where: Arrangement): Promise<Run> {
  const scene = await (staged ? commitScene() : unstagedScene());
  const { root } = scene.workspace;
  const disk = new LossyDisk(createNodeDisk({ mode: 'sync' }), root);
  return { scene, disk, mounted: where.mounted(disk, root) };
}

/** Commits in a process that dies, where there is a death; returns its mutating calls. */
async function commitUntil({ scene, mounted }: Run, death?: Death): Promise<number> {
  const crash = createCrashDisk(mounted, death);
  const ignore = (error: unknown): void => {
    if (!crash.isDead()) throw error;
  };
  const { root } = scene.workspace;
  const engine = await testEngine(root, { disk: crash.disk, fsync: 'commit' });
  await stageAndCommit(engine).catch(ignore);
  await engine.close().catch(ignore);
  return crash.mutations();
}

async function stageAndCommit(engine: Engine): Promise<void> {
  const session = await engine.session('s');
  if ((await session.mode()) === 'immediate') await stage(await stagedSession(engine));
  const { failedPathsWithReasons } = await session.commit();
  expect(failedPathsWithReasons).toEqual([]);
}

async function deathsIn(staged: boolean, where: Arrangement): Promise<readonly Death[]> {
  const run = await startRun(staged, where);
  await using _ = run.scene;
  const calls = await commitUntil(run);
  const all = Array.from({ length: calls }, (_each, index): Death => {
    return { at: index + 1, when: 'after' };
  });
  return strided(all, SAMPLED);
}

// The worst first: that is always tried.
const [WORST, ...OTHERS] = LUCKS.flatMap((luck) => ARRANGEMENTS.map((where) => ({ luck, where })));
const CASES = [...(WORST === undefined ? [] : [WORST]), ...sampled(OTHERS, 4)];

describe.each(CASES)('when $luck.name of the unsynced survives, with $where.name', (each) => {
  const { luck, where } = each;
  it.each([true, false])('holds what a commit has reported (staged before: %s)', async (staged) => {
    const after = await committedTree();
    const run = await startRun(staged, where);
    await using scene = run.scene;
    await commitUntil(run);
    run.disk.cut(luck);
    expect(await treeIn(scene.workspace)).toEqual(after);
    await expectFinishes(scene.workspace, after);
  });

  it.each([true, false])(
    'leaves each path old or new (staged before: %s)',
    async (staged) => {
      const after = await committedTree();
      for (const death of await deathsIn(staged, where)) {
        const run = await startRun(staged, where);
        await using scene = run.scene;
        try {
          await commitUntil(run, death);
          run.disk.cut(luck);
          const now = await treeIn(scene.workspace);
          expectOldOrNew(now, scene.before, after);
          // Until it takes names away, a commit need not have made durable what was only staged.
          if (staged || isAnyLost(scene.before, now)) await expectFinishes(scene.workspace, after);
        } catch (cause) {
          throw new Error(`Dying after mutating call ${death.at}.`, { cause });
        }
      }
    },
    300_000,
  );

  it('holds what was reported of a commit that had died before', async () => {
    const after = await committedTree();
    for (const death of await deathsIn(true, where)) {
      const run = await startRun(true, where);
      await using scene = run.scene;
      try {
        await commitUntil(run, death);
        await commitUntil(run);
        run.disk.cut(luck);
        expect(await treeIn(scene.workspace)).toEqual(after);
      } catch (cause) {
        throw new Error(`Dying after mutating call ${death.at}.`, { cause });
      }
    }
  }, 300_000);
});

function isAnyLost(before: Record<string, string>, now: Record<string, string>): boolean {
  return Object.entries(before).some(([path, line]) => now[path] !== line);
}
