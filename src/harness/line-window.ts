const LINE_FEED = 0x0a;

/** Lines from 1, both included. */
export interface LineRange {
  readonly start: number;
  readonly end: number;
}

/** Collects some lines of a text that comes in pieces. What ends with a line end has an empty last line. */
export class LineWindow {
  readonly #range: LineRange;
  readonly #kept: Uint8Array[] = [];
  #line = 1;

  constructor(range: LineRange) {
    this.#range = range;
  }

  /** Whether all lines asked for were seen. */
  get isDone(): boolean {
    return this.#line > this.#range.end;
  }

  /** The last line of the range that there is. */
  get end(): number {
    return Math.min(this.#line, this.#range.end);
  }

  take(piece: Uint8Array): void {
    let from = this.#line >= this.#range.start ? 0 : piece.length;
    let at = 0;
    while (at < piece.length && !this.isDone) {
      const feed = piece.indexOf(LINE_FEED, at);
      at = feed === -1 ? piece.length : feed + 1;
      if (feed === -1) break;
      this.#line += 1;
      if (this.#line === this.#range.start) from = at;
    }
    if (from < at) this.#kept.push(piece.subarray(from, at));
  }

  /** The lines, without the last one's line end. */
  text(): string {
    const bytes = Buffer.concat(this.#kept);
    const isCut = this.isDone && bytes.length > 0;
    return bytes.toString('utf8', 0, bytes.length - (isCut ? 1 : 0));
  }
}
