/**
 * How well a text reads when split before a given line, by the indentation and the blank lines
 * around: M. Haggerty's heuristic ("diff: improve positioning of add/delete blocks in diffs",
 * git mailing list, 2016), whose weights were fitted to splits chosen by hand.
 */
import { type Lines, lineStart } from './lines.ts';

/** Lower is better: first the indentation, then the penalty. */
export interface SplitScore {
  readonly indent: number;
  readonly penalty: number;
}

const START_OF_TEXT = 1;
const END_OF_TEXT = 21;
const PER_BLANK = -30;
const PER_BLANK_BELOW = 6;
const DEEPER = { plain: -4, besideBlank: 10 };
const SHALLOWER_OPENING = { plain: 24, besideBlank: 17 };
const SHALLOWER_CLOSING = { plain: 23, besideBlank: 17 };
/** What a difference in indentation is worth, whatever its size. */
const INDENT_WEIGHT = 60;

const MOST_INDENT = 200;
const MOST_BLANKS = 20;
const TAB_WIDTH = 8;
const BLANK = -1;
const UNKNOWN = -2;

/** The nearest line that is not blank, and how many blank ones come before it. */
interface Nearest {
  readonly blanks: number;
  readonly indent: number;
}

/** Scores the splits of one text. */
export class SplitScorer {
  readonly #lines: Lines;
  /** Kept, so that a line of megabytes of white space is read once and not for each shift. */
  readonly #indents: Int16Array;

  constructor(lines: Lines) {
    this.#lines = lines;
    this.#indents = new Int16Array(lines.count).fill(UNKNOWN);
  }

  /** The score of splitting before line `index`. */
  score(index: number): SplitScore {
    const above = this.#nearest(index, -1);
    const below = this.#nearest(index, 1);
    const own = this.#indentAt(index);
    // The end of the text counts as a blank line.
    const blanksBelow = own === BLANK ? 1 + below.blanks : 0;
    const blanks = above.blanks + blanksBelow;
    const indent = own === BLANK ? below.indent : own;
    const isStart = above.indent === BLANK && above.blanks === 0;
    const penalty =
      (isStart ? START_OF_TEXT : 0) +
      (index >= this.#lines.count ? END_OF_TEXT : 0) +
      PER_BLANK * blanks +
      PER_BLANK_BELOW * blanksBelow +
      relativePenalty({ above: above.indent, own: indent, below: below.indent }, blanks > 0);
    return { indent, penalty };
  }

  #nearest(index: number, step: 1 | -1): Nearest {
    let blanks = 0;
    for (let at = index + step; at >= 0 && at < this.#lines.count; at += step) {
      const indent = this.#indentAt(at);
      if (indent !== BLANK) return { blanks, indent };
      blanks += 1;
      if (blanks === MOST_BLANKS) return { blanks, indent: 0 };
    }
    return { blanks, indent: BLANK };
  }

  #indentAt(index: number): number {
    if (index >= this.#lines.count) return BLANK;
    const known = this.#indents[index] ?? UNKNOWN;
    if (known !== UNKNOWN) return known;
    const indent = indentOf(this.#lines, index);
    this.#indents[index] = indent;
    return indent;
  }
}

/** Negative when `left` is the better place, positive when `right` is. */
export function compareScores(left: SplitScore, right: SplitScore): number {
  return INDENT_WEIGHT * Math.sign(left.indent - right.indent) + left.penalty - right.penalty;
}

function relativePenalty(
  indent: { above: number; own: number; below: number },
  besideBlank: boolean,
): number {
  const { above, own, below } = indent;
  if (own === BLANK || above === BLANK || own === above) return 0;
  const kind = besideBlank ? 'besideBlank' : 'plain';
  if (own > above) return DEEPER[kind];
  return below > own ? SHALLOWER_OPENING[kind] : SHALLOWER_CLOSING[kind];
}

function indentOf(lines: Lines, index: number): number {
  let indent = 0;
  const end = lineStart(lines, index + 1);
  for (let at = lineStart(lines, index); at < end; at += 1) {
    const byte = lines.bytes[at];
    if (byte === 0x20) indent += 1;
    else if (byte === 0x09) indent += TAB_WIDTH - (indent % TAB_WIDTH);
    else if (byte !== 0x0a && byte !== 0x0d) return indent;
    if (indent >= MOST_INDENT) return MOST_INDENT;
  }
  return BLANK;
}
