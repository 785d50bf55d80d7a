import { createHash } from 'node:crypto';
import { readdir, stat, symlink } from 'node:fs/promises';
import { Readable } from 'node:stream';
import { describe, expect, it } from 'vitest';
import { createNodeDisk } from '../../../src/disk/node-disk.ts';
import { createInlineHasher } from '../../../src/pool/inline-hasher.ts';
import type { ByteSource } from '../../../src/store/abortable.ts';
import { receiveCopy, receiveStream } from '../../../src/store/receive.ts';
import { wrapDisk } from '../../support/counting-disk.ts';
import { createFaultDisk } from '../../support/fault-disk.ts';
import { tempWorkspace } from '../../support/temp-workspace.ts';
import { failureOf } from '../base/failure.ts';
import { LARGE, SMALL, type StoreFixture, storeFixture } from './fixture.ts';

/** As `git hash-object` names a blob. */
function oidOf(bytes: Uint8Array): string {
  return createHash('sha1').update(`blob ${bytes.length}\0`).update(bytes).digest('hex');
}

async function temporaryIn(fixture: StoreFixture): Promise<string[]> {
  const names = await readdir(fixture.workspace.path('tmp')).catch(() => []);
  return names.filter((name) => !name.includes('.lock'));
}

/** `bytes` in pieces of `size`, all in the same memory. */
function* reusing(bytes: Uint8Array, size: number): Generator<Uint8Array> {
  const memory = new Uint8Array(size);
  for (let at = 0; at < bytes.length; at += size) {
    const piece = bytes.subarray(at, at + size);
    memory.set(piece);
    yield memory.subarray(0, piece.length);
    memory.fill(0);
  }
}

describe('receiving a stream', () => {
  it.each([1000, 262_144, 300_000, 1_000_000])('takes pieces of %i bytes', async (size) => {
    await using fixture = await storeFixture();
    const received = await fixture.store.receive(reusing(LARGE.bytes, size));
    const blobOid = oidOf(LARGE.bytes);
    expect(received).toMatchObject({ digest: LARGE.digest, size: LARGE.size, blobOid });
    expect(await fixture.store.list()).toEqual([]);
    await received.publish();
    await fixture.store.assertWhole(LARGE.digest, LARGE.size);
    expect(await temporaryIn(fixture)).toEqual([]);
  });

  it('takes a readable stream, and one without bytes', async () => {
    await using fixture = await storeFixture();
    const received = await fixture.store.receive(Readable.from([SMALL.bytes]));
    const names = { digest: SMALL.digest, size: SMALL.size, blobOid: oidOf(SMALL.bytes) };
    expect(received).toMatchObject(names);
    const empty = await fixture.store.receive([]);
    const nothing = { size: 0, blobOid: 'e69de29bb2d1d6434b8b29ae775ad8c2e48c5391' };
    expect(empty).toMatchObject(nothing);
    await received.discard();
    await empty.discard();
    expect(await temporaryIn(fixture)).toEqual([]);
  });

  it('publishes over a damaged body, and beside one that is there', async () => {
    await using fixture = await storeFixture();
    await fixture.workspace.write(`bodies/${LARGE.digest}`, 'part');
    for (let round = 0; round < 2; round += 1) {
      await (await fixture.store.receive([LARGE.bytes])).publish();
      await fixture.store.assertWhole(LARGE.digest, LARGE.size);
    }
    expect(await temporaryIn(fixture)).toEqual([]);
  });

  it('refuses more bytes than allowed, without taking them all', async () => {
    await using fixture = await storeFixture();
    let given = 0;
    function* endless(): Generator<Uint8Array> {
      for (;;) yield new Uint8Array(++given && 1000);
    }
    const options = { maxBytes: 10_000 };
    const { code } = await failureOf(() => fixture.store.receive(endless(), options));
    expect({ code, given }).toEqual({ code: 'ERR_STAGED_TOO_LARGE', given: 11 });
    expect(await temporaryIn(fixture)).toEqual([]);
    const fits = await fixture.store.receive([new Uint8Array(10_000)], options);
    expect(fits.size).toBe(10_000);
  });

  it('stops at an abort even while the source gives nothing', async () => {
    await using fixture = await storeFixture();
    const abort = new AbortController();
    const stuck: ByteSource = {
      [Symbol.asyncIterator]: () => ({
        next: async () => {
          queueMicrotask(() => abort.abort());
          return await new Promise(() => undefined);
        },
      }),
    };
    const received = failureOf(() => fixture.store.receive(stuck, { signal: abort.signal }));
    expect((await received).code).toBe('ERR_STAGED_ABORTED');
    const early = failureOf(() => fixture.store.receive([], { signal: abort.signal }));
    expect((await early).code).toBe('ERR_STAGED_ABORTED');
    expect(await temporaryIn(fixture)).toEqual([]);
  });

  it('ends the source and passes its failure on', async () => {
    await using fixture = await storeFixture();
    let isEnded = false;
    async function* failing(): AsyncGenerator<Uint8Array> {
      yield await Promise.resolve(SMALL.bytes);
      throw new RangeError('source');
    }
    async function* strings(): AsyncGenerator<Uint8Array> {
      try {
        yield* Readable.from([SMALL.bytes], { encoding: 'utf8' });
      } finally {
        isEnded = true;
      }
    }
    await expect(fixture.store.receive(failing())).rejects.toThrow(RangeError);
    const { code, data } = await failureOf(() => fixture.store.receive(strings()));
    expect({ code, data }).toEqual({
      code: 'ERR_STAGED_INVALID_ARGUMENT',
      data: { argument: 'source' },
    });
    await new Promise((resolve) => setImmediate(resolve));
    expect(isEnded).toBe(true);
    expect(await temporaryIn(fixture)).toEqual([]);
  });

  it('needs no more memory for more bytes', async () => {
    await using fixture = await storeFixture();
    function* many(): Generator<Uint8Array> {
      const piece = new Uint8Array(1024 * 1024);
      for (let count = 0; count < 128; count += 1) yield piece;
    }
    const before = process.memoryUsage().arrayBuffers;
    const received = await fixture.store.receive(many());
    expect(received.size).toBe(128 * 1024 * 1024);
    expect(process.memoryUsage().arrayBuffers - before).toBeLessThan(64 * 1024 * 1024);
    await received.discard();
  });

  it('leaves nothing behind whichever call fails', async () => {
    await using fixture = await storeFixture();
    for (let at = 1; ; at += 1) {
      const faulty = createFaultDisk(createNodeDisk(), { at, among: 'all', errno: 'EIO' });
      const { store, temporary } = fixture.process(faulty.disk);
      const receive = async () => await (await store.receive([LARGE.bytes])).publish();
      const failed = await receive().catch((error: unknown) => error);
      await temporary.close().catch(() => undefined);
      expect(faulty.seen.openFiles, `call ${at}`).toBe(0);
      await temporary.close();
      if (faulty.seen.failed.length === 0) break;
      if (failed !== undefined) expect(failed).toMatchObject({ data: { errno: 'EIO' } });
      await fixture.temporary.sweep();
      expect(await temporaryIn(fixture), `call ${at}`).toEqual([]);
    }
  });
});

