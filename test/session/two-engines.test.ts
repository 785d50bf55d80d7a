// Two engines on one session, as two processes are: what one acknowledged, the other reads.
import { expect, it } from 'vitest';
import { createNodeDisk } from '../../src/disk/node-disk.ts';
import { wrapDisk } from '../support/counting-disk.ts';
import { tempWorkspace } from '../support/temp-workspace.ts';
import { stagedSession, testEngine } from '../support/test-engine.ts';

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
