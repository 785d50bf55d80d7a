/**
 * A run of changed lines can slide where the line it gives up equals the line it takes. git slides
 * each run to where it lines up with a change of the other text, else to where it reads best.
 */
import type { Lines } from './lines.ts';
import { compareScores, type SplitScore, SplitScorer } from './split-score.ts';

/** One text of the pair, with a flag for each line that has no counterpart. */
export interface MarkedText {
  readonly lines: Lines;
  readonly numbers: Int32Array;
  readonly changed: Uint8Array;
}

/** The reading heuristic looks no further up than this. */
const MOST_SHIFTS = 100;

/** Slides the changed runs of `text`, in its flags. */
export function settleRuns(text: MarkedText, other: MarkedText): void {
  const run = new SlidingRun(text, gapsWithChanges(other.changed));
  while (run.next()) run.settle();
}

// For each place between two counterparts, before the first and after the last: whether this text
// has changed lines there. Equal places of the two texts have equal indexes.
function gapsWithChanges(changed: Uint8Array): Uint8Array {
  const gaps = new Uint8Array(changed.length + 1);
  let gap = 0;
  for (const flag of changed) {
    if (flag === 1) gaps[gap] = 1;
    else gap += 1;
  }
  return gaps;
}

class SlidingRun {
  readonly #text: MarkedText;
  readonly #otherGaps: Uint8Array;
  #scorer: SplitScorer | undefined;
  #start = 0;
  #end = 0;
  /** How many unchanged lines stand above: the index of the gap the run lies in. */
  #gap = 0;

  constructor(text: MarkedText, otherGaps: Uint8Array) {
    this.#text = text;
    this.#otherGaps = otherGaps;
  }

  next(): boolean {
    const { changed } = this.#text;
    let start = this.#end;
    while (start < changed.length && changed[start] === 0) start += 1;
    this.#gap += start - this.#end;
    this.#start = start;
    this.#end = start;
    this.#absorbBelow();
    return start < changed.length;
  }

  settle(): void {
    const { highestEnd, alignedEnd } = this.#explore();
    if (this.#end === highestEnd) return;
    const target = alignedEnd ?? this.#bestReadingEnd(highestEnd);
    while (this.#end > target && this.#slideUp());
  }

  // Touching another run makes this one longer and may let it slide on: start again until it rests
  // at the lowest place.
  #explore(): { highestEnd: number; alignedEnd: number | undefined } {
    for (;;) {
      const size = this.#end - this.#start;
      while (this.#slideUp());
      const highestEnd = this.#end;
      let alignedEnd = this.#isAligned() ? this.#end : undefined;
      while (this.#slideDown()) if (this.#isAligned()) alignedEnd = this.#end;
      if (this.#end - this.#start === size) return { highestEnd, alignedEnd };
    }
  }

  #isAligned(): boolean {
    return this.#otherGaps[this.#gap] === 1;
  }

  #bestReadingEnd(highestEnd: number): number {
    this.#scorer ??= new SplitScorer(this.#text.lines);
    const size = this.#end - this.#start;
    const first = Math.max(highestEnd, this.#end - size - 1, this.#end - MOST_SHIFTS);
    let best = first;
    let bestScore: SplitScore | undefined;
    for (let end = first; end <= this.#end; end += 1) {
      const score = added(this.#scorer.score(end), this.#scorer.score(end - size));
      if (bestScore === undefined || compareScores(score, bestScore) <= 0) {
        best = end;
        bestScore = score;
      }
    }
    return best;
  }

  #slideUp(): boolean {
    const { numbers, changed } = this.#text;
    if (this.#start === 0 || numbers[this.#start - 1] !== numbers[this.#end - 1]) return false;
    this.#start -= 1;
    this.#end -= 1;
    changed[this.#start] = 1;
    changed[this.#end] = 0;
    this.#gap -= 1;
    while (this.#start > 0 && changed[this.#start - 1] === 1) this.#start -= 1;
    return true;
  }

  #slideDown(): boolean {
    const { numbers, changed } = this.#text;
    if (this.#end >= changed.length || numbers[this.#start] !== numbers[this.#end]) return false;
    changed[this.#start] = 0;
    changed[this.#end] = 1;
    this.#start += 1;
    this.#gap += 1;
    this.#absorbBelow();
    return true;
  }

  #absorbBelow(): void {
    const { changed } = this.#text;
    while (this.#end < changed.length && changed[this.#end] === 1) this.#end += 1;
  }
}

function added(first: SplitScore, second: SplitScore): SplitScore {
  return { indent: first.indent + second.indent, penalty: first.penalty + second.penalty };
}
