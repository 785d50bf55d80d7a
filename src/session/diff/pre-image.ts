import { type Digest, digestOf } from '../../base/digest.ts';
import type { StatIdentity } from '../../base/entry.ts';
import { isStagedFsError, type StagedFsError } from '../../base/errors.ts';
import { type FileMode, fileModeOf } from '../../base/file-mode.ts';
import { displayName, encodeName } from '../../base/name.ts';
import { isSameStat, provesSameBytes } from '../../base/stat-identity.ts';
import type { WorkspacePath } from '../../base/workspace-path.ts';
import type { DiskFile } from '../../disk/disk.ts';
import { hashLarge, LARGEST_INLINE_BYTES } from '../../workspace/observe.ts';
import type { SessionParts } from '../parts.ts';
import { assertDiffable, LARGEST_DIFF_BYTES, tooLargeToDiff } from './diffable.ts';

/** A file that was there before its path was staged. */
export interface FileImage {
  readonly kind: 'file';
  readonly permissions: number;
  readonly stat: StatIdentity;
  readonly digest?: Digest;
}

/** What a path was before it was staged. */
export type PreImage =
  | { readonly kind: 'absent' }
  | FileImage
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
 * Reads a pre-image whole. When lower as it is now stands in, `warn` names the path.
 * @throws ERR_STAGED_TOO_LARGE
 */
export async function readPreImage(
  parts: SessionParts,
  { path, image, warn }: PreImageRequest,
): Promise<ReadPreImage> {
  if (image.kind === 'file') assertDiffable(path, image.stat.size);
  const wanted = { path, image, mostBytes: LARGEST_DIFF_BYTES };
  const { content, isRecorded } = await findPreImage(parts, wanted);
  if (content !== undefined && 'large' in content) throw tooLargeToDiff(path, content.large.size);
  if (!isRecorded) warn?.(displayName(path));
  const digest = isRecorded && image.kind === 'file' ? image.digest : undefined;
  return { image: content && { mode: modeOf(image), bytes: content.bytes, digest }, isRecorded };
}

/** The mode of a pre-image that is not absent. */
export function modeOf(image: PreImage): FileMode {
  return image.kind === 'file' ? fileModeOf(image.permissions) : '120000';
}

/** A pre-image to be found. */
export interface WantedPreImage {
  readonly path: WorkspacePath;
  readonly image: PreImage;
  /** A file with more bytes is not read, only found. */
  readonly mostBytes: number;
  /** Ends the hashing of such a file. */
  readonly signal?: AbortSignal | undefined;
}

/** Where a file is that has too many bytes to be read at once. */
export type LargeFile =
  | { readonly layer: 'bases'; readonly size: number; readonly digest: Digest }
  | { readonly layer: 'lower'; readonly size: number; readonly stat: StatIdentity };

/** The bytes of a file, or where they are. */
export type FoundBytes = { readonly bytes: Uint8Array } | { readonly large: LargeFile };

/** A pre-image that was found, or none when nothing was there. */
export interface FoundPreImage {
  readonly content: FoundBytes | undefined;
  /** False when lower as it is now stands in. */
  readonly isRecorded: boolean;
}

/**
 * Finds a pre-image: in the kept bases when it is known to be there, else in lower while that still
 * has it, else in the bases after all. When it was not kept, lower as it is now stands in.
 */
export async function findPreImage(
  parts: SessionParts,
  wanted: WantedPreImage,
): Promise<FoundPreImage> {
  const { image } = wanted;
  if (image.kind === 'absent') return recorded(undefined);
  if (image.kind === 'symlink') return recorded({ bytes: encodeName(image.target) });
  const file = { ...wanted, image };
  const known = await tryKnown(parts, file);
  if (known !== undefined) return recorded(known);
  const lower = await orError(readLower(parts, file));
  if (isFile(lower) && (await isImage(parts, lower, file))) return recorded(lower.content);
  const kept = await tryKept(parts, file);
  if (kept !== undefined) return recorded(kept);
  if (isStagedFsError(lower)) throw lower;
  return { content: lower?.content, isRecorded: false };
}

function recorded(content: FoundBytes | undefined): FoundPreImage {
  return { content, isRecorded: true };
}

