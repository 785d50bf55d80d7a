import { lineEnd } from './lines.ts';
import { PatchSyntaxError } from './patch-section.ts';

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
    return this.#patch.subarray(this.#start, this.#end);
  }

  /** The current line, a character a byte, without its end. */
  get text(): string {
    return textOf(this.bytes);
  }

  /** The line after the current one, likewise. */
  get nextText(): string {
    return textOf(this.#patch.subarray(this.#end, lineEnd(this.#patch, this.#end)));
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
}

// Mail may have given header lines a carriage return; a name that ends with one is quoted.
function textOf(line: Uint8Array): string {
  return Buffer.from(line)
    .toString('latin1')
    .replace(/\r?\n$/, '');
}
