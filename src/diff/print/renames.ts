/**
 * Finds which created files are deleted ones under a new name, in git's three steps: equal content;
 * then a base name that only one file on either side has; then the most alike of all pairs.
 */
import { type FileChange, type FileSide, statusOf } from '../file-change.ts';
import {
  type FilePieces,
  FULL_SCORE,
  isSizeTooFar,
  piecesOf,
  similarityScore,
} from './similarity.ts';

/** What counts as a rename. */
export interface RenameOptions {
  /**
   * Least similarity, in per cent.
   * @default 50
   */
  readonly similarity?: number;
  /**
   * Pairs of files are only compared when there are at most the square of this many.
   * @default 1000
   */
  readonly limit?: number;
}

/** A file that only one side has. */
interface Candidate {
  readonly change: FileChange;
  readonly side: FileSide;
  readonly baseName: string;
}

interface Pairing {
  readonly source: Candidate;
  readonly target: Candidate;
  readonly score: number;
}

const DEFAULT_SIMILARITY = 50;
const DEFAULT_LIMIT = 1000;
/** How many sources are kept for each target. */
const MOST_SOURCES = 4;

/** Replaces pairs of a deletion and a creation by renames; the rest stays, in its order. */
export function detectRenames(
  changes: readonly FileChange[],
  options: RenameOptions = {},
): FileChange[] {
  return resolveRenames(changes, options).filter((change) => change !== undefined);
}

/** The same, each in its place: undefined for a deletion that became part of a rename. */
export function resolveRenames(
  changes: readonly FileChange[],
  options: RenameOptions = {},
): (FileChange | undefined)[] {
  const search = new RenameSearch(changes, options);
  search.matchEqual();
  search.matchBaseNames();
  search.matchSimilar(options.limit ?? DEFAULT_LIMIT);
  return changes.map((change) => search.resolve(change));
}

class RenameSearch {
  readonly #least: number;
  readonly #sources: Set<Candidate>;
  readonly #targets: Set<Candidate>;
  readonly #pieces = new Map<FileSide, FilePieces>();
  readonly #pairings = new Map<FileChange, Pairing>();
  readonly #moved = new Set<FileChange>();

  constructor(changes: readonly FileChange[], { similarity = DEFAULT_SIMILARITY }: RenameOptions) {
    this.#least = Math.floor((similarity * FULL_SCORE) / 100);
    this.#sources = new Set(changes.flatMap((change) => candidates(change, 'D', change.before)));
    this.#targets = new Set(changes.flatMap((change) => candidates(change, 'A', change.after)));
  }

  resolve(change: FileChange): FileChange | undefined {
    if (this.#moved.has(change)) return undefined;
    const pairing = this.#pairings.get(change);
    if (pairing === undefined) return change;
    const similarity = Math.floor((pairing.score * 100) / FULL_SCORE);
    const renamedFrom = { path: pairing.source.change.path, similarity };
    return { ...change, before: pairing.source.side, renamedFrom };
  }

  matchEqual(): void {
    const byOid = grouped(this.#sources, ({ side }) => side.oid);
    for (const target of this.#targets) {
      const equal = (byOid.get(target.side.oid) ?? []).filter(
        (source) => this.#sources.has(source) && isSameKind(source.side, target.side),
      );
      const source = equal.find(({ baseName }) => baseName === target.baseName) ?? equal[0];
      if (source !== undefined) this.#pair({ source, target, score: FULL_SCORE });
    }
  }

  matchBaseNames(): void {
    const sources = uniqueBaseNames(this.#sources);
    const targets = uniqueBaseNames(this.#targets);
    // Without a look at the others a pair must be better than it otherwise need be.
    const least = this.#least + Math.floor((FULL_SCORE - this.#least) / 2);
    for (const [baseName, source] of sources) {
      const target = targets.get(baseName);
      const score = target === undefined ? 0 : this.#score(source, target);
      if (target !== undefined && score >= least) this.#pair({ source, target, score });
    }
  }

  matchSimilar(limit: number): void {
    if (this.#sources.size * this.#targets.size > limit * limit) return;
    const pairings = [...this.#targets].flatMap((target) => this.#bestSources(target));
    for (const pairing of pairings.sort(comparePairings)) {
      const isFree = this.#sources.has(pairing.source) && this.#targets.has(pairing.target);
      if (isFree) this.#pair(pairing);
    }
  }

  #bestSources(target: Candidate): Pairing[] {
    return Array.from(this.#sources, (source) => ({
      source,
      target,
      score: this.#score(source, target),
    }))
      .filter(({ score }) => score >= this.#least)
      .sort(comparePairings)
      .slice(0, MOST_SOURCES);
  }

  #score(source: Candidate, target: Candidate): number {
    if (!isRegular(source.side) || !isRegular(target.side)) return 0;
    const sizes = [source.side.bytes.length, target.side.bytes.length] as const;
    if (isSizeTooFar(sizes, this.#least)) return 0;
    return similarityScore(this.#piecesOf(source.side), this.#piecesOf(target.side));
  }

  #piecesOf(side: FileSide): FilePieces {
    const known = this.#pieces.get(side) ?? piecesOf(side.bytes);
    this.#pieces.set(side, known);
    return known;
  }

  #pair(pairing: Pairing): void {
    this.#sources.delete(pairing.source);
    this.#targets.delete(pairing.target);
    this.#moved.add(pairing.source.change);
    this.#pairings.set(pairing.target.change, pairing);
  }
}

function candidates(change: FileChange, status: 'A' | 'D', side?: FileSide): Candidate[] {
  if (side === undefined || statusOf(change) !== status) return [];
  const path = Buffer.from(change.path);
  const baseName = path.toString('latin1', path.lastIndexOf('/') + 1);
  return [{ change, side, baseName }];
}

function uniqueBaseNames(files: Iterable<Candidate>): Map<string, Candidate> {
  const unique = new Map<string, Candidate>();
  for (const [baseName, [file, ...others]] of grouped(files, (file) => file.baseName)) {
    if (file !== undefined && others.length === 0) unique.set(baseName, file);
  }
  return unique;
}

function grouped(
  files: Iterable<Candidate>,
  keyOf: (file: Candidate) => string,
): Map<string, Candidate[]> {
  const groups = new Map<string, Candidate[]>();
  for (const file of files) {
    const group = groups.get(keyOf(file));
    if (group === undefined) groups.set(keyOf(file), [file]);
    else group.push(file);
  }
  return groups;
}

function comparePairings(left: Pairing, right: Pairing): number {
  return right.score - left.score || Number(keepsName(right)) - Number(keepsName(left));
}

function keepsName({ source, target }: Pairing): boolean {
  return source.baseName === target.baseName;
}

function isRegular({ mode }: FileSide): boolean {
  return mode.startsWith('100');
}

function isSameKind(left: FileSide, right: FileSide): boolean {
  return left.mode === right.mode || (isRegular(left) && isRegular(right));
}
