// Run by the full disk test: each of these must fail, and leave nothing.
import assert from 'node:assert/strict';
import type { Awaitable } from '../../../../src/disk/disk.ts';
import { createNodeDisk } from '../../../../src/disk/node-disk.ts';
import { writeAtomic } from '../../../../src/disk/write-atomic.ts';

const root = process.argv[2] ?? '';
const bytes = Buffer.alloc(1024 * 1024);

for (const mode of ['auto', 'sync', 'async'] as const) {
  const disk = createNodeDisk({ mode });
  await fails(() => disk.createFile(`${root}/small`, bytes.subarray(0, 16_384), 0o600));
  await fails(() => disk.createFile(`${root}/large`, bytes, 0o600));
  await fails(() => writeAtomic(disk, `${root}/f`, { bytes, permissions: 0o600, sync: true }));
  await fails(() => disk.copyFile(process.execPath, `${root}/copy`, 0o600));
}

async function fails(call: () => Awaitable<void>): Promise<void> {
  await assert.rejects(async () => {
    await call();
  }, /EFBIG, file too large/);
}
