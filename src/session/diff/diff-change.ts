import { type Digest, EMPTY_DIGEST } from '../../base/digest.ts';
import type { WriteEntry } from '../../base/entry.ts';
import { type FileMode, fileModeOf } from '../../base/file-mode.ts';
import { encodeName } from '../../base/name.ts';
import type { WorkspacePath } from '../../base/workspace-path.ts';
import type { ObjectFormat } from '../../diff/blob-oid.ts';
import type { RawChange, RawSide } from '../../diff/print/print-changes.ts';
import type { DiffOptions } from '../api/patch-types.ts';
import type { SessionParts } from '../parts.ts';
import type { PendingFile } from './diff-files.ts';
import { assertDiffable } from './diffable.ts';
import { type ReadImage, readPreImage } from './pre-image.ts';

/** The contents of one path. */
export interface ReadChange {
  readonly change: RawChange;
  /** False when lower as it is now stood in for the recorded base. */
  readonly isRecorded: boolean;
}

/** How a path is to be read. */
export interface ChangeOptions extends DiffOptions {
  readonly objectFormat: ObjectFormat;
}

/** Reads both sides of a path. @throws ERR_STAGED_TOO_LARGE */
export async function readChange(
  parts: SessionParts,
  { path, before: image, after: entry }: PendingFile,
  { onWarning, signal, objectFormat }: ChangeOptions,
): Promise<ReadChange> {
  const request = { path, image, warn: onWarning };
  const { image: before, isRecorded } = await readPreImage(parts, request);
  const after = entry && (await readPostImage(parts, { path, entry, signal }));
  const change = {
    path: encodeName(path),
    ...(before && { before: sideOf(parts, before, objectFormat) }),
    ...(after && { after: sideOf(parts, after, objectFormat) }),
  };
  return { change, isRecorded };
}

function sideOf(
  { blobOids }: SessionParts,
  { mode, bytes, digest }: ReadImage,
  format: ObjectFormat,
): RawSide {
  const oid = digest && blobOids.get(digest, format);
  return oid === undefined ? { mode, bytes } : { mode, bytes, oid };
}

interface PostImage {
  readonly path: WorkspacePath;
  readonly entry: WriteEntry;
  readonly signal: AbortSignal | undefined;
}

async function readPostImage(
  parts: SessionParts,
  { path, entry, signal }: PostImage,
): Promise<ReadImage> {
  assertDiffable(path, entry.size);
  const options = signal === undefined ? {} : { signal };
  const bytes = await parts.bodies.read(entry.digest, entry.size, options);
  return { mode: entry.fileMode, bytes, digest: entry.digest };
}

/** What stands for a file too large to be compared, so that the others can still be listed. */
export function oversizedChange({ path, before, after }: PendingFile): RawChange {
  const image = before.kind === 'file' ? before : undefined;
  return {
    path: encodeName(path),
    ...(image && { before: standIn(fileModeOf(image.permissions), image.stat.size, image.digest) }),
    ...(after && { after: standIn(after.fileMode, after.size, after.digest) }),
  };
}

// As many zero bytes, which are binary to git: only their first 8,000 are ever looked at, and memory
// that is not touched is not taken.
function standIn(mode: FileMode, size: number, digest: Digest = EMPTY_DIGEST): RawSide {
  return { mode, oid: digest.slice(0, 40), bytes: new Uint8Array(Math.min(size, LARGEST_ARRAY)) };
}

const LARGEST_ARRAY = 2 ** 32 - 1;
