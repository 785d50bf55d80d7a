import { lstat, mkdir, readdir, readFile, rename, symlink, writeFile } from 'node:fs/promises';
import { describe, expect, it } from 'vitest';
import { digestOf } from '../../../src/base/digest.ts';
import { createNodeDisk } from '../../../src/disk/node-disk.ts';
import { createCountingDisk } from '../../support/counting-disk.ts';
import { createFaultDisk } from '../../support/fault-disk.ts';
import { failureOf } from '../base/failure.ts';
import { collect, LARGE, SMALL, type StoreFixture, storeFixture, textBody } from './fixture.ts';

async function putLarge({ store }: StoreFixture): Promise<void> {
  const received = await store.receive([LARGE.bytes]);
  await received.publish();
}

async function namesIn(fixture: StoreFixture, directory: string): Promise<string[]> {
  const names = await readdir(fixture.workspace.path(directory)).catch(() => []);
  return names.filter((name) => !name.includes('.lock'));
}

describe('putting a body', () => {
  it('keeps it flat under its digest, for its owner only', async () => {
    await using fixture = await storeFixture();
    await fixture.store.put(SMALL.digest, SMALL.bytes);
    const path = fixture.workspace.path(`bodies/${SMALL.digest}`);
    expect(fixture.store.pathOf(SMALL.digest)).toBe(path);
    expect(await readFile(path)).toEqual(SMALL.bytes);
    expect((await lstat(path)).mode & 0o777).toBe(0o600);
    expect((await lstat(fixture.workspace.path('bodies'))).mode & 0o777).toBe(0o700);
  });

  it('touches the disk once for equal bodies', async () => {
    await using fixture = await storeFixture();
    await fixture.store.put(SMALL.digest, SMALL.bytes);
    const { disk, calls } = createCountingDisk(createNodeDisk());
    const { store } = fixture.process(disk);
    await store.put(SMALL.digest, SMALL.bytes);
    const first = calls.length;
    await store.put(SMALL.digest, SMALL.bytes);
    expect(calls.length).toBe(first);
    store.forget();
    await store.put(SMALL.digest, SMALL.bytes);
    expect(calls.length).toBe(2 * first);
  });

  it.each([
    ['a part of it', 'hel'],
    ['nothing', ''],
    ['other bytes of the same length', 'hullo'],
  ])('B1: replaces %s, left by a crash under its name', async (_what, left) => {
    await using fixture = await storeFixture();
    await fixture.workspace.write(`bodies/${SMALL.digest}`, left);
    await fixture.store.put(SMALL.digest, SMALL.bytes);
    expect(await fixture.store.read(SMALL.digest, SMALL.size)).toEqual(SMALL.bytes);
    expect(await namesIn(fixture, 'tmp')).toEqual([]);
  });

  it('B1: replaces a link of its name, and leaves alone what the link points to', async () => {
    await using fixture = await storeFixture();
    await fixture.workspace.write('elsewhere', 'secret');
    await mkdir(fixture.workspace.path('bodies'));
    await symlink('../elsewhere', fixture.store.pathOf(SMALL.digest));
    await fixture.store.put(SMALL.digest, SMALL.bytes);
    expect(await fixture.store.read(SMALL.digest, SMALL.size)).toEqual(SMALL.bytes);
    expect(await readFile(fixture.workspace.path('elsewhere'), 'utf8')).toBe('secret');
  });

  it('publishes it again once it was removed', async () => {
    await using fixture = await storeFixture();
    const { store } = fixture;
    await store.put(SMALL.digest, SMALL.bytes);
    await store.remove([SMALL.digest, textBody('never there').digest]);
    expect(await store.list()).toEqual([]);
    await store.put(SMALL.digest, SMALL.bytes);
    expect(await store.list()).toEqual([SMALL.digest]);
  });

  it.each([undefined, 'hel'])(
    'leaves no partial body whichever call fails, over %j',
    async (left) => {
      for (let at = 1; ; at += 1) {
        await using fixture = await storeFixture();
        if (left !== undefined) await fixture.workspace.write(`bodies/${SMALL.digest}`, left);
        const faulty = createFaultDisk(createNodeDisk(), {
          at,
          errno: 'ENOSPC',
          halfWritten: true,
        });
        const { store } = fixture.process(faulty.disk);
        const failed = await store.put(SMALL.digest, SMALL.bytes).catch((error: unknown) => error);
        if (failed !== undefined) {
          expect(failed).toMatchObject({ code: 'ERR_STAGED_IO', data: { errno: 'ENOSPC' } });
          await store.put(SMALL.digest, SMALL.bytes);
        }
        expect(await fixture.store.read(SMALL.digest, SMALL.size)).toEqual(SMALL.bytes);
        expect(await namesIn(fixture, 'tmp')).toEqual([]);
        expect(faulty.seen.openFiles).toBe(0);
        if (faulty.seen.failed.length === 0) break;
      }
    },
  );
});

