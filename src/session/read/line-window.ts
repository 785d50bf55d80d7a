import type { LineStart } from './line-starts.ts';

const LINE_FEED = 0x0a;

/** Lines from 1, both included. */
export interface LineRange {
  readonly start: number;
  readonly end: number;
}

/** Collects some lines of a text that comes in pieces. What ends with a line end has an empty last line. */
export class LineWindow {
  readonly #range: LineRange;
  readonly #onLine: (start: LineStart) => void;
  readonly #kept: Uint8Array[] = [];
  #line: number;
  #offset: number;
  #length = 0;

  /** The first piece is to begin at `from`; `onLine` hears of each line that begins behind it. */
  constructor(range: LineRange, from: LineStart, onLine: (start: LineStart) => void) {
    this.#range = range;
    this.#line = from.line;
    this.#offset = from.offset;
    this.#onLine = onLine;
  }

  /** Whether all lines asked for were seen. */
  get isDone(): boolean {
    return this.#line > this.#range.end;
  }

  /** The last line of the range that there is. */
  get end(): number {
    return Math.min(this.#line, this.#range.end);
  }

  /** Bytes collected. */
  get length(): number {
    return this.#length;
  }

  take(piece: Uint8Array): void {
    let from = this.#line >= this.#range.start ? 0 : piece.length;
    let at = 0;
    while (at < piece.length && !this.isDone) {
      const feed = piece.indexOf(LINE_FEED, at);
      at = feed === -1 ? piece.length : feed + 1;
      if (feed === -1) break;
      this.#beginLine(this.#offset + at);
      if (this.#line === this.#range.start) from = at;
    }
    this.#offset += piece.length;
    if (from < at) this.#keep(piece.subarray(from, at));
  }

  /** The lines, without the last one's line end. */
  bytes(): Uint8Array {
    const bytes = Buffer.concat(this.#kept);
    return this.isDone && bytes.length > 0 ? bytes.subarray(0, -1) : bytes;
  }

  #beginLine(offset: number): void {
    this.#line += 1;
    this.#onLine({ line: this.#line, offset });
  }

  #keep(bytes: Uint8Array): void {
    this.#kept.push(bytes);
    this.#length += bytes.length;
  }
}
