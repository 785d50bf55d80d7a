import * as fs from 'node:fs';
import { createServer } from 'node:net';
import { describe, expect, it } from 'vitest';
import { parseWorkspacePath } from '../../../src/base/workspace-path.ts';
import { openAnchor, openContained } from '../../../src/disk/contain.ts';
import type { Disk } from '../../../src/disk/disk.ts';
import { ioError } from '../../../src/disk/io-error.ts';
import { createNodeDisk } from '../../../src/disk/node-disk.ts';
import { caught, plantFifo, text } from '../../contract/disk-probes.ts';
import { createCountingDisk, type DiskCall } from '../../support/counting-disk.ts';
import { createFaultDisk } from '../../support/fault-disk.ts';
import { tempWorkspace } from '../../support/temp-workspace.ts';

const node = createNodeDisk();

async function readContained(disk: Disk, root: string, path: string): Promise<string | undefined> {
  const file = await openContained(disk, root, parseWorkspacePath(path));
  if (file === undefined) return undefined;
  const content = await text(file.read(0, 100));
  await file.close();
  return content;
}

/** A disk on a system without /proc. */
function withoutProc(disk: Disk): Disk {
  const readLink = (path: string): Promise<string> | ReturnType<Disk['readLink']> => {
    if (!path.startsWith('/proc/')) return disk.readLink(path);
    const cause = Object.assign(new Error('no /proc'), { code: 'ENOENT' });
    throw ioError(cause, { verb: 'readLink', path });
  };
  return { ...createCountingDisk(disk).disk, readLink };
}

function runOnce(isDue: (call: DiskCall) => boolean, act: () => void): (call: DiskCall) => void {
  let isDone = false;
  return (call) => {
    if (isDone || !isDue(call)) return;
    isDone = true;
    act();
  };
}

const isOpening = ({ verb }: DiskCall): boolean => verb === 'open';

describe.each([
  ['with /proc', node],
  ['without /proc', withoutProc(node)],
])('openContained %s', (_name, disk) => {
  it('opens what is there, and nothing where nothing is', async () => {
    await using ws = await tempWorkspace({ 'd/f': 'content' });
    fs.writeFileSync(Buffer.concat([Buffer.from(`${ws.root}/d/x`), Buffer.of(0xe9)]), 'raw');
    expect(await readContained(disk, ws.root, 'd/f')).toBe('content');
    expect(await readContained(disk, ws.root, 'd/x\udce9')).toBe('raw');
    expect(await readContained(disk, '/', `${ws.root.slice(1)}/d/f`)).toBe('content');
    expect(await readContained(disk, ws.root, 'd/missing')).toBe(undefined);
    expect(await readContained(disk, ws.root, 'd/f/below')).toBe(undefined);
  });

  it('refuses everything that is not a regular file, without waiting', async () => {
    await using ws = await tempWorkspace({ 'd/f': 'x', 'd/link': { link: 'f' } });
    plantFifo(ws, 'd/fifo');
    const server = createServer().listen(ws.path('d/socket'));
    const { disk: watched, seen } = createFaultDisk(disk);
    for (const [path, found] of [
      ['d', 'directory'],
      ['d/link', 'symlink'],
      ['d/fifo', 'other'],
      ['d/socket', 'other'],
    ] as const) {
      const error = await caught(() => openContained(watched, ws.root, parseWorkspacePath(path)));
      expect(error.toJSON()).toEqual({
        code: 'ERR_STAGED_NOT_A_FILE',
        message: `\`${path}\` is not a regular file.`,
        data: { path, expected: 'file', found },
        hint: 'Name a regular file.',
      });
    }
    server.close();
    expect(seen.openFiles).toBe(0);
  });

  it('refuses a path through a link, wherever it leads', async () => {
    await using outside = await tempWorkspace({ f: 'secret' });
    await using ws = await tempWorkspace({
      'in/f': 'x',
      inside: { link: 'in' },
      outside: { link: outside.root },
    });
    const { disk: watched, seen } = createFaultDisk(disk);
    for (const path of ['inside/f', 'outside/f']) {
      const error = await caught(() => openContained(watched, ws.root, parseWorkspacePath(path)));
      expect([error.code, error.data]).toEqual(['ERR_STAGED_PATH_ESCAPE', { path }]);
      expect(JSON.stringify(error)).not.toContain(outside.root);
    }
    expect(seen.openFiles).toBe(0);
  });

  it('reads the new file when one is renamed over the path meanwhile', async () => {
    await using ws = await tempWorkspace({ f: 'old', g: 'new' });
    const after = runOnce(isOpening, () => fs.renameSync(ws.path('g'), ws.path('f')));
    const { disk: racing } = createCountingDisk(disk, { after });
    expect(await readContained(racing, ws.root, 'f')).toBe('new');
  });

  it('finds a link that is swapped in just before opening', async () => {
    await using outside = await tempWorkspace({ f: 'secret' });
    await using ws = await tempWorkspace({ 'd/f': 'x' });
    const before = runOnce(isOpening, () => {
      fs.renameSync(ws.path('d'), ws.path('moved'));
      fs.symlinkSync(outside.root, ws.path('d'));
    });
    const { disk: racing } = createCountingDisk(disk, { before });
    const error = await caught(() => openContained(racing, ws.root, parseWorkspacePath('d/f')));
    expect(error.code).toBe('ERR_STAGED_PATH_ESCAPE');
  });
});