describe('what is received at a path', () => {
  it('goes when its file can not be closed', async () => {
    await using workspace = await tempWorkspace();
    const path = workspace.path('received');
    const disk = wrapDisk(createNodeDisk(), {
      async call({ verb }, run) {
        const result = await run();
        if (verb === 'close') throw new RangeError('close');
        return result;
      },
    });
    const hasher = createInlineHasher({ disk });
    const receiving = receiveStream({ disk, hasher }, path, { source: [SMALL.bytes] });
    await expect(receiving).rejects.toThrow(RangeError);
    expect(await workspace.exists('received')).toBe(false);
  });

  it('has the permissions that were asked for', async () => {
    await using workspace = await tempWorkspace({ source: 'x' });
    const disk = createNodeDisk();
    const hasher = createInlineHasher({ disk });
    const options = { from: workspace.path('source'), permissions: 0o640 };
    await receiveCopy({ disk, hasher }, workspace.path('copied'), options);
    const source = [SMALL.bytes];
    await receiveStream({ disk, hasher }, workspace.path('taken'), { source, permissions: 0o640 });
    const modes: number[] = [];
    for (const name of ['copied', 'taken'])
      modes.push((await stat(workspace.path(name))).mode & 0o777);
    expect(modes).toEqual([0o640, 0o640]);
  });
});

describe('receiving a file', () => {
  it('copies it and hashes the copy', async () => {
    await using fixture = await storeFixture();
    await fixture.workspace.write('source', LARGE.bytes);
    const received = await fixture.store.receiveFile(fixture.workspace.path('source'));
    expect(received).toMatchObject({ digest: LARGE.digest, size: LARGE.size });
    expect(fixture.hashed).toEqual([received.path]);
    await received.publish();
    expect((await fixture.workspace.read('source')).equals(LARGE.bytes)).toBe(true);
    await fixture.store.assertWhole(LARGE.digest, LARGE.size);
  });

  it('refuses what is too large, no file, or not there', async () => {
    await using fixture = await storeFixture();
    await fixture.workspace.write('source', SMALL.bytes);
    await symlink('source', fixture.workspace.path('link'));
    const receive = async (name: string, maxBytes = 100) =>
      await failureOf(() => fixture.store.receiveFile(fixture.workspace.path(name), { maxBytes }));
    expect((await receive('source', 4)).code).toBe('ERR_STAGED_TOO_LARGE');
    expect((await receive('link')).code).toBe('ERR_STAGED_NOT_A_FILE');
    expect((await receive('missing')).code).toBe('ERR_STAGED_NOT_FOUND');
    expect(await temporaryIn(fixture)).toEqual([]);
  });
});
