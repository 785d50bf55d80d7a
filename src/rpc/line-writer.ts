import type { Writable } from 'node:stream';
import { escapeBreaks } from '../base/json-line.ts';
import { jsonParts } from '../base/json-parts.ts';
import { piecesOf } from '../base/text-pieces.ts';
import { inTurns } from '../disk/in-turns.ts';

/** Writes messages, one a line, and knows when the reader of the other end lags behind. */
export class LineWriter {
  readonly #output: Writable;
  #isGone = false;
  #isCongested = false;
  #waiting: (() => void)[] = [];

  constructor(output: Writable) {
    this.#output = output;
    output.on('drain', this.#release);
    output.on('error', this.#leave);
    output.on('close', this.#leave);
  }

  /** Whether the other end went away; what is written then is dropped. */
  get isGone(): boolean {
    return this.#isGone;
  }

  get isCongested(): boolean {
    return this.#isCongested;
  }

  /** Writes a message: a short one at once, a long one when it was made, with rests between. */
  async write(message: unknown): Promise<void> {
    if (this.#isGone) return;
    const pieces = await inTurns(piecesOf(lineParts(message)));
    if (this.isGone) return;
    // Together, so that no other message comes between.
    for (const piece of pieces) if (!this.#output.write(piece)) this.#isCongested = true;
  }

  /** Resolves when there is room again, or nobody left to read. */
  async ready(): Promise<void> {
    if (!this.#isCongested) return;
    await new Promise<void>((resolve) => this.#waiting.push(resolve));
  }

  /** Lets go of the stream, which is the caller's to end. */
  detach(): void {
    this.#output.off('drain', this.#release);
    this.#output.off('close', this.#leave);
    // The error listener stays: without one, a late EPIPE would end the process.
  }

  readonly #leave = (): void => {
    this.#isGone = true;
    this.#release();
  };

  readonly #release = (): void => {
    this.#isCongested = false;
    const waiting = this.#waiting;
    this.#waiting = [];
    for (const resolve of waiting) resolve();
  };
}

function* lineParts(message: unknown): Generator<string> {
  for (const part of jsonParts(message)) yield escapeBreaks(part);
  yield '\n';
}
