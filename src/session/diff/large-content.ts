import type { Digest } from '../../base/digest.ts';
import { StagedFsError } from '../../base/errors.ts';
import { displayName } from '../../base/name.ts';
import { isSameFile } from '../../base/stat-identity.ts';
import type { WorkspacePath } from '../../base/workspace-path.ts';
import type { DiskFile } from '../../disk/disk.ts';
import { Turn } from '../../disk/turn.ts';
import type { LargeContent } from '../../git/shadow-place.ts';
import { throwIfAborted } from '../../store/abortable.ts';
import { corruptBody } from '../../store/body-error.ts';
import type { BodyStore } from '../../store/body-store.ts';
import type { SessionParts } from '../parts.ts';
import { type LargeFile, openLower, tryHashLower } from './pre-image.ts';

/** Up to here content is held whole: hashing 1 MiB takes 0.8 ms. */
export const MOST_WHOLE_BYTES: number = 1024 * 1024;

/** A body in pieces. */
export function contentOfBody(
  store: BodyStore,
  { digest, size }: { readonly digest: Digest; readonly size: number },
  signal: AbortSignal | undefined,
): LargeContent {
  return {
    size,
    digest,
    pieces: store.stream(digest, size, signal && { signal }),
    changed: () => corruptBody(digest, 'it changed while it was read'),
  };
}

/** A pre-image whose bytes were found to be too many. */
export interface LargePreImage {
  readonly path: WorkspacePath;
  readonly file: LargeFile;
  /** Its own, where it is sure to be the recorded one. */
  readonly digest: Digest | undefined;
  readonly signal: AbortSignal | undefined;
}

/** A pre-image in pieces. */
export async function contentOfPreImage(
  parts: SessionParts,
  image: LargePreImage,
): Promise<LargeContent> {
  const { path, file, digest, signal } = image;
  if (file.layer === 'bases') return contentOfBody(parts.bases, file, signal);
  const pieces = piecesOfLower(parts, file, image);
  const content = { size: file.size, pieces, changed: () => changedMeanwhile(path) };
  if (digest !== undefined) return { ...content, digest };
  // Hashing takes a tenth of the time of packing, or less, and may save that.
  return { ...content, likely: await tryHashLower(parts, image) };
}

// Ends early, as if it had become shorter, when another file has taken its place meanwhile.
async function* piecesOfLower(
  parts: SessionParts,
  { stat, size }: Extract<LargeFile, { layer: 'lower' }>,
  { path, signal }: LargePreImage,
): AsyncGenerator<Uint8Array> {
  const file = await openLower(parts, path);
  if (file === undefined) return;
  try {
    const { identity } = await file.stat();
    if (isSameFile(identity, stat)) yield* piecesOf(file, size, signal);
  } finally {
    await file.close();
  }
}

// 0.2 ms to hash.
const PIECE_BYTES = 256 * 1024;

async function* piecesOf(
  file: DiskFile,
  size: number,
  signal: AbortSignal | undefined,
): AsyncGenerator<Uint8Array> {
  const turn = new Turn();
  for (let at = 0; at < size; ) {
    throwIfAborted(signal);
    const piece = await file.read(at, Math.min(PIECE_BYTES, size - at));
    if (piece.length === 0) return;
    at += piece.length;
    yield piece;
    if (turn.isOver()) await turn.next();
  }
}

function changedMeanwhile(path: WorkspacePath): StagedFsError {
  const shown = displayName(path);
  return new StagedFsError('ERR_STAGED_CONFLICT', `\`${shown}\` keeps changing while it is read.`, {
    path: shown,
    hint: 'Make the call again when nothing writes to it.',
  });
}
