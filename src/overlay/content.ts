import type { Digest } from '../base/digest.ts';
import type { StatIdentity, WriteEntry } from '../base/entry.ts';
import { StagedFsError } from '../base/errors.ts';
import { displayPath, type WorkspacePath } from '../base/workspace-path.ts';
import { closeOnFailure } from '../disk/close-on-failure.ts';
import type { DiskFile } from '../disk/disk.ts';
import type { BodyStore } from '../store/body-store.ts';
import { notFound } from './list.ts';
import type { Found, Layers } from './view.ts';

/** Where the bytes of a file of the view are; a lower file is open and must be closed. */
export type Content =
  | { readonly layer: 'upper'; readonly digest: Digest; readonly size: number }
  | {
      readonly layer: 'lower';
      readonly file: DiskFile;
      readonly size: number;
      /** As it was opened. */
      readonly identity: StatIdentity;
    };

/**
 * Finds the bytes of the file at `path`.
 * @throws ERR_STAGED_NOT_FOUND, ERR_STAGED_NOT_A_FILE for a directory, a link, a FIFO and the like
 */
export async function openContent(layers: Layers, found: Found): Promise<Content> {
  const { path, node } = found;
  if (node.kind === 'absent') throw notFound(path);
  if (node.kind === 'directory') throw notAFile(path, 'a directory');
  if (node.kind === 'staged') return stagedContent(path, node.entry);
  if (node.stat.kind !== 'file') throw notAFile(path, `not a regular file`);
  const file = await layers.lower.open(path);
  if (file === undefined) throw notFound(path);
  const { size, identity } = await closeOnFailure(file, async () => await file.stat());
  return { layer: 'lower', file, size, identity };
}

/** Reads `length` bytes of `content` from `offset`; fewer only at its end. */
export async function readContent(
  bodies: BodyStore,
  content: Content,
  range: { readonly offset: number; readonly length: number },
): Promise<Uint8Array> {
  if (content.layer === 'lower') return await content.file.read(range.offset, range.length);
  return await bodies.readRange(content.digest, content.size, range);
}

/** Closes what `openContent` opened. */
export async function closeContent(content: Content): Promise<void> {
  if (content.layer === 'lower') await content.file.close();
}

/** The error for a path that is not a regular file. */
export function notAFile(path: WorkspacePath, what: string): StagedFsError {
  const shown = displayPath(path);
  return new StagedFsError('ERR_STAGED_NOT_A_FILE', `\`${shown}\` is ${what}.`, {
    path: shown,
    found: what,
    hint: 'Only regular files have content.',
  });
}

function stagedContent(path: WorkspacePath, entry: WriteEntry): Content {
  if (entry.fileMode === '120000') throw notAFile(path, 'a symbolic link');
  return { layer: 'upper', digest: entry.digest, size: entry.size };
}
