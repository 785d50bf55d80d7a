// What every disk must do. Run over the node disk in each of its modes.
import * as fs from 'node:fs';
import { describe, expect, it } from 'vitest';
import type { Clock } from '../../src/base/clock.ts';
import type { Awaitable, Disk } from '../../src/disk/disk.ts';
import { tempWorkspace } from '../support/temp-workspace.ts';
import { fileContract } from './disk-files.contract.ts';
import { nameContract } from './disk-names.contract.ts';
import { caught, failureOf, plantFifo, text } from './disk-probes.ts';

/** A disk whose idea of the time comes from `clock`. */
export type MakeDisk = (clock: Clock) => Disk;

const MIB = 1024 * 1024;
const realClock: Clock = { now: () => Date.now() };

export function diskContract(name: string, makeDisk: MakeDisk): void {
  describe(`${name}: looking`, () => {
    lookingContract(makeDisk);
  });
  describe(`${name}: files`, () => {
    fileContract(makeDisk(realClock));
  });
  describe(`${name}: names`, () => {
    nameContract(makeDisk(realClock));
  });
  describe(`${name}: failures`, () => {
    failureContract(makeDisk);
  });
}

function lookingContract(makeDisk: MakeDisk): void {
  const disk = makeDisk(realClock);

  it('tells kinds, sizes and permissions, of a link itself', async () => {
    await using ws = await tempWorkspace({ f: { content: 'abc', mode: 0o4751 }, l: { link: 'f' } });
    plantFifo(ws);
    fs.mkdirSync(ws.path('d'), 0o750);
    const looks = await Promise.all(
      ['f', 'l', 'd', 'fifo', 'missing', 'f/below'].map(async (path) => {
        const stat = await disk.lstat(ws.path(path));
        return stat && [stat.kind, stat.permissions, stat.kind === 'directory' ? '' : stat.size];
      }),
    );
    expect(looks).toEqual([
      ['file', 0o4751, 3],
      ['symlink', 0o777, 1],
      ['directory', 0o750, ''],
      ['other', 0o600, 0],
      undefined,
      undefined,
    ]);
  });

  it('gives the identity in nanoseconds, and as settled only 2 s later', async () => {
    await using ws = await tempWorkspace({ f: 'abc' });
    const { dev, ino, mtimeNs, ctimeNs } = fs.lstatSync(ws.path('f'), { bigint: true });
    const identity = {
      dev: String(dev),
      ino: String(ino),
      size: 3,
      mtimeNs: String(mtimeNs),
      ctimeNs: String(ctimeNs),
    };
    const changed = Number(ctimeNs / 1_000_000n);
    const lookAt = async (now: number) =>
      (await makeDisk({ now: () => now }).lstat(ws.path('f')))?.identity;
    expect(await lookAt(changed + 1999)).toEqual({ ...identity, settled: false });
    expect(await lookAt(changed + 2001)).toEqual({ ...identity, settled: true });
  });

  it('is not settled when only the content is old', async () => {
    await using ws = await tempWorkspace({ f: 'abc' });
    fs.utimesSync(ws.path('f'), 1, 1);
    expect((await disk.lstat(ws.path('f')))?.identity.settled).toBe(false);
  });

  it('lists names with their kinds, also those that are not UTF-8', async () => {
    await using ws = await tempWorkspace({ 'd/é😀': '1', 'd/plain': '2', 'd/l': { link: 'x' } });
    fs.writeFileSync(Buffer.concat([Buffer.from(`${ws.root}/d/x`), Buffer.of(0xe9)]), '3');
    const names = [...(await disk.list(ws.path('d')))].sort((a, b) => (a.name < b.name ? -1 : 1));
    expect(names).toEqual([
      { name: 'l', kind: 'symlink' },
      { name: 'plain', kind: 'file' },
      { name: 'x\udce9', kind: 'file' },
      { name: 'é😀', kind: 'file' },
    ]);
    expect(await text(disk.readFile(ws.path('d/x\udce9')))).toBe('3');
  });

  it('lists a directory of many names', async () => {
    await using ws = await tempWorkspace();
    const names = Array.from({ length: 400 }, (_, n) => `${n}-${'x'.repeat(200)}`);
    for (const name of names) fs.writeFileSync(ws.path(name), '');
    const found = (await disk.list(ws.root)).map(({ name }) => name);
    expect(found.sort()).toEqual(names.sort());
  });

  it('reads links and resolves paths, also those that are not UTF-8', async () => {
    await using ws = await tempWorkspace();
    fs.mkdirSync(ws.path('real'));
    await disk.symlink('real\udcff', ws.path('raw'));
    await disk.symlink('real', ws.path('l'));
    await disk.symlink('nowhere', ws.path('dangling'));
    expect(await disk.readLink(ws.path('raw'))).toBe('real\udcff');
    expect(await disk.realPath(ws.path('l'))).toBe(ws.path('real'));
    expect(await disk.realPath(ws.path('dangling'))).toBe(undefined);
  });

  it('knows how much may still be written', async () => {
    await using ws = await tempWorkspace();
    expect(await disk.freeBytes(ws.root)).toBeGreaterThan(MIB);
  });
}

function failureContract(makeDisk: MakeDisk): void {
  const disk = makeDisk(realClock);

  it('names verb, path, errno and reason', async () => {
    await using ws = await tempWorkspace();
    const shown = ws.path('missing/caf\\xE9');
    const error = await caught(() => disk.rename(ws.path('missing/caf\udce9'), ws.path('g')));
    expect(error.toJSON()).toEqual({
      code: 'ERR_STAGED_IO',
      message: `Could not rename \`${shown}\`: ENOENT, no such file or directory.`,
      data: { path: shown, verb: 'rename', errno: 'ENOENT' },
    });
    expect(error.cause).toMatchObject({ code: 'ENOENT', syscall: 'rename' });
  });

  it('fails in the same way for every verb', async () => {
    await using ws = await tempWorkspace();
    const path = ws.path('missing/x');
    const bytes = Buffer.from('x');
    const failures = [
      () => disk.list(path),
      () => disk.readLink(path),
      () => disk.open(path, 'create'),
      () => disk.createFile(path, bytes, 0o600),
      () => disk.makeDirectory(path, 0o700),
      () => disk.removeDirectory(path),
      () => disk.rename(path, path),
      () => disk.exchange(path, path),
      () => disk.link(path, path),
      () => disk.symlink('x', path),
      () => disk.chmod(path, 0o600),
      () => disk.copyFile(path, path, 0o600),
      () => disk.syncDirectory(path),
      () => disk.freeBytes(path),
    ].map(async (call: () => Awaitable<unknown>) => (await failureOf(call)).join(' '));
    expect(await Promise.all(failures)).toEqual([
      'list ENOENT',
      'readLink ENOENT',
      'open ENOENT',
      'createFile ENOENT',
      'makeDirectory ENOENT',
      'removeDirectory ENOENT',
      'rename ENOENT',
      'exchange ENOENT',
      'link ENOENT',
      'symlink ENOENT',
      'open ENOENT',
      'copyFile ENOENT',
      'syncDirectory ENOENT',
      'freeBytes ENOENT',
    ]);
  });
}
