import { createHash } from 'node:crypto';
import * as fs from 'node:fs';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createNodeDisk } from '../../../src/disk/node-disk.ts';
import type { Hasher } from '../../../src/pool/hasher.ts';
import { createInlineHasher } from '../../../src/pool/inline-hasher.ts';
import { createWorkerHasher } from '../../../src/pool/worker-hasher.ts';
import { caught, plantFifo } from '../../contract/disk-probes.ts';
import { wrapDisk } from '../../support/counting-disk.ts';
import { createFaultDisk } from '../../support/fault-disk.ts';
import { blobOidOf } from '../../support/git.ts';
import { type TempWorkspace, tempWorkspace } from '../../support/temp-workspace.ts';

const MIB = 1024 * 1024;
const { disk, seen } = createFaultDisk(createNodeDisk());

/** Bytes that differ from place to place. */
function bytesOf(size: number): Buffer {
  return Buffer.alloc(size, createHash('sha256').update(String(size)).digest());
}

function sha256(bytes: Uint8Array): string {
  return createHash('sha256').update(bytes).digest('hex');
}

describe.each([
  ['inline', () => createInlineHasher({ disk })],
  ['worker', () => createWorkerHasher({ disk, threads: 2 })],
])('the %s hasher', (_name, create) => {
  let hasher: Hasher;
  let ws: TempWorkspace;

  beforeAll(async () => {
    hasher = create();
    ws = await tempWorkspace();
    // A hole: takes no room, but ten minutes to hash.
    fs.writeFileSync(ws.path('huge'), '');
    fs.truncateSync(ws.path('huge'), MIB * MIB);
  });

  afterAll(async () => {
    await hasher.close();
    await ws[Symbol.asyncDispose]();
  });

  it.each([0, 1, 4096, MIB - 1, MIB, MIB + 1, 5 * MIB])('hashes %d bytes', async (size) => {
    const bytes = bytesOf(size);
    fs.writeFileSync(ws.path('f'), bytes);
    const digest = sha256(bytes);
    expect(await hasher.hashFile(ws.path('f'))).toEqual({ digest, size });
    const blobOid = await blobOidOf(ws.root, 'f');
    expect(await hasher.hashFile(ws.path('f'), { withBlobOid: true })).toEqual({
      digest,
      size,
      blobOid,
    });
    expect(await hasher.hashBytes(bytes)).toBe(digest);
  });

  it('hashes many files side by side', async () => {
    const sizes = Array.from({ length: 6 }, (_, n) => n * MIB);
    for (const size of sizes) fs.writeFileSync(ws.path(`f${size}`), bytesOf(size));
    const files = sizes.map(async (size) => await hasher.hashFile(ws.path(`f${size}`)));
    expect(await Promise.all(files)).toEqual(
      sizes.map((size) => ({ digest: sha256(bytesOf(size)), size })),
    );
  });

  it('reads ranges, short only at the end', async () => {
    const bytes = bytesOf(3 * MIB);
    fs.writeFileSync(ws.path('f'), bytes);
    for (const [offset, length] of [
      [5, 10],
      [7, 2 * MIB],
      [3 * MIB - 4, 100],
      [3 * MIB, 1],
    ] as const) {
      const range = await hasher.readRange(ws.path('f'), { offset, length });
      expect(bytes.subarray(offset, offset + length).equals(range)).toBe(true);
    }
  });

  it('refuses whatever is not a regular file, without waiting', async () => {
    plantFifo(ws);
    fs.symlinkSync('huge', ws.path('link'));
    for (const name of ['fifo', 'link', '.']) {
      const path = name === '.' ? ws.root : ws.path(name);
      const hashing = await caught(() => hasher.hashFile(path));
      const reading = await caught(() => hasher.readRange(path, { offset: 0, length: 1 }));
      expect([hashing.code, reading.code]).toEqual([
        'ERR_STAGED_NOT_A_FILE',
        'ERR_STAGED_NOT_A_FILE',
      ]);
    }
    const missing = await caught(() => hasher.hashFile(ws.path('missing')));
    expect([missing.code, missing.data.errno]).toEqual(['ERR_STAGED_IO', 'ENOENT']);
  });

  it('stops at once when the caller aborts', async () => {
    for (const delay of [0, 1, 20]) {
      const signal = AbortSignal.timeout(delay);
      const error = await caught(() => hasher.hashFile(ws.path('huge'), { signal }));
      expect(error.code).toBe('ERR_STAGED_ABORTED');
    }
    const signal = AbortSignal.abort();
    const calls = [
      () => hasher.hashFile(ws.path('f'), { signal }),
      () => hasher.hashBytes(bytesOf(1), { signal }),
      () => hasher.readRange(ws.path('f'), { offset: 0, length: 1 }, { signal }),
    ];
    const codes = calls.map(async (call) => (await caught(call)).code);
    expect(new Set(await Promise.all(codes))).toEqual(new Set(['ERR_STAGED_ABORTED']));
  });

  it('ends running calls when it is closed, and takes no more', async () => {
    const closing = create();
    const running = ['huge', 'huge', 'huge'].map(
      async (name) => (await caught(() => closing.hashFile(ws.path(name)))).code,
    );
    await new Promise((resolve) => setTimeout(resolve, 20));
    await closing.close();
    const later = [
      caught(() => closing.hashFile(ws.path('huge'))),
      caught(() => closing.hashFile(ws.path('f'))),
      caught(() => closing.hashBytes(bytesOf(1))),
      caught(() => closing.readRange(ws.path('f'), { offset: 0, length: 1 })),
    ].map(async (error) => (await error).code);
    const codes = await Promise.all([...running, ...later]);
    expect(codes).toEqual(Array.from({ length: 7 }, () => 'ERR_STAGED_SESSION_CLOSED'));
    await closing.close();
  });

  it('leaves no file open', async () => {
    await expect.poll(() => seen.openFiles).toBe(0);
  });
});

it.each(['longer', 'shorter'])('names no blob of a file that gets %s meanwhile', async (how) => {
  await using ws = await tempWorkspace({ f: 'a first line\n' });
  const changing = wrapDisk(createNodeDisk(), {
    async call({ verb }, run) {
      if (verb === 'read') fs.writeFileSync(ws.path('f'), how === 'longer' ? 'x'.repeat(99) : 'x');
      return await run();
    },
  });
  const hasher = createInlineHasher({ disk: changing });
  const found = await hasher.hashFile(ws.path('f'), { withBlobOid: true });
  expect(Object.keys(found)).toEqual(['digest', 'size']);
});
