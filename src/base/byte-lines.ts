const NEWLINE = 0x0a;

/** One line without its end, or word that it was longer than allowed and dropped. */
export type Line = { readonly bytes: Buffer } | { readonly tooLong: true };

/**
 * The lines of a stream, a last one without an end included. Chunks are joined once a line, so a
 * line of many megabytes costs its length, not its square.
 */
export async function* linesOf(
  input: AsyncIterable<Uint8Array | string>,
  maxBytes: number,
): AsyncGenerator<Line> {
  const pending = new PendingLine(maxBytes);
  for await (const chunk of input) {
    yield* pending.feed(typeof chunk === 'string' ? Buffer.from(chunk) : bufferOver(chunk));
  }
  if (!pending.isEmpty) yield pending.take();
}

class PendingLine {
  readonly #maxBytes: number;
  #chunks: Buffer[] = [];
  #bytes = 0;

  constructor(maxBytes: number) {
    this.#maxBytes = maxBytes;
  }

  get isEmpty(): boolean {
    return this.#bytes === 0;
  }

  *feed(chunk: Buffer): Generator<Line> {
    let rest = chunk;
    for (let end = rest.indexOf(NEWLINE); end >= 0; end = rest.indexOf(NEWLINE)) {
      this.#add(rest.subarray(0, end));
      yield this.take();
      rest = rest.subarray(end + 1);
    }
    this.#add(rest);
  }

  take(): Line {
    const line: Line = this.#isTooLong()
      ? { tooLong: true }
      : { bytes: Buffer.concat(this.#chunks, this.#bytes) };
    this.#chunks = [];
    this.#bytes = 0;
    return line;
  }

  #add(part: Buffer): void {
    this.#bytes += part.length;
    // What is over the limit is counted but not kept.
    if (this.#isTooLong()) this.#chunks = [];
    else this.#chunks.push(part);
  }

  #isTooLong(): boolean {
    return this.#bytes > this.#maxBytes;
  }
}

function bufferOver(bytes: Uint8Array): Buffer {
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
}
