import { type Lines, lineStart } from '../lines/lines.ts';

/** Bytes copied at a time. */
const PIECE_BYTES = 1024 * 1024;

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
  constructor(before: Lines, room: number) {
    this.#lines = before;
    this.#row = new Int32Array(room + before.count);
    this.#gapEnd = room;
    for (let index = 0; index < before.count; index += 1) this.#row[room + index] = index;
  }

  /** How many lines the text has now. */
  get count(): number {
    return this.#row.length - (this.#gapEnd - this.#gapStart);
  }

  /**
   * Whether `lines` stand at line `at` and have stood there from the start: one that a hunk has put
   * there, or stood on, is not matched again. In steps of a line each.
   */
  *hasAt(at: number, lines: readonly MatchedLine[]): Generator<void, boolean> {
    if (!this.mayHaveAt(at, lines)) return false;
    for (const [index, { bytes }] of lines.entries()) {
      if (Buffer.compare(this.#bytesAt(at + index), bytes) !== 0) return false;
      yield;
    }
    return true;
  }

  /** The same by their hashes alone, at once: where it says no, they are not. */
  mayHaveAt(at: number, lines: readonly MatchedLine[]): boolean {
    if (at < 0 || at + lines.length > this.count) return false;
    for (let index = 0; index < lines.length; index += 1) {
      if (this.#hashAt(at + index) !== lines[index]?.hash) return false;
    }
    return true;
  }

  /** Puts `lines` in the place of `count` lines from line `at` on, in steps of a line each. */
  *replace(at: number, count: number, lines: readonly Uint8Array[]): Generator<void, void> {
    this.#moveGap(at);
    this.#gapEnd += count;
    for (const bytes of lines) {
      this.#row[this.#gapStart] = -this.#added.push(bytes);
      this.#gapStart += 1;
      yield;
    }
  }

  /** The text as it is now, in steps of a piece each. */
  *bytes(): Generator<void, Uint8Array> {
    const pieces: Uint8Array[] = [];
    let size = 0;
    for (const piece of this.#pieces()) {
      pieces.push(piece);
      size += piece.length;
      yield;
    }
    const bytes = Buffer.allocUnsafe(size);
    let at = 0;
    for (const piece of pieces) {
      bytes.set(piece, at);
      at += piece.length;
      yield;
    }
    return bytes;
  }

  *#pieces(): Generator<Uint8Array> {
    for (let at = 0; at < this.count; ) {
      const end = this.#runEnd(at);
      const run = this.#bytesOf(this.#indexAt(at), end - at);
      for (let from = 0; from < run.length; from += PIECE_BYTES) {
        yield run.subarray(from, from + PIECE_BYTES);
      }
      at = end;
    }
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
