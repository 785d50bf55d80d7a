import { encodeName } from '../../base/name.ts';
import type { ObjectFormat } from '../../diff/blob-oid.ts';
import { Turn } from '../../disk/turn.ts';
import { objectFormatOf, objectsDirectoryOf } from '../../git/object-format.ts';
import type {
  LargeContent,
  ShadowFile,
  ShadowPlace,
  ShadowSide,
  WholeContent,
} from '../../git/shadow-place.ts';
import { syncRepository } from '../../git/shadow-repository.ts';
import { throwIfAborted } from '../../store/abortable.ts';
import type { ShadowOptions, ShadowResult } from '../api/patch-types.ts';
import type { SessionParts } from '../parts.ts';
import { readingPartsOf } from '../parts-of.ts';
import { isOutdated } from '../read/read-whole.ts';
import { type PendingFile, pendingFiles } from './diff-files.ts';
import { contentOfBody, contentOfPreImage, MOST_WHOLE_BYTES } from './large-content.ts';
import { findPreImage, modeOf, type WantedPreImage } from './pre-image.ts';

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
    const files = await shadowFiles(readingPartsOf(parts), { ...options, format: place.format });
    damage = (await syncRepository(place, files)) ?? damage;
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
      if (!(await isOutdated(parts, nextSeq, error))) throw error;
    }
  }
}

interface SideOptions extends ShadowOptions {
  readonly format: ObjectFormat;
}

async function shadowFiles(parts: SessionParts, options: SideOptions): Promise<ShadowFile[]> {
  const files: ShadowFile[] = [];
  const turn = new Turn();
  for (const file of await pendingFiles(parts, {})) {
    if (turn.isOver()) await turn.next();
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
  { signal, format }: SideOptions,
): Promise<ShadowSide | undefined> {
  if (image.kind === 'absent') return undefined;
  const digest = image.kind === 'file' ? image.digest : undefined;
  // Of bytes that are kept it is sure that a diff shows them; else it may be lower as it is now.
  const isKept = digest !== undefined && (await parts.bases.has(digest));
  return {
    mode: modeOf(image),
    digest: isKept ? digest : undefined,
    async read() {
      throwIfAborted(signal);
      const wanted = { path, image, mostBytes: MOST_WHOLE_BYTES, signal };
      return await contentBefore(parts, wanted, format);
    },
  };
}

async function contentBefore(
  parts: SessionParts,
  wanted: WantedPreImage,
  format: ObjectFormat,
): Promise<WholeContent | LargeContent | undefined> {
  const { content, isRecorded } = await findPreImage(parts, wanted);
  if (content === undefined) return undefined;
  const digest = isRecorded && wanted.image.kind === 'file' ? wanted.image.digest : undefined;
  if ('bytes' in content) return named(parts, { ...content, digest }, format);
  const { path, signal } = wanted;
  return await contentOfPreImage(parts, { path, file: content.large, digest, signal });
}

function afterSide(
  parts: SessionParts,
  { after }: PendingFile,
  { signal, format }: SideOptions,
): ShadowSide | undefined {
  if (after === undefined) return undefined;
  const { fileMode: mode, digest, size } = after;
  return {
    mode,
    digest,
    async read() {
      throwIfAborted(signal);
      if (size > MOST_WHOLE_BYTES) return contentOfBody(parts.bodies, after, signal);
      const bytes = await parts.bodies.read(digest, size, signal && { signal });
      return named(parts, { bytes, digest }, format);
    },
  };
}

function named(
  { blobOids }: SessionParts,
  content: WholeContent,
  format: ObjectFormat,
): WholeContent {
  return { ...content, oid: content.digest && blobOids.get(content.digest, format) };
}
