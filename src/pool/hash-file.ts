import { type Digest, RunningDigest } from '../base/digest.ts';
import { RunningBlobOid } from '../diff/blob-oid.ts';
import type { Awaitable, Disk, DiskFile } from '../disk/disk.ts';
import { openRegular } from '../disk/open-regular.ts';
import type { FileDigest } from './hasher.ts';

/** 0.7 ms of hashing: several pieces fit the patience of an event loop, and 1 MiB reads are fast. */
export const PIECE_BYTES: number = 1024 * 1024;

/** Asked before each piece: throws to stop, or makes the work wait. */
export type Gate = () => Awaitable<void>;

/** Which file to hash, and what of it. */
export interface HashFileRequest {
  readonly path: string;
  readonly withBlobOid?: boolean | undefined;
}

/** Hashes a regular file, not through a link, with memory for one piece. */
export async function hashFile(
  disk: Disk,
  { path, withBlobOid = false }: HashFileRequest,
  gate: Gate,
): Promise<FileDigest> {
  await gate();
  const file = await openRegular(disk, path);
  try {
    const oid = withBlobOid ? await startedOid(file) : undefined;
    const { digest, size } = await hashOpened(file, gate, oid);
    const blobOid = oid?.finish();
    return blobOid === undefined ? { digest, size } : { digest, size, blobOid };
  } finally {
    await file.close();
  }
}

// A blob's id begins with its size.
async function startedOid(file: DiskFile): Promise<RunningBlobOid> {
  const { size } = await file.stat();
  return new RunningBlobOid(size, 'sha1');
}

async function hashOpened(
  file: DiskFile,
  gate: Gate,
  oid: RunningBlobOid | undefined,
): Promise<FileDigest> {
  const digest = new RunningDigest();
  // Twice the work on each byte.
  const pieceBytes = oid === undefined ? PIECE_BYTES : PIECE_BYTES / 2;
  for (let size = 0; ; ) {
    const piece = await file.read(size, pieceBytes);
    // After reading: many reads may end in one turn of the event loop.
    await gate();
    digest.add(piece);
    oid?.add(piece);
    size += piece.length;
    if (piece.length < pieceBytes) return { digest: digest.finish(), size };
  }
}

/** Hashes bytes in memory, piece by piece. */
export async function hashPieces(bytes: Uint8Array, gate: Gate): Promise<Digest> {
  const digest = new RunningDigest();
  for (let at = 0; at < bytes.length; at += PIECE_BYTES) {
    await gate();
    digest.add(bytes.subarray(at, at + PIECE_BYTES));
  }
  return digest.finish();
}
