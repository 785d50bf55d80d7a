// The part of the disk's contract about open files.
import * as fs from 'node:fs';
import { expect, it } from 'vitest';
import type { Disk } from '../../src/disk/disk.ts';
import { tempWorkspace } from '../support/temp-workspace.ts';
import { failureOf, plantFifo, text, withFile } from './disk-probes.ts';

const MIB = 1024 * 1024;

export function fileContract(disk: Disk): void {
  it('reads where it is told, less only at the end', async () => {
    await using ws = await tempWorkspace({ f: '0123456789' });
    await withFile(disk.open(ws.path('f'), 'read'), async (file) => {
      const reads = [text(file.read(2, 3)), text(file.read(8, 5)), text(file.read(10, 5))];
      expect(await Promise.all(reads)).toEqual(['234', '89', '']);
      expect((await file.stat()).size).toBe(10);
    });
  });

  it('reads and writes large files whole', async () => {
    await using ws = await tempWorkspace();
    const bytes = Buffer.alloc(3 * MIB + 7, 'staged');
    await disk.createFile(ws.path('f'), bytes, 0o600);
    expect(bytes.equals((await disk.readFile(ws.path('f'))) ?? Buffer.of())).toBe(true);
    await withFile(disk.open(ws.path('g'), 'create'), async (file) => {
      await file.write(bytes);
      const back = await file.read(5, 64 * MIB);
      expect(bytes.subarray(5).equals(back)).toBe(true);
    });
  });

  it('writes at a position, cuts, and changes permissions', async () => {
    await using ws = await tempWorkspace({ f: '0123456789' });
    await withFile(disk.open(ws.path('f'), 'update'), async (file) => {
      await file.write(Buffer.from('ab'), 3);
      await file.truncate(7);
      await file.chmod(0o640);
      await file.sync();
    });
    expect(fs.readFileSync(ws.path('f'), 'utf8')).toBe('012ab56');
    expect((await disk.lstat(ws.path('f')))?.permissions).toBe(0o640);
  });

  // Only root may.
  it.runIf(process.getuid?.() === 0)('gives a file away', async () => {
    await using ws = await tempWorkspace({ f: 'x' });
    await withFile(disk.open(ws.path('f'), 'read'), async (file) => {
      expect((await file.stat()).owner).toEqual({ user: 0, group: 0 });
      await file.chown({ user: 1234, group: 2345 });
    });
    expect((await disk.lstat(ws.path('f')))?.owner).toEqual({ user: 1234, group: 2345 });
  });

  it.each(['f', 'd'])('dates content (%s)', async (name) => {
    await using ws = await tempWorkspace({ f: 'x', 'd/in': 'y' });
    await withFile(disk.open(ws.path(name), 'read'), async (file) => {
      await file.setModified('1234567890123456789');
    });
    const { mtimeNs } = fs.lstatSync(ws.path(name), { bigint: true });
    // A double has no more of it.
    expect(mtimeNs / 1000n).toBe(1234567890123456n);
  });

  it('knows what may be written, without waiting and without writing', async () => {
    await using ws = await tempWorkspace({ f: 'x', locked: { content: 'x', mode: 0o444 } });
    plantFifo(ws);
    const asked = ['', 'f', 'fifo', 'missing', 'locked'].map((name) => ws.path(name));
    const answers = await Promise.all(asked.map(async (path) => await disk.isWritable(path)));
    // No bits keep root out. What is gone is no matter of rights.
    expect(answers).toEqual([true, true, true, true, process.getuid?.() === 0]);
  });

  it('appends at the end, also after another writer', async () => {
    await using ws = await tempWorkspace();
    await withFile(disk.open(ws.path('f'), 'append', { permissions: 0o600 }), async (file) => {
      await file.write(Buffer.from('one '));
      fs.appendFileSync(ws.path('f'), 'two ');
      await file.write(Buffer.from('three'));
      expect(await text(file.read(0, 100))).toBe('one two three');
    });
  });

  it('closes once, however often it is asked', async () => {
    await using ws = await tempWorkspace({ f: 'x', g: 'y' });
    const file = await disk.open(ws.path('f'), 'read');
    await file.close();
    const other = await disk.open(ws.path('g'), 'read');
    await file.close();
    expect(await text(other.read(0, 1))).toBe('y');
    await other.close();
  });

  it('never waits for a FIFO, and opens no link', async () => {
    await using ws = await tempWorkspace({ f: 'x', l: { link: 'f' }, d: { link: '.' } });
    plantFifo(ws);
    await withFile(disk.open(ws.path('fifo'), 'read'), async (file) => {
      expect((await file.stat()).kind).toBe('other');
    });
    expect(await failureOf(() => disk.open(ws.path('l'), 'read'))).toEqual(['open', 'ELOOP']);
    expect(await failureOf(() => disk.open(ws.path('l'), 'update'))).toEqual(['open', 'ELOOP']);
    expect(await failureOf(() => disk.open(ws.path('l'), 'append'))).toEqual(['open', 'ELOOP']);
    expect(await failureOf(() => disk.open(ws.path('l'), 'create'))).toEqual(['open', 'EEXIST']);
    expect(await failureOf(() => disk.open(ws.path('d'), 'directory'))).toEqual([
      'open',
      'ENOTDIR',
    ]);
    expect(await failureOf(() => disk.readFile(ws.path('l')))).toEqual(['readFile', 'ELOOP']);
  });

  it('reads nothing where nothing is', async () => {
    await using ws = await tempWorkspace({ f: 'x' });
    expect(await disk.readFile(ws.path('missing'))).toBe(undefined);
    expect(await disk.readFile(ws.path('f/below'))).toBe(undefined);
    expect(await failureOf(() => disk.readFile(ws.root))).toEqual(['readFile', 'EISDIR']);
  });
}