interface WantedFile extends WantedPreImage {
  readonly image: FileImage;
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

function isFile(lower: LowerFile | StagedFsError | undefined): lower is LowerFile {
  return lower !== undefined && !isStagedFsError(lower);
}

interface LowerFile {
  readonly stat: StatIdentity;
  readonly content: FoundBytes;
}

async function readLower(
  parts: SessionParts,
  { path, mostBytes }: WantedFile,
): Promise<LowerFile | undefined> {
  const file = await openLower(parts, path);
  if (file === undefined) return undefined;
  try {
    const { size, identity: stat } = await file.stat();
    if (size > mostBytes) return { stat, content: { large: { layer: 'lower', size, stat } } };
    return { stat, content: { bytes: await file.read(0, size) } };
  } finally {
    await file.close();
  }
}

/** Opens the file that lower has at `path`; undefined when there is none. The caller closes it. */
export async function openLower(
  parts: SessionParts,
  path: WorkspacePath,
): Promise<DiskFile | undefined> {
  try {
    return await parts.lower.open(path);
  } catch (error) {
    // Something else has taken its place, or that of a directory above: behind a link is another file.
    const isElsewhere = isStagedFsError(error, 'ERR_STAGED_PATH_ESCAPE');
    if (isElsewhere || isStagedFsError(error, 'ERR_STAGED_NOT_A_FILE')) return undefined;
    throw error;
  }
}

async function isImage(
  parts: SessionParts,
  { stat, content }: LowerFile,
  wanted: WantedFile,
): Promise<boolean> {
  const { image } = wanted;
  if (image.digest === undefined) return isSameStat(stat, image.stat);
  if ('large' in content) return await isLargeImage(parts, stat, wanted);
  const { bytes } = content;
  if (bytes.length !== image.stat.size) return false;
  const isSmall = bytes.length <= LARGEST_INLINE_BYTES;
  const { hasher } = parts.ports;
  return (isSmall ? digestOf(bytes) : await hasher.hashBytes(bytes)) === image.digest;
}

// Believed by its stat where a commit believes it too: hashing a gigabyte takes a second.
async function isLargeImage(
  parts: SessionParts,
  stat: StatIdentity,
  wanted: WantedFile,
): Promise<boolean> {
  const { image } = wanted;
  if (provesSameBytes(image.stat, stat)) return true;
  return stat.size === image.stat.size && (await tryHashLower(parts, wanted)) === image.digest;
}

/** The digest of lower as it is now, hashed in the pool; undefined when it can't be had. */
export async function tryHashLower(
  { observer }: SessionParts,
  { path, signal }: Pick<WantedPreImage, 'path' | 'signal'>,
): Promise<Digest | undefined> {
  const hashed = await orError(hashLarge(observer, path, signal));
  return isStagedFsError(hashed) ? undefined : hashed?.digest;
}

// Two system calls less than from lower, where the way to the file must be checked too.
async function tryKnown(
  { bases }: SessionParts,
  { image: { digest, stat }, mostBytes }: WantedFile,
): Promise<FoundBytes | undefined> {
  if (digest === undefined || stat.size > mostBytes || !bases.knows(digest)) return undefined;
  return await unlessLost(async () => ({ bytes: await bases.read(digest, stat.size) }));
}

async function tryKept(
  { bases }: SessionParts,
  { image: { digest, stat }, mostBytes, signal }: WantedFile,
): Promise<FoundBytes | undefined> {
  if (digest === undefined || !(await bases.has(digest))) return undefined;
  return await unlessLost(async () => {
    const { size } = stat;
    if (size <= mostBytes) return { bytes: await bases.readAll(digest) };
    await bases.assertWhole(digest, size, signal && { signal });
    return { large: { layer: 'bases', size, digest } };
  });
}

// Damaged, or gone by another hand: lower may still have it.
async function unlessLost(read: () => Promise<FoundBytes>): Promise<FoundBytes | undefined> {
  try {
    return await read();
  } catch (error) {
    if (isStagedFsError(error, 'ERR_STAGED_BODY_MISSING')) return undefined;
    if (isStagedFsError(error, 'ERR_STAGED_BODY_CORRUPT')) return undefined;
    throw error;
  }
}
