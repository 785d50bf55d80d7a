// The part of the disk's contract about names in directories.
import * as fs from 'node:fs';
import { expect, it } from 'vitest';
import type { Disk } from '../../src/disk/disk.ts';
import { tempWorkspace } from '../support/temp-workspace.ts';
import { caught, failureOf, plantFifo } from './disk-probes.ts';

const MIB = 1024 * 1024;

export function nameContract(disk: Disk): void {
  it('creates only what is not there', async () => {
    await using ws = await tempWorkspace({ f: 'old', l: { link: 'nowhere' } });
    const bytes = Buffer.from('new');
    expect(await failureOf(() => disk.createFile(ws.path('f'), bytes, 0o600))).toEqual([
      'createFile',
      'EEXIST',
    ]);
    expect(await failureOf(() => disk.link(ws.path('f'), ws.path('l')))).toEqual([
      'link',
      'EEXIST',
    ]);
    expect(await failureOf(() => disk.symlink('x', ws.path('f')))).toEqual(['symlink', 'EEXIST']);
    expect(await failureOf(() => disk.copyFile(ws.path('f'), ws.path('l'), 0o600))).toEqual([
      'copyFile',
      'EEXIST',
    ]);
    expect(await disk.makeDirectory(ws.path('f'), 0o700)).toBe(false);
    expect(await disk.makeDirectory(ws.path('d'), 0o700)).toBe(true);
    expect(fs.readdirSync(ws.root).sort()).toEqual(['d', 'f', 'l']);
    expect(fs.readFileSync(ws.path('f'), 'utf8')).toBe('old');
  });

  it('removes, and says whether there was something', async () => {
    await using ws = await tempWorkspace({ f: 'x', 'd/g': 'y' });
    expect(await disk.unlink(ws.path('f'))).toBe(true);
    expect(await disk.unlink(ws.path('f'))).toBe(false);
    expect(await failureOf(() => disk.removeDirectory(ws.path('d')))).toEqual([
      'removeDirectory',
      'ENOTEMPTY',
    ]);
    await disk.unlink(ws.path('d/g'));
    await disk.removeDirectory(ws.path('d'));
    expect(fs.readdirSync(ws.root)).toEqual([]);
  });

  it('renames over a file, links and exchanges', async () => {
    await using ws = await tempWorkspace({ a: 'A', b: 'B', c: 'C', d: 'D' });
    await disk.rename(ws.path('a'), ws.path('b'));
    await disk.link(ws.path('c'), ws.path('e'));
    await disk.exchange(ws.path('c'), ws.path('d'));
    await disk.syncDirectory(ws.root);
    const contents = fs
      .readdirSync(ws.root)
      .map((name) => name + fs.readFileSync(ws.path(name), 'utf8'));
    expect(contents.sort()).toEqual(['bA', 'cD', 'dC', 'eC']);
    expect((await disk.lstat(ws.path('d')))?.links).toBe(2);
  });

  it('copies bytes and gives exactly the permissions asked for', async () => {
    await using ws = await tempWorkspace({ f: { content: 'x', mode: 0o600 } });
    fs.writeFileSync(ws.path('large'), Buffer.alloc(MIB, 'y'));
    await disk.copyFile(ws.path('f'), ws.path('g'), 0o777);
    await disk.copyFile(ws.path('large'), ws.path('h'), 0o2750);
    expect(fs.readFileSync(ws.path('g'), 'utf8')).toBe('x');
    expect(fs.readFileSync(ws.path('h')).equals(Buffer.alloc(MIB, 'y'))).toBe(true);
    const permissions = ['g', 'h'].map(
      async (name) => (await disk.lstat(ws.path(name)))?.permissions,
    );
    expect(await Promise.all(permissions)).toEqual([0o777, 0o2750]);
  });

  it('copies nothing but regular files', async () => {
    await using ws = await tempWorkspace({ f: 'x', l: { link: 'f' } });
    plantFifo(ws);
    for (const name of ['l', 'fifo']) {
      const error = await caught(() => disk.copyFile(ws.path(name), ws.path('to'), 0o600));
      expect(error.toJSON()).toEqual({
        code: 'ERR_STAGED_NOT_A_FILE',
        message: `\`${ws.path(name)}\` is not a regular file.`,
        data: { path: ws.path(name), expected: 'file' },
        hint: 'Name a regular file.',
      });
    }
    expect(fs.existsSync(ws.path('to'))).toBe(false);
  });

  it('changes permissions of the path itself, never through a link', async () => {
    await using ws = await tempWorkspace({ f: 'x', l: { link: 'f' } });
    await disk.chmod(ws.path('f'), 0o604);
    expect(await failureOf(() => disk.chmod(ws.path('l'), 0o777))).toEqual(['open', 'ELOOP']);
    expect((await disk.lstat(ws.path('f')))?.permissions).toBe(0o604);
  });
}
