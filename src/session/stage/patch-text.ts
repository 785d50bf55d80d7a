import { type Digest, EMPTY_DIGEST, labelOf } from '../../base/digest.ts';
import { isStagedFsError, StagedFsError } from '../../base/errors.ts';
import { displayName } from '../../base/name.ts';
import { isText } from '../../base/text-pieces.ts';
import type { WorkspacePath } from '../../base/workspace-path.ts';
import type { DiskStat } from '../../disk/disk.ts';
import { inTurns } from '../../disk/in-turns.ts';
import { closeContent, notAFile, openContent, readContent } from '../../overlay/content.ts';
import { lookUp } from '../../overlay/view.ts';
import type { HashedFile } from '../../workspace/observe.ts';
import type { PatchTextOptions, PatchTextResult, WriteResult } from '../api/types.ts';
import type { SessionParts } from '../parts.ts';
import type { Held } from '../state/held.ts';
import { contentOfBytes, writeNow } from './immediate.ts';
import { bodyOfBytes, discardOnFailure } from './incoming.ts';
import { stageWrite } from './stage-write.ts';

/** One compare-and-swap of a text file. */
export interface PatchRequest {
  readonly path: string;
  /** The whole text to be, as UTF-8. */
  readonly bytes: Uint8Array;
  readonly options: PatchTextOptions;
  readonly snapshotId: string | null;
  /** The file there, hashed before the lock was taken. */
  readonly known?: HashedFile | 'defer' | undefined;
}

/** A swap whose text is not yet bytes. */
export type PatchIntent = Omit<PatchRequest, 'bytes' | 'known'>;

/** Swaps text in the overlay. */
export async function stagePatch(
  parts: SessionParts,
  held: Held,
  request: PatchRequest,
): Promise<PatchTextResult> {
  return await swap(parts, request, async () => {
    const body = await bodyOfBytes(parts, request.path, request.bytes);
    const { path, options, snapshotId, known } = request;
    const op = 'safe_text_patch';
    const write = { op, path, body, options, snapshotId, known } as const;
    return await discardOnFailure(body, () => stageWrite(parts, held, write));
  });
}

// Each try loses to another writer only when that one made progress.
const MOST_TRIES = 16;

/**
 * Swaps text in the workspace. What the write replaces is checked as it comes out, so a writer
 * that comes between leads to another look, not to a loss.
 */
export async function patchNow(
  parts: SessionParts,
  request: PatchRequest,
): Promise<PatchTextResult> {
  const content = contentOfBytes(parts, request.bytes);
  for (let tries = 1; ; tries += 1) {
    try {
      return await swap(parts, request, ({ stat }) =>
        writeNow(
          parts,
          { path: request.path, options: request.options, seen: stat ?? null },
          content,
        ),
      );
    } catch (error) {
      if (!isStagedFsError(error, 'ERR_STAGED_CONFLICT') || tries === MOST_TRIES) throw error;
    }
  }
}

interface Current {
  /** Undefined when nothing is there: an absent file counts as empty, but is not a no-op. */
  readonly digest: Digest | undefined;
  /** Of the file of lower whose bytes were read. */
  readonly stat: DiskStat | undefined;
}

// The reference's order of decisions: stale base, then no-op, then whether the write may happen.
async function swap(
  parts: SessionParts,
  request: PatchRequest,
  write: (current: Current) => Promise<WriteResult>,
): Promise<PatchTextResult> {
  const path = await parts.gate.followForChange(request.path);
  const current = await readCurrent(parts, path);
  const after = await parts.ports.hasher.hashBytes(request.bytes);
  const expectedHash = request.options.expectedHash ?? null;
  const currentHash = labelOf(current.digest ?? EMPTY_DIGEST);
  const hashes = { currentHash, afterHash: labelOf(after), expectedHash };
  const nothing = { path, ...hashes, created: false, bytesWritten: 0 };
  if (expectedHash !== null && expectedHash !== currentHash) {
    return { ...nothing, result: 'stale_base' };
  }
  if (current.digest === after) return { ...nothing, result: 'no_op' };
  const { created, bytesWritten } = await write(current);
  return { path, ...hashes, result: 'applied', created, bytesWritten };
}

async function readCurrent(parts: SessionParts, path: WorkspacePath): Promise<Current> {
  const node = await lookUp(parts.layers, path);
  if (node.kind === 'absent') return { digest: undefined, stat: undefined };
  if (node.kind === 'directory') throw notAFile(path, 'a directory');
  const content = await openContent(parts.layers, { path, node });
  try {
    const stat = content.layer === 'lower' ? await content.file.stat() : undefined;
    const bytes = await readContent(parts.bodies, content, { offset: 0, length: content.size });
    if (!(await inTurns(isText(bytes)))) throw notText(path);
    return { digest: await parts.ports.hasher.hashBytes(bytes), stat };
  } finally {
    await closeContent(content);
  }
}

/** The error for bytes that a text edit would destroy. */
export function notText(path: string): StagedFsError {
  const shown = displayName(path);
  return new StagedFsError('ERR_STAGED_NOT_TEXT', `\`${shown}\` is not valid UTF-8.`, {
    path: shown,
    hint: 'Read and write it as bytes.',
  });
}
