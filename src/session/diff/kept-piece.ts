/**
 * What was printed of a path, to be printed again. A piece is kept under everything that determines
 * its bytes, and only when it was made from the recorded base: entries and bases name contents by
 * digest, so no change of session or workspace can make a kept piece wrong, only unused.
 */
import { fileModeOf } from '../../base/file-mode.ts';
import { provesSameBytes } from '../../base/stat-identity.ts';
import type { PrintStyle } from '../../diff/print/print-changes.ts';
import { lookAt } from '../../workspace/look.ts';
import type { SessionParts } from '../parts.ts';
import type { PendingFile } from './diff-files.ts';
import type { PreImage } from './pre-image.ts';
import { weightOf } from './section-cache.ts';

/** The piece that printing `file` anew would give, if it is kept. It stays the cache's: not to be changed. */
export async function keptPiece(
  parts: SessionParts,
  file: PendingFile,
  style: PrintStyle,
): Promise<Uint8Array | undefined> {
  const bytes = parts.sections.get(keyOf(file, style));
  if (bytes === undefined) return undefined;
  // Once the base's bytes are gone, a diff has to say so. Asked each time: they may go at any time.
  const isThere = isKnown(parts, file.before) || (await isInLower(parts, file));
  return isThere || (await isKept(parts, file.before)) ? bytes : undefined;
}

/** Keeps what was printed of `file` from its recorded base. */
export function keepPiece(
  parts: SessionParts,
  file: PendingFile,
  { style, piece }: { readonly style: PrintStyle; readonly piece: Uint8Array },
): void {
  const key = keyOf(file, style);
  // A piece may be a small part of the memory it lies in, which must not be kept for it.
  const isCompact = piece.buffer.byteLength <= 2 * piece.length;
  const bytes = isCompact ? piece : piece.slice();
  parts.sections.set(key, bytes, weightOf(key, bytes));
}

// No path, target or mode holds a NUL.
function keyOf({ path, before, after }: PendingFile, style: PrintStyle): string {
  const { form, objectFormat, context } = style;
  const post = after === undefined ? '' : `${after.fileMode} ${after.digest}`;
  return `${form} ${objectFormat} ${context}\0${path}\0${imageKey(before)}\0${post}`;
}

function imageKey(image: PreImage): string {
  if (image.kind === 'absent') return '';
  if (image.kind === 'symlink') return `120000 ${image.target}`;
  const { dev, ino, size, mtimeNs, ctimeNs } = image.stat;
  // A file of a deleted directory may be known by its identity alone.
  const content = image.digest ?? [dev, ino, size, mtimeNs, ctimeNs].join(' ');
  return `${fileModeOf(image.permissions)} ${content}`;
}

function isKnown({ bases }: SessionParts, image: PreImage): boolean {
  if (image.kind !== 'file') return true;
  return image.digest !== undefined && bases.knows(image.digest);
}

async function isKept({ bases }: SessionParts, image: PreImage): Promise<boolean> {
  if (image.kind !== 'file') return true;
  return image.digest !== undefined && (await bases.has(image.digest));
}

async function isInLower(parts: SessionParts, { path, before }: PendingFile): Promise<boolean> {
  if (before.kind !== 'file') return false;
  const stat = await lookAt(parts.workspace, path);
  return stat?.kind === 'file' && provesSameBytes(before.stat, stat.identity);
}
