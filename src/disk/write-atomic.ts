import { randomBytes } from 'node:crypto';
import type { Disk } from './disk.ts';

/** What `writeAtomic` puts at the path. */
export interface AtomicContent {
  /** Pieces, where putting them together would take long. */
  readonly bytes: Uint8Array | readonly Uint8Array[];
  readonly permissions: number;
  /** Whether bytes and name are to be on the medium when it returns. */
  readonly sync: boolean;
}

/**
 * Replaces the file at `path`: after a crash it holds all old or all new bytes. A failure, such as
 * ERR_STAGED_IO, leaves the old file and no temporary one.
 */
export async function writeAtomic(disk: Disk, path: string, content: AtomicContent): Promise<void> {
  const temporary = temporaryNameFor(path);
  try {
    await writeNew(disk, temporary, content);
    await disk.rename(temporary, path);
  } catch (error) {
    await removeQuietly(disk, temporary);
    throw error;
  }
  if (content.sync) await disk.syncDirectory(directoryOf(path));
}

/** A new name beside `path`: hidden by a leading dot, short even where the name is long. */
export function temporaryNameFor(path: string): string {
  const name = path.slice(path.lastIndexOf('/') + 1);
  // By character: half a surrogate pair would be another name on disk.
  const start = Array.from(name).slice(0, 16).join('');
  const random = randomBytes(6).toString('hex');
  return `${path.slice(0, path.length - name.length)}.${start}.${random}.tmp`;
}

async function writeNew(disk: Disk, path: string, content: AtomicContent): Promise<void> {
  const { permissions, sync } = content;
  const pieces = content.bytes instanceof Uint8Array ? [content.bytes] : content.bytes;
  const [bytes, ...others] = pieces;
  if (!sync && bytes !== undefined && others.length === 0)
    return await disk.createFile(path, bytes, permissions);
  const file = await disk.open(path, 'create', { permissions });
  try {
    for (const piece of pieces) await file.write(piece);
    // Before the rename: ext4 may otherwise show an empty file after a power loss.
    if (sync) await file.sync();
  } finally {
    await file.close();
  }
}

// The failure that led here is what the caller must hear of.
async function removeQuietly(disk: Disk, path: string): Promise<void> {
  try {
    await disk.unlink(path);
  } catch {}
}

function directoryOf(path: string): string {
  return path.slice(0, path.lastIndexOf('/')) || '/';
}
