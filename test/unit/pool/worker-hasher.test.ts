import { spawn } from 'node:child_process';
import { once } from 'node:events';
import * as fs from 'node:fs';
import { pathToFileURL } from 'node:url';
import { expect, it } from 'vitest';
import { createNodeDisk } from '../../../src/disk/node-disk.ts';
import { createTaskRunner } from '../../../src/pool/run-task.ts';
import { createStop, type HashTask, stopTask } from '../../../src/pool/task.ts';
import { createWorkerHasher } from '../../../src/pool/worker-hasher.ts';
import { caught } from '../../contract/disk-probes.ts';
import { compiledChild } from '../../support/compile-children.ts';
import { tempWorkspace } from '../../support/temp-workspace.ts';

const MIB = 1024 * 1024;
/** Of tests that start many threads or a process with tsx, on a machine under heavy load. */
const PATIENCE = { timeout: 120_000 };
const disk = createNodeDisk();

it('starts no thread for small files, and leaves none behind', PATIENCE, async () => {
  // A worker that needs no tsx, which takes half a second to load.
  const worker = 'export default async () => ({ kind: "hashed", file: { digest: "d", size: 1 } });';
  await using ws = await tempWorkspace({
    small: 'x',
    large: Buffer.alloc(2 * MIB),
    'worker.mjs': worker,
  });
  const program = { filename: pathToFileURL(ws.path('worker.mjs')).href };
  const before = threads();
  for (let round = 0; round < 50; round += 1) {
    const hasher = createWorkerHasher({ disk, program });
    await hasher.hashFile(ws.path('small'));
    expect(threads()).toBe(before);
    if (round % 5 === 0) {
      expect(await hasher.hashFile(ws.path('large'))).toEqual({ digest: 'd', size: 1 });
      expect(threads()).toBe(before + 1);
    }
    await hasher.close();
  }
  await expect.poll(threads).toBe(before);
});

it('fails clearly when its threads can not start, and again later', async () => {
  await using ws = await tempWorkspace({ large: Buffer.alloc(2 * MIB) });
  const program = { filename: pathToFileURL(ws.path('missing.js')).href };
  const hasher = createWorkerHasher({ disk, program });
  for (let round = 0; round < 2; round += 1) {
    const error = await caught(() => hasher.hashFile(ws.path('large')));
    expect([error.code, error.message]).toEqual([
      'ERR_STAGED_INTERNAL',
      'A hashing worker failed.',
    ]);
    expect(String(error.cause)).toContain('missing.js');
  }
  await hasher.close();
});

it('does not keep the process from ending', PATIENCE, async () => {
  const child = compiledChild(new URL('children/idle-hasher-child.ts', import.meta.url));
  await using ws = await tempWorkspace({ large: Buffer.alloc(2 * MIB) });
  const program = [child, ws.path('large')];
  const started = spawn(process.execPath, program, { stdio: 'inherit' });
  await once(started, 'exit');
  expect(started.exitCode).toBe(0);
});

it('reads a large range in a worker, and moves the bytes', PATIENCE, async () => {
  const bytes = Buffer.alloc(3 * MIB, 'abcdefg');
  await using ws = await tempWorkspace({ large: bytes });
  const hasher = createWorkerHasher({ disk });
  const read = await hasher.readRange(ws.path('large'), { offset: 5, length: 2 * MIB });
  expect(Buffer.compare(read, bytes.subarray(5, 5 + 2 * MIB))).toBe(0);
  expect(read.buffer.byteLength).toBe(2 * MIB);
  await hasher.close();
});

it('runs tasks the same way on this thread: errors come back as JSON', async () => {
  await using ws = await tempWorkspace({ f: 'x' });
  const run = createTaskRunner();
  const stopped = hashTask(ws.path('f'));
  stopTask(stopped);
  expect(await Promise.all([run(stopped), run(hashTask(ws.root))])).toEqual([
    {
      kind: 'failed',
      error: {
        code: 'ERR_STAGED_ABORTED',
        message: 'The call was aborted.',
        data: {},
        hint: 'Its signal fired. Make the call again if its result is still wanted.',
      },
    },
    {
      kind: 'failed',
      error: {
        code: 'ERR_STAGED_NOT_A_FILE',
        message: `\`${ws.root}\` is not a regular file.`,
        data: { path: ws.root, expected: 'file', found: 'directory' },
        hint: 'Name a regular file.',
      },
    },
  ]);
});

function hashTask(path: string): HashTask {
  return { kind: 'hash', path, withBlobOid: false, stop: createStop() };
}

function threads(): number {
  return fs.readdirSync('/proc/self/task').length;
}
