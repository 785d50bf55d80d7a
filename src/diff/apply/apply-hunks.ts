/**
 * Applies hunks as `git apply` does: each where it was made for, counting what earlier hunks moved,
 * else at the nearest place where all its context and removed lines stand. Never with fuzz.
 */
import { lineHash, splitLinesInSteps } from '../lines/lines.ts';
import type { HunkLine, PatchHunk } from '../print/patch-section.ts';
import { type MatchedLine, PatchedText } from './patched-text.ts';

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

/** Applies `hunks` to `before`, in steps: a rest between two keeps an event loop going. */
export function* applyHunks(
  before: Uint8Array,
  hunks: readonly PatchHunk[],
  { unidiffZero = false }: ApplyOptions = {},
): Generator<void, ApplyResult> {
  const text = new PatchedText(yield* splitLinesInSteps(before), addedLines(hunks));
  const offsets: number[] = [];
  for (const [index, hunk] of hunks.entries()) {
    const offset = yield* applyHunk(text, hunk, unidiffZero);
    if (offset === undefined) {
      return { result: 'failed', hunk: index + 1, patchLine: hunk.patchLine };
    }
    offsets.push(offset);
  }
  return { result: 'applied', bytes: yield* text.bytes(), offsets };
}

/** Where a hunk has to be, apart from matching. */
interface Anchors {
  readonly atStart: boolean;
  readonly atEnd: boolean;
}

type Steps<T> = Generator<void, T>;

// Applies it and answers how far from its place; undefined when it fits nowhere.
function* applyHunk(
  text: PatchedText,
  hunk: PatchHunk,
  unidiffZero: boolean,
): Steps<number | undefined> {
  const old: MatchedLine[] = [];
  const young: Uint8Array[] = [];
  for (const { kind, bytes } of hunk.lines) {
    if (kind !== 'added') old.push({ bytes, hash: lineHash(bytes) });
    if (kind !== 'removed') young.push(bytes);
    yield;
  }
  const recorded = recordedIndex(hunk);
  const found = yield* findPlace(text, old, { recorded, ...anchorsOf(hunk, unidiffZero) });
  if (found === undefined) return undefined;
  yield* text.replace(found, old.length, young);
  return found - recorded;
}

function* findPlace(
  text: PatchedText,
  old: readonly MatchedLine[],
  { recorded, atStart, atEnd }: Anchors & { readonly recorded: number },
): Steps<number | undefined> {
  const last = text.count - old.length;
  if (!atStart && !atEnd) return yield* findNear(text, old, Math.min(recorded, text.count));
  // Only one place is left, and none where start and end are apart.
  const place = atStart ? 0 : last;
  return (!atEnd || place === last) && (yield* text.hasAt(place, old)) ? place : undefined;
}

/** Places looked at in one step. */
const PLACES_AT_ONCE = 1024;

// Nearest first, and of two as near the lower one: git's order.
function* findNear(
  text: PatchedText,
  old: readonly MatchedLine[],
  guess: number,
): Steps<number | undefined> {
  const furthest = Math.max(guess, text.count - guess);
  for (let distance = 0; distance <= furthest; distance += 1) {
    for (const place of distance === 0 ? [guess] : [guess + distance, guess - distance]) {
      if (text.mayHaveAt(place, old) && (yield* text.hasAt(place, old))) return place;
    }
    if (distance % PLACES_AT_ONCE === 0) yield;
  }
  return undefined;
}

function addedLines(hunks: readonly PatchHunk[]): number {
  return hunks.reduce((sum, { lines }) => sum + lines.length, 0);
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
