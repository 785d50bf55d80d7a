import { type Lines, lineHash, lineStart, splitLines } from './lines.ts';

/**
 * A text that hunks are put into, as a row of line numbers with a gap where the last one went:
 * hunks come in order, so that the gap passes over each line once, however many they are.
 */
export class PatchedText {
  readonly #lines: Lines;
  /** Lines that hunks put there. In the row, line n of them is -1 - n. */
  readonly #added: Uint8Array[] = [];
  readonly #row: Int32Array;
  #gapStart = 0;
  #gapEnd: number;

  /** `room` is how many lines will be put into `before` at most. */
  constructor(before: Uint8Array, room: number) {
    this.#lines = splitLines(before);
    this.#row = new Int32Array(room + this.#lines.count);
    this.#gapEnd = room;
    for (let index = 0; index < this.#lines.count; index += 1) this.#row[room + index] = index;
  }

  /** How many lines the text has now. */
  get count(): number {
    return this.#row.length - (this.#gapEnd - this.#gapStart);
  }

  /**
   * Whether `lines` stand at line `at` and have stood there from the start: one that a hunk has put
   * there, or stood on, is not matched again.
   */
  hasAt(at: number, lines: readonly MatchedLine[]): boolean {
    if (at < 0 || at + lines.length > this.count) return false;
    // Hashes first, as git does: where many lines are equal, most places fail at some later line.
    for (let index = 0; index < lines.length; index += 1) {
      if (this.#hashAt(at + index) !== lines[index]?.hash) return false;
    }
    return lines.every(
      ({ bytes }, index) => Buffer.compare(this.#bytesAt(at + index), bytes) === 0,
    );
  }

  /** Puts `lines` in the place of `count` lines from line `at` on. */
  replace(at: number, count: number, lines: readonly Uint8Array[]): void {
    this.#moveGap(at);
    this.#gapEnd += count;
    for (const bytes of lines) {
      this.#row[this.#gapStart] = -this.#added.push(bytes);
      this.#gapStart += 1;
    }
  }

  /** The text as it is now. */
  bytes(): Uint8Array {
    const pieces: Uint8Array[] = [];
    for (let at = 0; at < this.count; ) {
      const end = this.#runEnd(at);
      pieces.push(this.#bytesOf(this.#indexAt(at), end - at));
      at = end;
    }
    return Buffer.concat(pieces);
  }

  #moveGap(at: number): void {
    const size = this.#gapEnd - this.#gapStart;
    if (at > this.#gapStart) this.#row.copyWithin(this.#gapStart, this.#gapEnd, at + size);
    else this.#row.copyWithin(at + size, at, this.#gapStart);
    this.#gapStart = at;
    this.#gapEnd = at + size;
  }

  // The end of the lines that follow each other in the text before as they do now.
  #runEnd(at: number): number {
    let end = at + 1;
    const first = this.#indexAt(at);
    if (first < 0) return end;
    while (end < this.count && this.#indexAt(end) === first + end - at) end += 1;
    return end;
  }

  #indexAt(at: number): number {
    const place = at < this.#gapStart ? at : at - this.#gapStart + this.#gapEnd;
    return this.#row[place] ?? 0;
  }

  #hashAt(at: number): number | undefined {
    const index = this.#indexAt(at);
    return index < 0 ? undefined : this.#lines.hashes[index];
  }

  #bytesAt(at: number): Uint8Array {
    return this.#bytesOf(this.#indexAt(at), 1);
  }

  #bytesOf(index: number, count: number): Uint8Array {
    if (index < 0) return this.#added[-1 - index] ?? new Uint8Array();
    const { bytes } = this.#lines;
    return bytes.subarray(lineStart(this.#lines, index), lineStart(this.#lines, index + count));
  }
}

/** A line that is looked for. */
export interface MatchedLine {
  readonly bytes: Uint8Array;
  readonly hash: number;
}

/** Makes lines ready to be looked for. */
export function matchedLines(lines: readonly Uint8Array[]): MatchedLine[] {
  return lines.map((bytes) => ({ bytes, hash: lineHash(bytes) }));
}
