import { type Digest, digestOf } from '../base/digest.ts';
import type { StatIdentity } from '../base/entry.ts';
import { StagedFsError } from '../base/errors.ts';
import { type FileMode, fileModeOf } from '../base/file-mode.ts';
import { displayName, encodeName } from '../base/name.ts';
import { isSameStat } from '../base/stat-identity.ts';
import type { WorkspacePath } from '../base/workspace-path.ts';
import type { DiskFile } from '../disk/disk.ts';
import { lookAt } from '../workspace/look.ts';
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

/** Bytes with git's mode. */
export interface ReadImage {
  readonly mode: FileMode;
  readonly bytes: Uint8Array;
}

/**
 * Reads a pre-image: from lower while that still has it, else from the kept bases. When it was
 * not kept, lower as it is now stands in, and `warn` names the path.
 */
export async function readPreImage(
  parts: SessionParts,
  request: PreImageRequest,
): Promise<ReadImage | undefined> {
  const { image } = request;
  if (image.kind === 'absent') return undefined;
  if (image.kind === 'symlink') return { mode: '120000', bytes: encodeName(image.target) };
  const mode = fileModeOf(image.permissions);
  assertDiffable(request.path, image.stat.size);
  const lower = await readLower(parts, request.path);
  if (lower !== undefined && isImage(lower, image)) return { mode, bytes: lower.bytes };
  const kept = image.digest === undefined ? undefined : await tryKept(parts, image.digest);
  if (kept !== undefined) return { mode, bytes: kept };
  request.warn?.(displayName(request.path));
  return lower === undefined ? undefined : { mode, bytes: lower.bytes };
}

interface LowerBytes {
  readonly stat: StatIdentity;
  readonly bytes: Uint8Array;
}

async function readLower(
  parts: SessionParts,
  path: WorkspacePath,
): Promise<LowerBytes | undefined> {
  // Behind a link that took a directory's place is another file.
  const stat = await lookAt(parts.workspace, path);
  if (stat?.kind !== 'file') return undefined;
  const file = await parts.lower.open(path);
  return file === undefined ? undefined : await readAll(path, file);
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

function isImage(lower: LowerBytes, image: Extract<PreImage, { kind: 'file' }>): boolean {
  if (image.digest === undefined) return isSameStat(lower.stat, image.stat);
  return lower.bytes.length === image.stat.size && digestOf(lower.bytes) === image.digest;
}

async function tryKept(parts: SessionParts, digest: Digest): Promise<Uint8Array | undefined> {
  return (await parts.bases.has(digest)) ? await parts.bases.readAll(digest) : undefined;
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
