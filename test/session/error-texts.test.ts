// What a host shows when the system refuses: the name that the user knows, not one of ours.
import { expect, it } from 'vitest';
import type { Disk } from '../../src/disk/disk.ts';
import { ioError, type Verb } from '../../src/disk/io-error.ts';
import { createNodeDisk } from '../../src/disk/node-disk.ts';
import { wrapDisk } from '../support/counting-disk.ts';
import { tempWorkspace } from '../support/temp-workspace.ts';
import { stagedSession, testEngine } from '../support/test-engine.ts';

function refusing(verb: Verb, errno: string): Disk {
  return wrapDisk(createNodeDisk(), {
    call: async (call, run) => {
      if (call.verb !== verb || !call.path.includes('/.a.json.')) return await run();
      throw ioError(Object.assign(new Error(errno), { code: errno }), call);
    },
  });
}

// https://github.com/stacklok/toolhive/issues/3979: a file that is mounted by itself.
it.each([
  ['exchange', 'EBUSY', 'in use, or a mount point'],
  ['createFile', 'EACCES', 'permission denied'],
  ['open', 'EPERM', 'operation not permitted'],
] as const)('names the file where %s is refused with %s', async (verb, errno, why) => {
  await using workspace = await tempWorkspace({ 'a.json': 'old' });
  await using engine = await testEngine(workspace.root, { disk: refusing(verb, errno) });
  const session = await stagedSession(engine);
  await session.write('a.json', 'new');
  const reason = `Could not write \`${workspace.path('a.json')}\`: ${errno}, ${why}.`;
  expect(await session.commit()).toEqual({
    committedPaths: [],
    failedPathsWithReasons: [{ path: 'a.json', code: 'ERR_STAGED_IO', reason }],
  });
  expect((await workspace.read('a.json')).toString()).toBe('old');
  expect((await session.status()).pendingWrites.map(({ path }) => path)).toEqual(['a.json']);
});
