import { isStagedFsError, StagedFsError } from '../base/errors.ts';
import { piecesOf } from '../base/text-pieces.ts';
import type { Disk } from '../disk/disk.ts';
import { inTurns } from '../disk/in-turns.ts';
import { isIoError } from '../disk/io-error.ts';
import { writeAtomic } from '../disk/write-atomic.ts';
import { decodeManifest, encodeManifest } from './codec.ts';
import type { Manifest } from './manifest.ts';

/**
 * Reads the manifest at `path`; undefined when there is none. @throws ERR_STAGED_CORRUPT when it is
 * damaged, ERR_STAGED_FORMAT when it is of another version.
 */
export async function loadManifest(disk: Disk, path: string): Promise<Manifest | undefined> {
  const bytes = await readRegular(disk, path);
  if (bytes === undefined) return undefined;
  try {
    return await inTurns(decodeManifest(bytes));
  } catch (error) {
    throw withPath(error, path);
  }
}

// What reading answers for a directory, a link, a FIFO and a socket.
const NO_FILE = ['EISDIR', 'ELOOP', 'ESPIPE', 'ENXIO'] as const;

async function readRegular(disk: Disk, path: string): Promise<Uint8Array | undefined> {
  try {
    return await disk.readFile(path);
  } catch (error) {
    if (!isIoError(error, ...NO_FILE)) throw error;
    throw withPath(damaged('It is no regular file.'), path);
  }
}

function damaged(message: string): StagedFsError {
  return new StagedFsError('ERR_STAGED_CORRUPT', message, {
    hint: 'Move it away: it is rebuilt from the journal.',
  });
}

/** What `saveManifest` writes. */
export interface Checkpoint {
  readonly manifest: Manifest;
  /** Whether it is on the medium when it returns. */
  readonly sync: boolean;
}

/** Replaces the manifest at `path` in one step (rule M1). */
export async function saveManifest(
  disk: Disk,
  path: string,
  { manifest, sync }: Checkpoint,
): Promise<void> {
  const bytes = await inTurns(piecesOf(encodeManifest(manifest)));
  await writeAtomic(disk, path, { bytes, permissions: 0o600, sync });
}

function withPath(error: unknown, path: string): unknown {
  if (!isStagedFsError(error)) return error;
  const { code, message, data, hint } = error;
  const more = { ...data, path, cause: error };
  const text = `The manifest \`${path}\` cannot be used: ${message}`;
  return new StagedFsError(code, text, hint === undefined ? more : { ...more, hint });
}
