import * as fs from 'node:fs';
import { expect, it } from 'vitest';
import { createNodeDisk } from '../../../src/disk/node-disk.ts';
import { temporaryNameFor, writeAtomic } from '../../../src/disk/write-atomic.ts';
import { caught } from '../../contract/disk-probes.ts';
import { createCountingDisk } from '../../support/counting-disk.ts';
import { createFaultDisk } from '../../support/fault-disk.ts';
import { tempWorkspace } from '../../support/temp-workspace.ts';

const node = createNodeDisk();
const bytes = Buffer.from('new');

it('replaces the file and leaves nothing else', async () => {
  await using ws = await tempWorkspace({ f: 'old' });
  await writeAtomic(node, ws.path('f'), { bytes, permissions: 0o600, sync: false });
  expect(fs.readdirSync(ws.root)).toEqual(['f']);
  expect(fs.readFileSync(ws.path('f'), 'utf8')).toBe('new');
});

it('has the bytes on the medium before the name, and then the name', async () => {
  await using ws = await tempWorkspace();
  const { disk, calls } = createCountingDisk(node);
  await writeAtomic(disk, ws.path('f'), { bytes, permissions: 0o600, sync: true });
  const verbs = calls.map(({ verb }) => verb);
  expect(verbs).toEqual(['open', 'write', 'sync', 'close', 'rename', 'syncDirectory']);
});

it.each([false, true])('leaves the old file when any call fails (sync: %s)', async (sync) => {
  for (let at = 1; at <= (sync ? 5 : 2); at += 1) {
    await using ws = await tempWorkspace({ f: 'old' });
    const fault = { at, among: 'all', errno: 'ENOSPC', halfWritten: true } as const;
    const { disk, seen } = createFaultDisk(node, fault);
    const error = await caught(() =>
      writeAtomic(disk, ws.path('f'), { bytes, permissions: 0o600, sync }),
    );
    expect([error.code, error.data.errno]).toEqual(['ERR_STAGED_IO', 'ENOSPC']);
    expect(error.hint).toContain('Free some space');
    expect(fs.readdirSync(ws.root)).toEqual(['f']);
    expect(fs.readFileSync(ws.path('f'), 'utf8')).toBe('old');
    expect(seen.openFiles).toBe(0);
  }
});

it('makes short hidden siblings, by whole characters', () => {
  const name = `${'x'.repeat(15)}😀${'y'.repeat(200)}`;
  expect(temporaryNameFor(`/d/${name}`)).toMatch(/^\/d\/\.x{15}😀\.[0-9a-f]{12}\.tmp$/u);
});