describe('openAnchor', () => {
  it('stays in the opened directory when its path leads elsewhere', async () => {
    await using outside = await tempWorkspace();
    await using ws = await tempWorkspace({ 'd/f': 'x' });
    const anchor = await openAnchor(node, ws.root, parseWorkspacePath('d'));
    fs.renameSync(ws.path('d'), ws.path('moved'));
    fs.symlinkSync(outside.root, ws.path('d'));
    await node.createFile(anchor?.at('new') ?? '', Buffer.from('y'), 0o600);
    await node.rename(anchor?.at('f') ?? '', anchor?.at('g') ?? '');
    await anchor?.close();
    expect(fs.readdirSync(ws.path('moved')).sort()).toEqual(['g', 'new']);
    expect(fs.readdirSync(outside.root)).toEqual([]);
  });

  it('has errors that name the real place, not the handle', async () => {
    await using ws = await tempWorkspace({ 'd/f': 'x' });
    const anchor = await openAnchor(node, ws.root, parseWorkspacePath('d'));
    const error = await caught(() => node.createFile(anchor?.at('f') ?? '', Buffer.of(), 0o600));
    expect(error.data).toEqual({ path: ws.path('d/f'), verb: 'createFile', errno: 'EEXIST' });
    await anchor?.close();
  });

  it('opens the root itself, and nothing where nothing is', async () => {
    await using ws = await tempWorkspace({ f: 'x' });
    const anchor = await openAnchor(node, ws.root, parseWorkspacePath(''));
    expect(await text(node.readFile(anchor?.at('f') ?? ''))).toBe('x');
    await anchor?.close();
    expect(await openAnchor(node, ws.root, parseWorkspacePath('missing'))).toBe(undefined);
    expect(await openAnchor(node, ws.root, parseWorkspacePath('f/below'))).toBe(undefined);
  });

  it('uses plain paths on a system without /proc', async () => {
    await using ws = await tempWorkspace({ 'd/f': 'x' });
    const anchor = await openAnchor(withoutProc(node), ws.root, parseWorkspacePath('d'));
    expect(anchor?.at('f')).toBe(ws.path('d/f'));
    await anchor?.close();
  });

  it('refuses a link in place of the directory or on the way, and a file', async () => {
    await using ws = await tempWorkspace({ 'd/e/f': 'x', l: { link: 'd' }, m: { link: 'd/e' } });
    const { disk, seen } = createFaultDisk(node);
    const refusals = ['l', 'l/e', 'm', 'd/e/f'].map(async (path) => {
      const { code, data } = await caught(() =>
        openAnchor(disk, ws.root, parseWorkspacePath(path)),
      );
      return [code, data];
    });
    expect(await Promise.all(refusals)).toEqual([
      ['ERR_STAGED_PATH_ESCAPE', { path: 'l' }],
      ['ERR_STAGED_PATH_ESCAPE', { path: 'l/e' }],
      ['ERR_STAGED_PATH_ESCAPE', { path: 'm' }],
      ['ERR_STAGED_NOT_A_DIRECTORY', { path: 'd/e/f', expected: 'directory', found: 'file' }],
    ]);
    expect(seen.openFiles).toBe(0);
  });
});
