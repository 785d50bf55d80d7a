import { mkdir, readdir, readFile } from 'node:fs/promises';
import { inflateSync } from 'node:zlib';
import * as fc from 'fast-check';
import { expect, it } from 'vitest';
import { digestOf } from '../../../src/base/digest.ts';
import { StagedFsError } from '../../../src/base/errors.ts';
import { blobOid, objectHeader } from '../../../src/diff/blob-oid.ts';
import type { Disk } from '../../../src/disk/disk.ts';
import { createNodeDisk } from '../../../src/disk/node-disk.ts';
import { LooseObjects } from '../../../src/git/loose-objects.ts';
import { ShadowDamage } from '../../../src/git/shadow-damage.ts';
import type { LargeContent } from '../../../src/git/shadow-place.ts';
import { createFaultDisk } from '../../support/fault-disk.ts';
import { type TempWorkspace, tempWorkspace } from '../../support/temp-workspace.ts';
import { bodyOf, LARGE } from '../store/fixture.ts';

const CHANGED = new StagedFsError('ERR_STAGED_CONFLICT', 'It changed.', { path: 'f' });

async function* given(pieces: Iterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  for (const piece of pieces) yield await Promise.resolve(piece);
}

function contentOf(pieces: readonly Uint8Array[], size?: number): LargeContent {
  const whole = pieces.reduce((sum, { length }) => sum + length, 0);
  return { size: size ?? whole, pieces: given(pieces), changed: () => CHANGED };
}

async function objectsIn(ws: TempWorkspace, disk: Disk = createNodeDisk()): Promise<LooseObjects> {
  await mkdir(ws.path('objects'), { recursive: true });
  return new LooseObjects(disk, ws.root);
}

it('writes of any pieces what git makes of the whole', async () => {
  await using ws = await tempWorkspace();
  const objects = await objectsIn(ws);
  const pieces = fc.array(fc.uint8Array({ maxLength: 3000, size: 'max' }), { maxLength: 6 });
  const format = fc.constantFrom('sha1' as const, 'sha256' as const);
  const property = fc.asyncProperty(pieces, format, async (some, by) => {
    const bytes = Buffer.concat(some);
    const { oid, digest } = await objects.writeLarge(contentOf(some), by);
    expect({ oid, digest }).toEqual({ oid: blobOid(bytes, by), digest: digestOf(bytes) });
    const packed = await readFile(ws.path(`objects/${oid.slice(0, 2)}/${oid.slice(2)}`));
    const whole = Buffer.concat([Buffer.from(objectHeader('blob', bytes.length)), bytes]);
    expect(inflateSync(packed).equals(whole)).toBe(true);
  });
  await fc.assert(property, { numRuns: 50 });
});

const { bytes: BYTES, size: SIZE } = LARGE;
const REFUSED: readonly [string, LargeContent][] = [
  ['fewer bytes than announced', contentOf([BYTES], SIZE + 1)],
  ['more bytes than announced', contentOf([BYTES], SIZE - 1)],
  ['no bytes', contentOf([], SIZE)],
  ['another digest', { ...contentOf([BYTES]), digest: bodyOf(SIZE, 2).digest }],
];

it.each(REFUSED)('makes no object of %s', async (_, content) => {
  await using ws = await tempWorkspace();
  const objects = await objectsIn(ws);
  await expect(objects.writeLarge(content, 'sha1')).rejects.toBe(CHANGED);
  expect(await readdir(ws.path('objects'))).toEqual([]);
});

it('makes no object when reading fails, and hands that failure on', async () => {
  await using ws = await tempWorkspace();
  const objects = await objectsIn(ws);
  const failure = new Error('unreadable');
  function* failing(): Generator<Uint8Array> {
    yield BYTES;
    throw failure;
  }
  const content = { ...contentOf([], 2 * SIZE), pieces: given(failing()) };
  await expect(objects.writeLarge(content, 'sha1')).rejects.toBe(failure);
  expect(await readdir(ws.path('objects'))).toEqual([]);
});

it('tells of damage when any call on its own files fails, and leaves nothing open', async () => {
  await using ws = await tempWorkspace();
  for (let at = 1; ; at += 1) {
    const { disk, seen } = createFaultDisk(createNodeDisk(), { at, among: 'all', errno: 'EIO' });
    const objects = await objectsIn(ws, disk);
    let openSources = 0;
    function* source(): Generator<Uint8Array> {
      openSources += 1;
      try {
        yield BYTES;
      } finally {
        openSources -= 1;
      }
    }
    const content = { ...contentOf([], SIZE), pieces: given(source()) };
    const failure = await objects.writeLarge(content, 'sha1').catch((error: unknown) => error);
    if (seen.failed.length === 0) break;
    expect(failure).toBeInstanceOf(ShadowDamage);
    expect({ openSources, openFiles: seen.openFiles }).toEqual({ openSources: 0, openFiles: 0 });
    const names = await readdir(ws.path('objects'));
    expect(names.filter((name) => name.startsWith('tmp_'))).toEqual([]);
  }
});
