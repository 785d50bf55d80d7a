import { expect, it } from 'vitest';
import { createNodeDisk } from '../../src/disk/node-disk.ts';
import type { Session } from '../../src/index.ts';
import { wrapDisk } from '../support/counting-disk.ts';
import { tempWorkspace } from '../support/temp-workspace.ts';
import { stagedSession, testEngine } from '../support/test-engine.ts';
import { codeOf } from './failure.ts';

const MIB = 1024 * 1024;
const calls: readonly [string, (session: Session, signal: AbortSignal) => Promise<unknown>][] = [
  ['remove', async (session, signal) => await session.remove('large', { signal })],
  ['write', async (session, signal) => await session.write('large', 'x', { signal })],
  ['patchText', async (session, signal) => await session.patchText('large', 'x', { signal })],
];

it.each(calls)('%s stops hashing a large base when it is aborted', async (_verb, call) => {
  await using workspace = await tempWorkspace({ large: Buffer.alloc(32 * MIB) });
  const abort = new AbortController();
  let reads = 0;
  const disk = wrapDisk(createNodeDisk(), {
    call: async ({ verb, path }, run) => {
      if (verb === 'read' && path.endsWith('/large')) {
        reads += 1;
        abort.abort();
      }
      return await run();
    },
  });
  await using engine = await testEngine(workspace.root, { disk });
  const session = await stagedSession(engine);
  expect(await codeOf(call(session, abort.signal))).toBe('ERR_STAGED_ABORTED');
  expect(reads).toBeLessThan(8);
  expect((await session.status()).pendingWrites).toEqual([]);
});
