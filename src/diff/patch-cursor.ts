import { type Lines, lineStart, splitLines } from './lines.ts';
import { PatchSyntaxError } from './patch-section.ts';

/** A place in a patch that moves down line by line. */
export class PatchCursor {
  readonly #lines: Lines;
  #index = 0;

  constructor(patch: Uint8Array) {
    this.#lines = splitLines(patch);
  }

  get isAtEnd(): boolean {
    return this.#index >= this.#lines.count;
  }

  /** The number of the current line, counted from 1. */
  get line(): number {
    return this.#index + 1;
  }

  /** The bytes of the current line with its line feed; empty at the end. */
  get bytes(): Uint8Array {
    if (this.isAtEnd) return new Uint8Array();
    const start = lineStart(this.#lines, this.#index);
    return this.#lines.bytes.subarray(start, lineStart(this.#lines, this.#index + 1));
  }

  /** The current line, a character a byte, without its end. */
  get text(): string {
    return textOf(this.bytes);
  }

  /** The line after the current one, likewise. */
  get nextText(): string {
    const next = Math.min(this.#index + 1, this.#lines.count);
    const start = lineStart(this.#lines, next);
    return textOf(this.#lines.bytes.subarray(start, lineStart(this.#lines, next + 1)));
  }

  /** Moves to the next line. */
  advance(): void {
    this.#index += 1;
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
