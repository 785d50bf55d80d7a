/**
 * Applies hunks as `git apply` does: each where it was made for, counting what earlier hunks moved,
 * else at the nearest place where all its context and removed lines stand. Never with fuzz.
 */
import { lineStart, splitLines } from './lines.ts';
import type { HunkLine, PatchHunk } from './patch-section.ts';

/** How hunks are applied. */
export interface ApplyOptions {
  /**
   * Trusts hunks without context (`-U0`) to be meant for where they say. Without it, a hunk with no
   * context below must be at the end of the file, and one that starts at line 1 at its beginning.
   * @default false
   */
  readonly unidiffZero?: boolean;
}

/** The new text, or the hunk (counted from 1) that fits nowhere and its line in the patch. */
export type ApplyResult =
  | {
      readonly result: 'applied';
      readonly bytes: Uint8Array;
      /** For each hunk, how many lines below its recorded place it was applied. */
      readonly offsets: readonly number[];
    }
  | { readonly result: 'failed'; readonly hunk: number; readonly patchLine: number };

/** Applies `hunks` to `before`. */
export function applyHunks(
  before: Uint8Array,
  hunks: readonly PatchHunk[],
  options: ApplyOptions = {},
): ApplyResult {
  const text = new PatchedText(before);
  const offsets: number[] = [];
  for (const [index, hunk] of hunks.entries()) {
    const offset = text.apply(hunk, options.unidiffZero ?? false);
    if (offset === undefined) {
      return { result: 'failed', hunk: index + 1, patchLine: hunk.patchLine };
    }
    offsets.push(offset);
  }
  return { result: 'applied', bytes: text.bytes(), offsets };
}

/** Where a hunk has to be, apart from matching. */
interface Anchors {
  readonly atStart: boolean;
  readonly atEnd: boolean;
}

class PatchedText {
  /** The lines the text had, and after them those that hunks put there. */
  readonly #known: Uint8Array[] = [];
  readonly #original: number;
  /** The text as it is now: indexes of known lines. */
  #order: number[];

  constructor(before: Uint8Array) {
    const lines = splitLines(before);
    for (let index = 0; index < lines.count; index += 1) {
      this.#known.push(before.subarray(lineStart(lines, index), lineStart(lines, index + 1)));
    }
    this.#original = lines.count;
    this.#order = Array.from(this.#known.keys());
  }

  /** Applies `hunk` and answers how far from its place; undefined when it fits nowhere. */
  apply(hunk: PatchHunk, unidiffZero: boolean): number | undefined {
    const old = hunk.lines.filter(({ kind }) => kind !== 'added').map(({ bytes }) => bytes);
    const young = hunk.lines.filter(({ kind }) => kind !== 'removed').map(({ bytes }) => bytes);
    const anchors = anchorsOf(hunk, unidiffZero);
    const recorded = recordedIndex(hunk);
    const found = this.#find(old, anchors, this.#firstGuess(recorded, old.length, anchors));
    if (found === undefined) return undefined;
    const added = young.map((bytes) => this.#known.push(bytes) - 1);
    this.#replace(found, old.length, added);
    return found - recorded;
  }

  bytes(): Uint8Array {
    return Buffer.concat(this.#order.map((index) => this.#known[index] ?? new Uint8Array()));
  }

  #firstGuess(recorded: number, length: number, { atStart, atEnd }: Anchors): number {
    if (atStart) return 0;
    return atEnd ? this.#order.length - length : Math.min(recorded, this.#order.length);
  }

  // Nearest first, and of two as near the lower one: git's order.
  #find(old: readonly Uint8Array[], anchors: Anchors, guess: number): number | undefined {
    if (this.#fits(old, guess, anchors)) return guess;
    const furthest = Math.max(guess, this.#order.length - guess);
    for (let distance = 1; distance <= furthest; distance += 1) {
      if (this.#fits(old, guess + distance, anchors)) return guess + distance;
      if (this.#fits(old, guess - distance, anchors)) return guess - distance;
    }
    return undefined;
  }

  #fits(old: readonly Uint8Array[], at: number, { atStart, atEnd }: Anchors): boolean {
    const end = at + old.length;
    if (at < 0 || end > this.#order.length || (atStart && at > 0)) return false;
    if (atEnd && end < this.#order.length) return false;
    return old.every((bytes, index) => this.#isLine(at + index, bytes));
  }

  // A line that a hunk has put there, or stood on, is not matched again.
  #isLine(at: number, bytes: Uint8Array): boolean {
    const index = this.#order[at] ?? this.#original;
    const known = index < this.#original ? this.#known[index] : undefined;
    return known !== undefined && Buffer.compare(known, bytes) === 0;
  }

  #replace(at: number, length: number, lines: number[]): void {
    this.#order = this.#order.slice(0, at).concat(lines, this.#order.slice(at + length));
  }
}

// Earlier hunks have been applied, so the place is that of the result.
function recordedIndex({ afterStart }: PatchHunk): number {
  return Math.max(afterStart - 1, 0);
}

function anchorsOf({ beforeStart, lines }: PatchHunk, unidiffZero: boolean): Anchors {
  return {
    atStart: beforeStart === 0 || (beforeStart === 1 && !unidiffZero),
    atEnd: !unidiffZero && !isContext(lines.at(-1)),
  };
}

function isContext(line: HunkLine | undefined): boolean {
  return line?.kind === 'context';
}
