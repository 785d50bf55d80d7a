/**
 * Diffs beside commits. A diff holds no lock: a commit or discard may take away what was listed, or
 * change a base that is not kept, before it is read. Then the list is out of date, and made anew.
 */
import { isStagedFsError } from '../../base/errors.ts';
import { joined } from '../../base/text-pieces.ts';
import { inTurns } from '../../disk/in-turns.ts';
import { Turn } from '../../disk/turn.ts';
import { throwIfAborted } from '../../store/abortable.ts';
import type { DiffOptions } from '../api/patch-types.ts';
import { isCommitUnfinished } from '../commit/commit-directory.ts';
import type { SessionParts } from '../parts.ts';
import { readingPartsOf } from '../parts-of.ts';
import { diffPieces, type Printing, pieceOf, printingOf } from './diff.ts';
import { type PendingFile, pendingFiles } from './diff-files.ts';

/** A diff of one state of the session, in one. */
export async function wholeDiff(parts: SessionParts, options: DiffOptions): Promise<Uint8Array> {
  return await inTurns(joined(await wholePieces(parts, options)));
}

/**
 * A diff in pieces. A patch without renames has its first pieces out before the last are made: there,
 * each path is printed as it is when its turn comes, and not at all when it is committed by then.
 */
export async function* streamedDiff(
  parts: SessionParts,
  options: DiffOptions,
): AsyncGenerator<Uint8Array> {
  const { format = 'patch', renames = false } = options;
  const isWhole = format !== 'patch' || renames;
  const pieces = isWhole ? await wholePieces(parts, options) : pathPieces(parts, options);
  // Pieces may be kept to be printed again: a caller that changes one must not spoil the next.
  for await (const piece of pieces) yield await inTurns(joined([piece]));
}

async function wholePieces(
  parts: SessionParts,
  options: DiffOptions,
): Promise<readonly Uint8Array[]> {
  const { nextSeq } = parts.state;
  return await untilStill({ parts, options, nextSeq }, async (watched) => {
    const pieces: Uint8Array[] = [];
    for await (const piece of diffPieces(readingPartsOf(parts), watched)) pieces.push(piece);
    return pieces;
  });
}

async function* pathPieces(parts: SessionParts, options: DiffOptions): AsyncGenerator<Uint8Array> {
  const turn = new Turn();
  const { nextSeq } = parts.state;
  const printing = await printingOf(readingPartsOf(parts), options);
  for (const file of await pendingFiles(printing.parts, options)) {
    throwIfAborted(options.signal);
    const piece = await pathPiece({ parts, options, nextSeq }, printing, file);
    if (piece.length > 0) yield piece;
    if (turn.isOver()) await turn.next();
  }
}

async function pathPiece(
  listing: Listing,
  printing: Printing,
  listed: PendingFile,
): Promise<Uint8Array> {
  return await untilStill(listing, async (options, tries) => {
    const isCurrent = listing.parts.state.nextSeq === listing.nextSeq;
    if (tries === 1 || isCurrent) return await pieceOf({ ...printing, options }, listed);
    const parts = readingPartsOf(listing.parts);
    const now = (await pendingFiles(parts, options)).find(({ path }) => path === listed.path);
    return now === undefined ? NOTHING : await pieceOf({ ...printing, parts, options }, now);
  });
}

const NOTHING = new Uint8Array();
/** Each try is lost to a change only when that was made meanwhile. */
const MOST_TRIES = 8;

/** What is pending, listed when the session's next record was to be `nextSeq`. */
interface Listing {
  readonly parts: SessionParts;
  readonly options: DiffOptions;
  readonly nextSeq: number;
}

// Tells of lost bases only what stays true: what a commit took out and put back leaves no other trace.
async function untilStill<T>(
  { parts, options, nextSeq }: Listing,
  work: (watched: DiffOptions, tries: number) => Promise<T>,
): Promise<T> {
  for (let tries = 1, since = nextSeq; ; tries += 1, since = parts.state.nextSeq) {
    const lost: string[] = [];
    const isLate = async (): Promise<boolean> =>
      tries < MOST_TRIES && ((await hasMoved({ parts, options, nextSeq: since })) || tries === 1);
    try {
      const result = await work({ ...options, onWarning: (path) => void lost.push(path) }, tries);
      if (lost.length > 0 && (await isLate())) continue;
      for (const path of lost) options.onWarning?.(path);
      return result;
    } catch (error) {
      if (!isStagedFsError(error, 'ERR_STAGED_BODY_MISSING') || !(await isLate())) throw error;
    }
  }
}

// A commit changes the workspace before it says so: what it takes out meanwhile is neither pending nor
// committed, and only here a reader waits for it.
async function hasMoved({ parts, options, nextSeq }: Listing): Promise<boolean> {
  const { state } = parts;
  await state.refresh();
  if (state.nextSeq !== nextSeq) return true;
  if (await isCommitUnfinished(parts)) await waitForHolder(parts, options);
  // Also where none is unfinished: it may have ended between the two looks.
  await state.refresh();
  return state.nextSeq !== nextSeq;
}

async function waitForHolder(parts: SessionParts, { signal }: DiffOptions): Promise<void> {
  const { locks } = parts.state;
  await locks.prepare();
  const lock = locks.maker.lockAt(parts.directory.lock);
  try {
    const { lockTimeoutMs: timeoutMs } = parts.ports.settings;
    (await lock.acquire({ timeoutMs, ...(signal && { signal }) })).release();
  } catch (error) {
    // Then what is there now has to do.
    if (!isStagedFsError(error, 'ERR_STAGED_BUSY')) throw error;
  } finally {
    lock.close();
  }
}
