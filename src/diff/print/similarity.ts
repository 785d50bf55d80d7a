/**
 * How alike two files are, as git measures it for renames: both are cut into lines, and lines into
 * pieces of 64 bytes; the bytes of the pieces both have, against the size of the larger file.
 */
import { isBinary } from '../binary/binary.ts';

/** The pieces of one file. */
export interface FilePieces {
  readonly size: number;
  /** Hashes of the pieces, ascending, each once. */
  readonly hashes: Uint32Array;
  /** For each hash, how many bytes its pieces have together. */
  readonly bytes: Uint32Array;
}

/** git's score of two equal files; others are in proportion. */
export const FULL_SCORE = 60_000;

const LONGEST_PIECE = 64;
const LINE_FEED = 0x0a;
const CARRIAGE_RETURN = 0x0d;
const FNV_OFFSET = 0x811c_9dc5;
const FNV_PRIME = 0x0100_0193;

/** Cuts `content` into its pieces. */
export function piecesOf(content: Uint8Array): FilePieces {
  const tally = tallyPieces(content);
  const hashes = Uint32Array.from(tally.keys()).sort();
  const bytes = hashes.map((hash) => tally.get(hash) ?? 0);
  return { size: content.length, hashes, bytes };
}

/** From 0 to `FULL_SCORE`. */
export function similarityScore(before: FilePieces, after: FilePieces): number {
  const larger = Math.max(before.size, after.size);
  if (larger === 0) return 0;
  return Math.floor((commonBytes(before, after) * FULL_SCORE) / larger);
}

/** Whether sizes alone rule out that two files come to `least`. */
export function isSizeTooFar(sizes: readonly [number, number], least: number): boolean {
  const larger = Math.max(...sizes);
  return larger * (FULL_SCORE - least) < Math.abs(sizes[0] - sizes[1]) * FULL_SCORE;
}

function tallyPieces(content: Uint8Array): Map<number, number> {
  const tally = new Map<number, number>();
  const isText = !isBinary(content);
  let hash = FNV_OFFSET;
  let length = 0;
  for (let at = 0; at < content.length; at += 1) {
    const byte = content[at] ?? 0;
    // In a text a change of line ends is no change.
    if (isText && byte === CARRIAGE_RETURN && content[at + 1] === LINE_FEED) continue;
    hash = Math.imul(hash ^ byte, FNV_PRIME);
    length += 1;
    if (length < LONGEST_PIECE && byte !== LINE_FEED) continue;
    tally.set(hash >>> 0, (tally.get(hash >>> 0) ?? 0) + length);
    hash = FNV_OFFSET;
    length = 0;
  }
  // What is left, less than a piece and without a line end, does not count: as in git 2.39, which the
  // tests compare with. Later ones count it, and may give such files another similarity.
  return tally;
}

function commonBytes(before: FilePieces, after: FilePieces): number {
  let common = 0;
  let at = 0;
  for (const [index, hash] of before.hashes.entries()) {
    while ((after.hashes[at] ?? Number.POSITIVE_INFINITY) < hash) at += 1;
    if (after.hashes[at] === hash) {
      common += Math.min(before.bytes[index] ?? 0, after.bytes[at] ?? 0);
    }
  }
  return common;
}
