// No cost may grow with the size of the repository: counted in calls, not in time.
import { mkdir, writeFile } from 'node:fs/promises';
import { expect, it } from 'vitest';
import type { Clock } from '../../src/base/clock.ts';
import { createNodeDisk } from '../../src/disk/node-disk.ts';
import type { Session } from '../../src/index.ts';
import { createCountingDisk } from '../support/counting-disk.ts';
import { type TempWorkspace, tempWorkspace } from '../support/temp-workspace.ts';
import { stagedSession, testEngine } from '../support/test-engine.ts';

const STEPS: readonly [string, (session: Session) => Promise<unknown>][] = [
  ['a write', async (session) => await session.write('new/a.txt', 'a')],
  ['a write over it', async (session) => await session.write('new/a.txt', 'b')],
  ['a read', async (session) => await session.read('new/a.txt')],
  ['a listing', async (session) => await session.list('new')],
  ['a delete', async (session) => await session.remove('kept/b.txt')],
  ['a status', async (session) => await session.status()],
  ['a patch', async (session) => await session.diff()],
  ['a commit', async (session) => await session.commit()],
  ['a discard', async (session) => await session.discard()],
];

it('opening, staging, reviewing and committing make the same file-system calls in a repository of 3,000 files as in an empty one', async () => {
  await using empty = await tempWorkspace({ 'kept/b.txt': 'b' });
  await using large = await tempWorkspace({ 'kept/b.txt': 'b' });
  await fill(large);
  expect(await callsOf(large)).toEqual(await callsOf(empty));
});

async function fill(workspace: TempWorkspace): Promise<void> {
  for (let directory = 0; directory < 30; directory += 1) {
    await mkdir(workspace.path(`d${directory}/e`), { recursive: true });
    const names = Array.from({ length: 100 }, (_, n) => `d${directory}/e/${n}.txt`);
    await Promise.all(names.map(async (name) => await writeFile(workspace.path(name), name)));
  }
}

// To this clock every file is old: a young one is read where others are only looked at.
const LATER: Clock = { now: () => Date.now() + 3_600_000 };

async function callsOf({ root }: TempWorkspace): Promise<Record<string, Record<string, number>>> {
  const { disk, calls } = createCountingDisk(createNodeDisk({ clock: LATER }));
  const verbsSince = (start: number): Record<string, number> => {
    const counts: Record<string, number> = {};
    for (const { verb } of calls.slice(start)) counts[verb] = (counts[verb] ?? 0) + 1;
    return counts;
  };
  await using engine = await testEngine(root, { disk });
  const session = await stagedSession(engine);
  const made: Record<string, Record<string, number>> = { opening: verbsSince(0) };
  for (const [name, step] of STEPS) {
    const start = calls.length;
    await step(session);
    made[name] = verbsSince(start);
  }
  return made;
}
