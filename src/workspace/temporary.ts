import { changesMode, type WriteEntry } from '../base/entry.ts';
import { permissionsFor } from '../base/file-mode.ts';
import { decodeName } from '../base/name.ts';
import type { Disk, DiskStat } from '../disk/disk.ts';
import { syncFile } from '../disk/sync-file.ts';
import type { BodyStore } from '../store/body-store.ts';
import { LARGEST_INLINE_BYTES } from './observe.ts';
import { takeOver } from './take-over.ts';

/** Where a new file comes from and how it is made. */
export interface Making {
  readonly disk: Disk;
  readonly bodies: BodyStore;
  /** Whether the bytes must be on the medium before the name is. */
  readonly sync: boolean;
}

/**
 * Makes the file or link of `entry` at `path`, which must be free: verified bytes, and the owner
 * and bits of the file it will replace (`existing`), or those that a new one gets.
 */
export async function makeFile(
  making: Making,
  path: string,
  what: { readonly entry: WriteEntry; readonly existing: DiskStat | undefined },
): Promise<void> {
  const { entry, existing } = what;
  if (entry.fileMode === '120000') return await makeLink(making, path, entry);
  const fresh = entry.fileMode === '100755' ? 0o777 : 0o666;
  await copyBody(making, path, { entry, permissions: existing === undefined ? fresh : 0o600 });
  if (existing !== undefined) {
    const kept = existing.permissions;
    const permissions = changesMode(entry) ? permissionsFor(entry.fileMode, kept) : kept;
    await takeOver(making.disk, path, { existing, permissions });
  }
  if (making.sync) await syncFile(making.disk, path);
}

async function makeLink(making: Making, path: string, entry: WriteEntry): Promise<void> {
  const target = decodeName(await making.bodies.read(entry.digest, entry.size));
  await making.disk.symlink(target, path);
}

// Small bodies are written from memory (20 µs); a copy by the system (58 µs) shares the blocks of
// large ones where the file system can.
async function copyBody(
  making: Making,
  path: string,
  what: { readonly entry: WriteEntry; readonly permissions: number },
): Promise<void> {
  const { entry, permissions } = what;
  if (entry.size > LARGEST_INLINE_BYTES) {
    await making.bodies.assertWhole(entry.digest, entry.size);
    return await copyAsNew(making.disk, making.bodies.pathOf(entry.digest), { path, permissions });
  }
  const bytes = await making.bodies.read(entry.digest, entry.size);
  await making.disk.createFile(path, bytes, permissions);
}

/** Copies a file to a name that is free, with the bits that a new file of `permissions` gets there. */
export async function copyAsNew(
  disk: Disk,
  from: string,
  { path, permissions }: { readonly path: string; readonly permissions: number },
): Promise<void> {
  // The umask and the directory's default access list decide, which only a new file tells.
  await disk.createFile(path, NO_BYTES, permissions);
  const made = await disk.lstat(path);
  await disk.unlink(path);
  await disk.copyFile(from, path, made?.permissions ?? 0o600);
}

const NO_BYTES = new Uint8Array();
