import { readdir } from 'node:fs/promises';
import { describe, expect, it } from 'vitest';
import { digestOf } from '../../../src/base/digest.ts';
import type { Entry } from '../../../src/base/entry.ts';
import { parseWorkspacePath } from '../../../src/base/workspace-path.ts';
import { inTurns } from '../../../src/disk/in-turns.ts';
import { createNodeDisk } from '../../../src/disk/node-disk.ts';
import type { Manifest } from '../../../src/manifest/manifest.ts';
import { loadManifest, saveManifest } from '../../../src/manifest/manifest-file.ts';
import { Upper } from '../../../src/overlay/upper.ts';
import { createFaultDisk } from '../../support/fault-disk.ts';
import { tempWorkspace } from '../../support/temp-workspace.ts';
import { failureOf } from '../base/failure.ts';

const disk = createNodeDisk();

function manifestOf(...names: readonly string[]): Manifest {
  const entry: Entry = {
    kind: 'write',
    digest: digestOf(Buffer.from('x')),
    size: 1,
    fileMode: '100755',
    base: { kind: 'absent' },
    createdAtMs: 1,
    snapshotId: null,
  };
  const entries = names.map((name) => ({ path: parseWorkspacePath(name), entry }));
  return { sessionId: 's', mode: 'staged', root: '/w', seq: 3, entries };
}

describe('the manifest file', () => {
  it('is read as it was written, and readable by its owner only', async () => {
    await using workspace = await tempWorkspace();
    const path = workspace.path('manifest.json');
    const manifest = manifestOf('a', '\udce9');
    await saveManifest(disk, path, { manifest, sync: true });
    expect(await loadManifest(disk, path)).toEqual(manifest);
    expect((await disk.lstat(path))?.permissions).toBe(0o600);
  });

  it('is undefined when there is none', async () => {
    await using workspace = await tempWorkspace();
    expect(await loadManifest(disk, workspace.path('manifest.json'))).toBeUndefined();
  });

  it('M1: names the file in the error when it is damaged', async () => {
    await using workspace = await tempWorkspace({ 'manifest.json': '{"version":' });
    const path = workspace.path('manifest.json');
    const { code, data, message, hint } = await failureOf(() => loadManifest(disk, path));
    expect({ code, data }).toEqual({ code: 'ERR_STAGED_CORRUPT', data: { path } });
    expect(message).toContain(path);
    expect(hint).toContain('staged-fs verify --repair');
  });

  it('M1: holds the state of when it was saved, whatever happens meanwhile', async () => {
    await using workspace = await tempWorkspace();
    const path = workspace.path('manifest.json');
    const manifest = manifestOf(...Array.from({ length: 3000 }, (_, n) => `f${n}`));
    const upper = new Upper();
    await inTurns(upper.applying({ put: manifest.entries }));
    const state = { ...manifest, entries: upper.entries() };
    const saving = saveManifest(disk, path, { manifest: state, sync: false });
    await inTurns(upper.applying({ drop: manifest.entries.map((placed) => placed.path) }));
    await saving;
    expect((await loadManifest(disk, path))?.entries.length).toBe(3000);
  });

  it('M1: is the old one or the new one, whichever call fails', async () => {
    await using workspace = await tempWorkspace();
    const path = workspace.path('manifest.json');
    await saveManifest(disk, path, { manifest: manifestOf('old'), sync: true });
    const counted = createFaultDisk(disk);
    await saveManifest(counted.disk, path, { manifest: manifestOf('old'), sync: true });
    for (let at = 1; at <= counted.seen.mutating; at += 1) {
      const faulty = createFaultDisk(disk, { at, errno: 'ENOSPC', halfWritten: true });
      const manifest = manifestOf('new', `${at}`);
      await expect(saveManifest(faulty.disk, path, { manifest, sync: true })).rejects.toMatchObject(
        {
          code: 'ERR_STAGED_IO',
        },
      );
      const names = (await loadManifest(disk, path))?.entries.map(({ path: key }) => key);
      expect([['old'], ['new', `${at}`]]).toContainEqual(names);
      expect(await readdir(workspace.root)).toEqual(['manifest.json']);
      expect(faulty.seen.openFiles).toBe(0);
    }
  });
});
