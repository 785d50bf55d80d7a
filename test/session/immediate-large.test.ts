// A large body is written and hashed in pieces, in immediate mode too: one call would hold the event loop.
import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { expect, it } from 'vitest';
import { createNodeDisk } from '../../src/disk/node-disk.ts';
import { wrapDisk } from '../support/counting-disk.ts';
import { tempWorkspace } from '../support/temp-workspace.ts';
import { testEngine } from '../support/test-engine.ts';

const PIECE_BYTES = 256 * 1024;

it.each([1, 2, 9])('writes %d pieces and a rest in as many calls', async (pieces) => {
  await using ws = await tempWorkspace();
  const verbs: string[] = [];
  const disk = wrapDisk(createNodeDisk(), {
    async call({ verb }, run) {
      verbs.push(verb);
      return await run();
    },
  });
  const engine = await testEngine(ws.root, { disk });
  const session = await engine.session('s');
  const bytes = Buffer.alloc(pieces * PIECE_BYTES + 1, 'large ');
  const result = await session.write('large', bytes);
  const digest = createHash('sha256').update(bytes).digest('hex');
  const bytesWritten = bytes.length;
  expect(result).toEqual({ path: 'large', created: true, bytesWritten, digest });
  expect(bytes.equals(await readFile(ws.path('large')))).toBe(true);
  expect(verbs.filter((verb) => verb === 'write')).toHaveLength(pieces + 1);
  expect(verbs).not.toContain('createFile');
  await engine.close();
});
