import { isStagedFsError } from '../base/errors.ts';
import { fileModeOf } from '../base/file-mode.ts';
import { encodeName } from '../base/name.ts';
import { objectFormatOf, objectsDirectoryOf } from '../git/object-format.ts';
import type { ShadowFile, ShadowPlace, ShadowSide } from '../git/shadow-place.ts';
import { syncRepository } from '../git/shadow-repository.ts';
import { throwIfAborted } from '../store/abortable.ts';
import { type PendingFile, pendingFiles } from './diff-files.ts';
import type { SessionParts } from './parts.ts';
import type { ShadowOptions, ShadowResult } from './patch-types.ts';
import { assertDiffable, readPreImage } from './pre-image.ts';

/**
 * Makes the shadow repository equal to what is pending (rule S1). Under a lock of its own: staging
 * goes on meanwhile, in other processes too.
 */
export async function syncShadow(
  parts: SessionParts,
  options: ShadowOptions,
): Promise<ShadowResult> {
  const { locks } = parts.state;
  await locks.prepare();
  const lock = locks.maker.lockAt(parts.directory.shadowLock);
  try {
    const { lockTimeoutMs: timeoutMs } = parts.ports.settings;
    const { signal } = options;
    const held = await lock.acquire({ timeoutMs, ...(signal && { signal }) });
    try {
      return await syncToNow(parts, options);
    } finally {
      held.release();
    }
  } finally {
    lock.close();
  }
}

async function syncToNow(parts: SessionParts, options: ShadowOptions): Promise<ShadowResult> {
  const gitDir = parts.directory.shadow;
  const place = await placeOf(parts, gitDir);
  let damage: string | undefined;
  await retried(parts, async () => {
    damage = (await syncRepository(place, await shadowFiles(parts, options))) ?? damage;
  });
  if (damage !== undefined) {
    options.onWarning?.(`The shadow repository was damaged and is made anew: ${damage}.`);
  }
  return { gitDir };
}

async function placeOf(parts: SessionParts, gitDir: string): Promise<ShadowPlace> {
  const { disk } = parts.ports;
  const { root } = parts.lower;
  const format = await objectFormatOf(disk, root);
  return { disk, gitDir, format, alternates: await objectsDirectoryOf(disk, root) };
}

// Without the session's lock a commit may take a body away after it was listed: then the list is
// out of date, and so is a list that was made while entries changed.
async function retried(parts: SessionParts, work: () => Promise<void>): Promise<void> {
  for (;;) {
    await parts.state.refresh();
    const { nextSeq } = parts.state;
    try {
      await work();
      if (parts.state.nextSeq === nextSeq) return;
    } catch (error) {
      await parts.state.refresh();
      const isLate = isStagedFsError(error, 'ERR_STAGED_BODY_MISSING');
      if (!isLate || parts.state.nextSeq === nextSeq) throw error;
    }
  }
}

async function shadowFiles(parts: SessionParts, options: ShadowOptions): Promise<ShadowFile[]> {
  const files: ShadowFile[] = [];
  for (const file of await pendingFiles(parts, {})) {
    files.push({
      path: encodeName(file.path),
      before: await beforeSide(parts, file, options),
      after: afterSide(parts, file, options),
    });
  }
  return files;
}

async function beforeSide(
  parts: SessionParts,
  { path, before: image }: PendingFile,
  { signal }: ShadowOptions,
): Promise<ShadowSide | undefined> {
  if (image.kind === 'absent') return undefined;
  const isFile = image.kind === 'file';
  // Of bytes that are kept it is sure that a diff shows them; else it may be lower as it is now.
  const isKept = isFile && image.digest !== undefined && (await parts.bases.has(image.digest));
  return {
    mode: isFile ? fileModeOf(image.permissions) : '120000',
    digest: isKept ? image.digest : undefined,
    async read() {
      throwIfAborted(signal);
      return (await readPreImage(parts, { path, image, warn: undefined })).image?.bytes;
    },
  };
}

function afterSide(
  parts: SessionParts,
  { path, after }: PendingFile,
  { signal }: ShadowOptions,
): ShadowSide | undefined {
  if (after === undefined) return undefined;
  const { fileMode: mode, digest, size } = after;
  return {
    mode,
    digest,
    async read() {
      assertDiffable(path, size);
      return await parts.bodies.read(digest, size, signal && { signal });
    },
  };
}
