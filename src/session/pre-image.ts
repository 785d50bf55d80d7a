import { type Digest, digestOf } from '../base/digest.ts';
import type { StatIdentity } from '../base/entry.ts';
import { isStagedFsError, StagedFsError } from '../base/errors.ts';
import { type FileMode, fileModeOf } from '../base/file-mode.ts';
import { displayName, encodeName } from '../base/name.ts';
import { isSameStat } from '../base/stat-identity.ts';
import type { WorkspacePath } from '../base/workspace-path.ts';
import type { DiskFile } from '../disk/disk.ts';
import { LARGEST_INLINE_BYTES } from '../workspace/observe.ts';
import type { SessionParts } from './parts.ts';

/** What a path was before it was staged. */
export type PreImage =
  | { readonly kind: 'absent' }
  | {
      readonly kind: 'file';
      readonly permissions: number;
      readonly stat: StatIdentity;
      readonly digest?: Digest;
    }
  | { readonly kind: 'symlink'; readonly target: string };

/** A pre-image to be read, and whom to tell when only lower as it is now can be had. */
export interface PreImageRequest {
  readonly path: WorkspacePath;
  readonly image: PreImage;
  readonly warn: ((path: string) => void) | undefined;
}

/** What a path was, with its bytes. */
export interface ReadImage {
  readonly mode: FileMode;
  readonly bytes: Uint8Array;
  /** Of the bytes, when they were shown to be those with this digest. */
  readonly digest?: Digest | undefined;
}

/** A pre-image with its bytes, or none when nothing was there. */
export interface ReadPreImage {
  readonly image: ReadImage | undefined;
  /** False when lower as it is now stands in. */
  readonly isRecorded: boolean;
}

/**
 * Reads a pre-image: from the kept bases when it is known to be there, else from lower while that
 * still has it, else from the bases after all. When it was not kept, lower as it is now stands in,
 * and `warn` names the path.
 */
export async function readPreImage(
  parts: SessionParts,
  request: PreImageRequest,
): Promise<ReadPreImage> {
  const { image } = request;
  if (image.kind === 'absent') return recorded(undefined);
  if (image.kind === 'symlink')
    return recorded({ mode: '120000', bytes: encodeName(image.target) });
  const mode = fileModeOf(image.permissions);
  assertDiffable(request.path, image.stat.size);
  const known = await tryKnown(parts, image);
  const { digest } = image;
  if (known !== undefined) return recorded({ mode, bytes: known, digest });
  const lower = await orError(readLower(parts, request.path));
  if (isBytes(lower) && (await isImage(parts, lower, image)))
    return recorded({ mode, bytes: lower.bytes, digest });
  const kept = digest === undefined ? undefined : await tryKept(parts, digest);
  if (kept !== undefined) return recorded({ mode, bytes: kept, digest });
  if (isStagedFsError(lower)) throw lower;
  request.warn?.(displayName(request.path));
  return { image: lower && { mode, bytes: lower.bytes }, isRecorded: false };
}

// A file that can't be read is no trouble while its bytes are kept.
async function orError<T>(reading: Promise<T>): Promise<T | StagedFsError> {
  try {
    return await reading;
  } catch (error) {
    if (isStagedFsError(error)) return error;
    throw error;
  }
}

function isBytes(lower: LowerBytes | StagedFsError | undefined): lower is LowerBytes {
  return lower !== undefined && !isStagedFsError(lower);
}

function recorded(image: ReadPreImage['image']): ReadPreImage {
  return { image, isRecorded: true };
}

interface LowerBytes {
  readonly stat: StatIdentity;
  readonly bytes: Uint8Array;
}

async function readLower(
  parts: SessionParts,
  path: WorkspacePath,
): Promise<LowerBytes | undefined> {
  const file = await tryOpen(parts, path);
  return file === undefined ? undefined : await readAll(path, file);
}

async function tryOpen(parts: SessionParts, path: WorkspacePath): Promise<DiskFile | undefined> {
  try {
    return await parts.lower.open(path);
  } catch (error) {
    // Something else has taken its place, or that of a directory above: behind a link is another file.
    const isElsewhere = isStagedFsError(error, 'ERR_STAGED_PATH_ESCAPE');
    if (isElsewhere || isStagedFsError(error, 'ERR_STAGED_NOT_A_FILE')) return undefined;
    throw error;
  }
}

async function readAll(path: WorkspacePath, file: DiskFile): Promise<LowerBytes> {
  try {
    const { identity } = await file.stat();
    assertDiffable(path, identity.size);
    return { stat: identity, bytes: await file.read(0, identity.size) };
  } finally {
    await file.close();
  }
}

async function isImage(
  { ports }: SessionParts,
  lower: LowerBytes,
  image: Extract<PreImage, { kind: 'file' }>,
): Promise<boolean> {
  if (image.digest === undefined) return isSameStat(lower.stat, image.stat);
  const { bytes } = lower;
  if (bytes.length !== image.stat.size) return false;
  const isSmall = bytes.length <= LARGEST_INLINE_BYTES;
  return (isSmall ? digestOf(bytes) : await ports.hasher.hashBytes(bytes)) === image.digest;
}

// Two system calls less than from lower, where the way to the file must be checked too.
async function tryKnown(
  { bases }: SessionParts,
  { digest, stat }: Extract<PreImage, { kind: 'file' }>,
): Promise<Uint8Array | undefined> {
  if (digest === undefined || !bases.knows(digest)) return undefined;
  return await unlessLost(bases.read(digest, stat.size));
}

async function tryKept({ bases }: SessionParts, digest: Digest): Promise<Uint8Array | undefined> {
  return (await bases.has(digest)) ? await unlessLost(bases.readAll(digest)) : undefined;
}

// Damaged, or gone by another hand: lower may still have it.
async function unlessLost(reading: Promise<Uint8Array>): Promise<Uint8Array | undefined> {
  try {
    return await reading;
  } catch (error) {
    if (isStagedFsError(error, 'ERR_STAGED_BODY_MISSING')) return undefined;
    if (isStagedFsError(error, 'ERR_STAGED_BODY_CORRUPT')) return undefined;
    throw error;
  }
}

// Twice this, text and deflated, is what one patch section may hold in memory.
const LARGEST_DIFF_BYTES = 512 * 1024 * 1024;

/** Refuses a body too large to be compared in memory. */
export function assertDiffable(path: WorkspacePath, size: number): void {
  if (size <= LARGEST_DIFF_BYTES) return;
  throw new StagedFsError(
    'ERR_STAGED_TOO_LARGE',
    `\`${displayName(path)}\` is too large to diff: ${size} bytes, at most ${LARGEST_DIFF_BYTES}.`,
    {
      path: displayName(path),
      hint: 'Leave it out with `paths`, or use the `name-status` format.',
    },
  );
}
