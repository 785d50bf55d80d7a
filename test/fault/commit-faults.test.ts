// The n-th disk call of a commit fails: each path is old or new, and committing again finishes.
import { randomInt } from 'node:crypto';
import { expect, it } from 'vitest';
import { createNodeDisk } from '../../src/disk/node-disk.ts';
import type { CommitResult } from '../../src/index.ts';
import {
  commitScene,
  committedTree,
  expectFinishes,
  expectOldOrNew,
  treeIn,
} from '../crash/commit-scene.ts';
import { createFaultDisk, type Fault, type FaultDisk } from '../support/fault-disk.ts';
import { LossyDisk } from '../support/lossy-disk.ts';
import { ARRANGEMENTS, type Arrangement } from '../support/mounted-disk.ts';
import { isLong } from '../support/sampled.ts';
import { testEngine } from '../support/test-engine.ts';

const SAMPLED = isLong ? Number.POSITIVE_INFINITY : 8;
const ERRNOS = ['EIO', 'ENOSPC', 'EACCES'];

interface Attempt {
  readonly disk: FaultDisk;
  readonly result: CommitResult | undefined;
}

async function commitWith(root: string, { mounted }: Arrangement, fault?: Fault): Promise<Attempt> {
  // Durable, on a disk that does not really sync: thousands of those take minutes.
  const lossy = new LossyDisk(createNodeDisk({ mode: 'sync' }), root);
  const disk = createFaultDisk(mounted(lossy, root), fault);
  const ignore = (): undefined => undefined;
  const engine = await testEngine(root, { disk: disk.disk, fsync: 'commit' }).catch(ignore);
  const session = await engine?.session('s').catch(ignore);
  const result = await session?.commit().catch(ignore);
  await engine?.close().catch(ignore);
  return { disk, result };
}

function faults(calls: number): Fault[] {
  const all = Array.from({ length: calls * 2 }, (_, index): Fault => {
    const at = 1 + (index >> 1);
    const errno = ERRNOS[at % 3] ?? 'EIO';
    return { at, among: 'all', errno, fromThenOn: index % 2 === 1, halfWritten: true };
  });
  const stride = Math.max(1, Math.ceil(all.length / SAMPLED));
  const start = randomInt(stride);
  return all.filter((_, index) => index % stride === start);
}

it.each(ARRANGEMENTS)(
  'loses nothing in a commit whose disk fails, with $name',
  async (where) => {
    const after = await committedTree();
    await using counted = await commitScene();
    const { disk } = await commitWith(counted.workspace.root, where);
    expect(disk.seen.openFiles).toBe(0);
    for (const fault of faults(disk.seen.all)) {
      await using scene = await commitScene();
      try {
        const attempt = await commitWith(scene.workspace.root, where, fault);
        expect(attempt.disk.seen.openFiles).toBe(0);
        for (const { reason } of attempt.result?.failedPathsWithReasons ?? []) {
          expect(reason).toMatch(new RegExp(`${fault.errno}|not a directory`));
        }
        expectOldOrNew(await treeIn(scene.workspace), scene.before, after);
        const { workspace } = scene;
        await expectFinishes(workspace, after, where.mounted(createNodeDisk(), workspace.root));
      } catch (cause) {
        throw new Error(`With ${JSON.stringify(fault)}.`, { cause });
      }
    }
  },
  900_000,
);
