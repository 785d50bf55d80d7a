import { isStagedFsError, type StagedFsError } from '../../base/errors.ts';
import { joined } from '../../base/text-pieces.ts';
import { inTurns } from '../../disk/in-turns.ts';
import type { DiffOptions } from '../api/patch-types.ts';
import type { SessionParts } from '../parts.ts';
import { diffPieces } from './diff.ts';

/** Each try is lost to a change only when that was made meanwhile. */
const MOST_TRIES = 16;

/**
 * A diff of one state of the session, in one. It holds no lock: a commit or discard may take away what
 * was listed, or change a base that is not kept. Then the list is out of date, and all is done anew.
 */
export async function wholeDiff(parts: SessionParts, options: DiffOptions): Promise<Uint8Array> {
  return await inTurns(joined(await wholePieces(parts, options)));
}

async function wholePieces(
  parts: SessionParts,
  options: DiffOptions,
): Promise<readonly Uint8Array[]> {
  for (let tries = 1; ; tries += 1) {
    const { nextSeq } = parts.state;
    const { pieces, lost, error } = await attempt(parts, options);
    const isDoubtful = error !== undefined || lost.length > 0;
    if (isDoubtful && tries < MOST_TRIES && (await hasMoved(parts, nextSeq))) continue;
    if (error !== undefined) throw error;
    for (const path of lost) options.onWarning?.(path);
    return pieces;
  }
}

/**
 * A diff in pieces. A patch without renames has its first pieces out before the last are made: there,
 * each path is printed as it is at its piece, and what was committed by then is left out.
 */
export async function* streamedDiff(
  parts: SessionParts,
  options: DiffOptions,
): AsyncGenerator<Uint8Array> {
  const { format = 'patch', renames = false } = options;
  const isLive = format === 'patch' && !renames;
  const pieces = isLive
    ? diffPieces(parts, { ...options, isLive })
    : await wholePieces(parts, options);
  // Pieces may be kept to be printed again: a caller that changes one must not spoil the next.
  for await (const piece of pieces) yield await inTurns(joined([piece]));
}

interface Attempt {
  readonly pieces: readonly Uint8Array[];
  /** Paths whose base could not be had. */
  readonly lost: readonly string[];
  /** A body is gone. */
  readonly error?: StagedFsError;
}

async function attempt(parts: SessionParts, options: DiffOptions): Promise<Attempt> {
  const pieces: Uint8Array[] = [];
  const lost: string[] = [];
  const onWarning = (path: string): void => void lost.push(path);
  try {
    for await (const piece of diffPieces(parts, { ...options, onWarning })) pieces.push(piece);
    return { pieces, lost };
  } catch (error) {
    if (!isStagedFsError(error, 'ERR_STAGED_BODY_MISSING')) throw error;
    return { pieces, lost, error };
  }
}

async function hasMoved({ state }: SessionParts, nextSeq: number): Promise<boolean> {
  await state.refresh();
  return state.nextSeq !== nextSeq;
}
