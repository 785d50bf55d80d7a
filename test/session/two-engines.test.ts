// Two engines on one session, as two processes are: what one acknowledged, the other reads.
import { appendFile } from 'node:fs/promises';
import { expect, it } from 'vitest';
import { createNodeDisk } from '../../src/disk/node-disk.ts';
import type { PendingUpdate } from '../../src/session/api/types.ts';
import { wrapDisk } from '../support/counting-disk.ts';
import { tempWorkspace } from '../support/temp-workspace.ts';
import { SESSION_DIRECTORY, stagedSession, testEngine } from '../support/test-engine.ts';
import { codeOf } from './failure.ts';

it('a read sees what was acknowledged before it, even while another looks for changes', async () => {
  await using workspace = await tempWorkspace({ a: 'on disk' });
  await using writing = await testEngine(workspace.root);
  const writer = await stagedSession(writing);
  const looked = gate();
  const goesOn = gate();
  let isArmed = false;
  const disk = wrapDisk(createNodeDisk(), {
    call: async (call, run) => {
      const result = await run();
      // The journal was looked at before the write; its answer comes after.
      if (isArmed && call.verb === 'stat' && call.path.endsWith('journal.jsonl')) {
        isArmed = false;
        looked.open();
        await goesOn.opened;
      }
      return result;
    },
  });
  await using reading = await testEngine(workspace.root, { disk });
  const reader = await reading.session('s');
  await reader.mode();
  isArmed = true;
  const early = reader.readText('a');
  await looked.opened;
  await writer.write('a', 'staged');
  const late = reader.readText('a');
  goesOn.open();
  expect((await late).content).toBe('staged');
  await early;
});

it('a read sees what was acknowledged before it, even while its own process takes the lock', async () => {
  await using workspace = await tempWorkspace({ a: 'on disk' });
  await using writing = await testEngine(workspace.root);
  const writer = await stagedSession(writing);
  const [listed, written, locked, goesOn] = [gate(), gate(), gate(), gate()];
  let isNext = false;
  const disk = wrapDisk(createNodeDisk(), {
    call: async (call, run) => {
      const result = await run();
      // What verify does last before it takes the lock to repair.
      if (call.verb === 'list' && call.path.endsWith('/bodies')) {
        listed.open();
        await written.opened;
        isNext = true;
      }
      // The next look at the journal is under the lock.
      if (isNext && call.verb === 'stat' && call.path.endsWith('journal.jsonl')) {
        isNext = false;
        locked.open();
        await goesOn.opened;
      }
      return result;
    },
  });
  await using reading = await testEngine(workspace.root, { disk });
  const reader = await reading.session('s');
  await workspace.write(`${SESSION_DIRECTORY}/bodies/${'0'.repeat(64)}`, 'of nobody');
  const repair = reader.verify({ repair: true });
  await listed.opened;
  await writer.write('a', 'staged');
  written.open();
  await locked.opened;
  const read = reader.readText('a');
  // A read that does not wait has its answer before the look goes on.
  for (let turn = 0; turn < 20; turn += 1) await new Promise((resolve) => setImmediate(resolve));
  goesOn.open();
  expect((await read).content).toBe('staged');
  expect((await repair).repaired).toBe(true);
});

it('what is known stays readable while it is loaded anew', async () => {
  await using workspace = await tempWorkspace({});
  await using writing = await testEngine(workspace.root);
  const writer = await stagedSession(writing);
  await writer.write('a', 'one');
  const loading = gate();
  const goesOn = gate();
  let isArmed = false;
  const disk = wrapDisk(createNodeDisk(), {
    call: async (call, run) => {
      if (isArmed && call.verb === 'readFile' && call.path.endsWith('manifest.json')) {
        isArmed = false;
        loading.open();
        await goesOn.opened;
      }
      return await run();
    },
  });
  await using reading = await testEngine(workspace.root, { disk });
  const reader = await reading.session('s');
  const updates: PendingUpdate[] = [];
  reader.on('pending', (update) => void updates.push(update));
  await reader.write('b', 'two');
  await appendFile(workspace.path(`${SESSION_DIRECTORY}/journal.jsonl`), 'torn');
  await writer.verify({ repair: true });
  isArmed = true;
  const status = reader.status();
  await loading.opened;
  const seen = updates.map(({ pendingWrites }) => pendingWrites.map(({ path }) => path));
  goesOn.open();
  expect(seen).toEqual([['a', 'b']]);
  expect((await status).pendingWrites.map(({ path }) => path)).toEqual(['a', 'b']);
});

it('a trial tells nobody of a change', async () => {
  await using workspace = await tempWorkspace({ a: 'old\n' });
  await using engine = await testEngine(workspace.root);
  const session = await stagedSession(engine);
  await session.write('b', 'two');
  const updates: PendingUpdate[] = [];
  session.on('pending', (update) => void updates.push(update));
  const patch = '--- a/a\n+++ b/a\n@@ -1 +1 @@\n-old\n+new\n';
  expect(await session.applyPatch(patch, { dryRun: true })).toEqual({
    appliedPaths: ['a'],
    dryRun: true,
  });
  expect(await codeOf(session.applyPatch(patch.replace('-old', '-other')))).toBe(
    'ERR_STAGED_PATCH_REJECTED',
  );
  expect(updates).toEqual([]);
  expect((await session.status()).pendingWrites.map(({ path }) => path)).toEqual(['b']);
});

interface Gate {
  readonly opened: Promise<void>;
  readonly open: () => void;
}

function gate(): Gate {
  let open = (): void => undefined;
  const opened = new Promise<void>((resolve) => {
    open = resolve;
  });
  return { opened, open: () => open() };
}
