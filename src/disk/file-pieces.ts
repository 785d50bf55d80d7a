import type { DiskFile } from './disk.ts';

// 0.1 ms to read.
const PIECE_BYTES = 256 * 1024;

/** The bytes of an opened file, to its end. */
export async function* filePieces(file: DiskFile): AsyncGenerator<Uint8Array> {
  for (let at = 0; ; ) {
    const piece = await file.read(at, PIECE_BYTES);
    if (piece.length === 0) return;
    yield piece;
    at += piece.length;
  }
}
