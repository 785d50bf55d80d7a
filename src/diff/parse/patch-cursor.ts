import { lineEnd } from '../lines/lines.ts';
import { PatchSyntaxError } from '../print/patch-section.ts';

const LINE_FEED = 0x0a;

/** A place in a patch that moves down line by line. */
export class PatchCursor {
  readonly #patch: Uint8Array;
  #line = 1;
  #start = 0;
  #end: number;

  constructor(patch: Uint8Array) {
    this.#patch = patch;
    this.#end = lineEnd(patch, 0);
  }

  get isAtEnd(): boolean {
    return this.#start >= this.#patch.length;
  }

  /** The number of the current line, counted from 1. */
  get line(): number {
    return this.#line;
  }

  /** The bytes of the current line with its line feed; empty at the end. */
  get bytes(): Uint8Array {
    return this.#bytesAhead(0);
  }

  /** Whether the current line has its line feed. Without one the patch was cut within the line. */
  get isWhole(): boolean {
    return this.bytes.at(-1) === LINE_FEED;
  }

  /** The current line, a character a byte, without its end. */
  get text(): string {
    return this.ahead(0);
  }

  /** The same of the line `count` below the current one. */
  ahead(count: number): string {
    return textOf(this.#bytesAhead(count));
  }

  /** Moves to the next line. */
  advance(): void {
    if (!this.isAtEnd) this.#line += 1;
    this.#start = this.#end;
    this.#end = lineEnd(this.#patch, this.#start);
  }

  /** Throws a PatchSyntaxError about the current line. */
  fail(problem: string): never {
    throw new PatchSyntaxError(this.line, problem);
  }

  #bytesAhead(count: number): Uint8Array {
    let [start, end] = [this.#start, this.#end];
    for (let skipped = 0; skipped < count; skipped += 1) {
      start = end;
      end = lineEnd(this.#patch, start);
    }
    return this.#patch.subarray(start, end);
  }
}

// Mail may have given header lines a carriage return; a name that ends with one is quoted.
function textOf(line: Uint8Array): string {
  return Buffer.from(line)
    .toString('latin1')
    .replace(/\r?\n$/, '');
}