describe('reading a body', () => {
  it('B1: is an error of its own when it is missing', async () => {
    await using fixture = await storeFixture();
    for (const { digest, size } of [SMALL, LARGE]) {
      for (const read of waysToRead(fixture, digest, size)) {
        const { code, data } = await failureOf(read);
        expect({ code, data }).toEqual({ code: 'ERR_STAGED_BODY_MISSING', data: { path: digest } });
      }
    }
  });

  it.each([
    ['a changed byte', (bytes: Buffer) => Buffer.from(bytes).fill(0x21, 2, 3)],
    ['a byte less', (bytes: Buffer) => bytes.subarray(1)],
    ['a byte more', (bytes: Buffer) => Buffer.concat([bytes, Buffer.from('x')])],
    ['no bytes', () => Buffer.alloc(0)],
    ['zeroed bytes', (bytes: Buffer) => Buffer.alloc(bytes.length)],
  ])('B1: is an error, never data, with %s', async (_what, damage) => {
    await using fixture = await storeFixture();
    for (const { digest, size, bytes } of [SMALL, LARGE]) {
      await fixture.workspace.write(`bodies/${digest}`, damage(bytes));
      for (const read of waysToRead(fixture, digest, size)) {
        const { code, data } = await failureOf(read);
        expect(code).toBe('ERR_STAGED_BODY_CORRUPT');
        expect(data.path).toBe(digest);
      }
    }
  });

  it.each(['link', 'directory'])('B1: is an error when a %s is in its place', async (kind) => {
    await using fixture = await storeFixture();
    for (const { digest, size, bytes } of [SMALL, LARGE]) {
      await fixture.workspace.write('elsewhere', bytes);
      await mkdir(fixture.workspace.path('bodies'), { recursive: true });
      if (kind === 'link') await symlink('../elsewhere', fixture.store.pathOf(digest));
      else await mkdir(fixture.store.pathOf(digest));
      for (const read of waysToRead(fixture, digest, size)) {
        expect((await failureOf(read)).code).toBe('ERR_STAGED_BODY_CORRUPT');
      }
    }
  });

  it('B1: notices damage that comes after a good read', async () => {
    await using fixture = await storeFixture();
    await fixture.store.put(SMALL.digest, SMALL.bytes);
    await putLarge(fixture);
    for (const { digest, size, bytes } of [SMALL, LARGE]) {
      expect(Buffer.from(await fixture.store.read(digest, size)).equals(bytes)).toBe(true);
      await writeFile(fixture.store.pathOf(digest), Buffer.from(bytes).fill(0x21, 2, 3));
      for (const read of waysToRead(fixture, digest, size)) {
        expect((await failureOf(read)).code).toBe('ERR_STAGED_BODY_CORRUPT');
      }
    }
  });

  it('gives the bytes of a range, and fewer where the body ends', async () => {
    await using fixture = await storeFixture();
    await fixture.store.put(SMALL.digest, SMALL.bytes);
    await putLarge(fixture);
    for (const { digest, size, bytes } of [SMALL, LARGE]) {
      for (const [offset, length] of [
        [0, 0],
        [1, 3],
        [0, size],
        [2, size + 9],
        [size - 1, 1],
        [size, 1],
        [size + 5, 2],
        [1, 300_000],
      ] as const) {
        const range = await fixture.store.readRange(digest, size, { offset, length });
        expect(Buffer.from(range).equals(bytes.subarray(offset, offset + length))).toBe(true);
      }
    }
  });

  it('hashes a large body once, in the pool, and again only when it has changed', async () => {
    await using fixture = await storeFixture();
    await putLarge(fixture);
    const { digest, size, bytes } = LARGE;
    const path = fixture.store.pathOf(digest);
    fixture.hashed.length = 0;
    await fixture.store.readRange(digest, size, { offset: 5, length: 5 });
    await fixture.store.readRange(digest, size, { offset: 9, length: 400_000 });
    await collect(fixture.store.stream(digest, size));
    expect(fixture.hashed).toEqual([path]);
    await writeFile(`${path}.new`, bytes);
    await rename(`${path}.new`, path);
    await fixture.store.assertWhole(digest, size);
    expect(fixture.hashed).toEqual([path, path]);
    fixture.store.forget();
    await fixture.store.assertWhole(digest, size);
    expect(fixture.hashed).toEqual([path, path, path]);
  });

  it('streams, also on after the body was removed', async () => {
    await using fixture = await storeFixture();
    await fixture.store.put(SMALL.digest, SMALL.bytes);
    await putLarge(fixture);
    for (const { digest, size, bytes } of [SMALL, LARGE]) {
      const pieces: Uint8Array[] = [];
      for await (const piece of fixture.store.stream(digest, size)) {
        pieces.push(piece);
        await fixture.store.remove([digest]);
      }
      expect(Buffer.concat(pieces).equals(bytes)).toBe(true);
    }
  });

  it('closes its file when a stream is left early', async () => {
    await using fixture = await storeFixture();
    await putLarge(fixture);
    const { disk, seen } = createFaultDisk(createNodeDisk());
    for await (const piece of fixture.process(disk).store.stream(LARGE.digest, LARGE.size)) {
      expect(piece.length).toBeGreaterThan(0);
      break;
    }
    expect(seen.openFiles).toBe(0);
  });

  it('stops at an abort', async () => {
    await using fixture = await storeFixture();
    await putLarge(fixture);
    const abort = new AbortController();
    const stream = fixture.store.stream(LARGE.digest, LARGE.size, { signal: abort.signal });
    const { code } = await failureOf(async () => {
      for await (const piece of stream) abort.abort(piece);
    });
    expect(code).toBe('ERR_STAGED_ABORTED');
  });

  it('reads an empty body', async () => {
    await using fixture = await storeFixture();
    const digest = digestOf(new Uint8Array());
    await fixture.store.put(digest, new Uint8Array());
    expect(await fixture.store.read(digest, 0)).toHaveLength(0);
    expect(await collect(fixture.store.stream(digest, 0))).toHaveLength(0);
  });
});

describe('syncing', () => {
  it('syncs each body and the directory', async () => {
    await using fixture = await storeFixture();
    await fixture.store.put(SMALL.digest, SMALL.bytes);
    const { disk, calls } = createCountingDisk(createNodeDisk());
    await fixture.process(disk).store.sync([SMALL.digest]);
    expect(calls.map(({ verb }) => verb)).toEqual(['open', 'sync', 'close', 'syncDirectory']);
  });
});

function waysToRead(
  { store }: StoreFixture,
  digest: typeof SMALL.digest,
  size: number,
): (() => Promise<unknown>)[] {
  return [
    async () => await store.read(digest, size),
    async () => await store.readRange(digest, size, { offset: 1, length: 2 }),
    async () => await collect(store.stream(digest, size)),
    async () => await store.assertWhole(digest, size),
  ];
}
