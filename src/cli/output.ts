import { StagedFsError } from '../base/errors.ts';
import type { Stream } from './io.ts';

/**
 * Prints to a stream, waiting for a slow reader. When the reader has gone (`| head`), the rest is
 * dropped in silence and `isClosed` tells whoever streams to stop.
 */
export class Output {
  readonly #stream: Stream;
  #isClosed = false;

  constructor(stream: Stream) {
    this.#stream = stream;
    // The write's own callback reports the error; without a listener it would end the process.
    if (stream.listenerCount('error', ignore) === 0) stream.on('error', ignore);
  }

  get isClosed(): boolean {
    return this.#isClosed;
  }

  get isTerminal(): boolean {
    return this.#stream.isTTY === true;
  }

  /** Columns of the terminal, if it is one. */
  get columns(): number | undefined {
    return this.#stream.columns;
  }

  /** @throws ERR_STAGED_IO when the stream takes no more, as on a full disk */
  async print(chunk: string | Uint8Array): Promise<void> {
    if (this.#isClosed || chunk.length === 0) return;
    try {
      await write(this.#stream, chunk);
    } catch (error) {
      if (!isReaderGone(error)) throw unprinted(error);
      this.#isClosed = true;
    }
  }

  /** Prints a stream to its end, or until nobody reads. */
  async pipe(chunks: AsyncIterable<string | Uint8Array>): Promise<void> {
    for await (const chunk of chunks) {
      await this.print(chunk);
      if (this.#isClosed) return;
    }
  }
}

async function write(stream: Stream, chunk: string | Uint8Array): Promise<void> {
  await new Promise<void>((resolve, reject) => {
    stream.write(chunk, (error) => {
      if (error) reject(error);
      else resolve();
    });
  });
}

const READER_GONE: readonly unknown[] = [
  'EPIPE',
  'ERR_STREAM_DESTROYED',
  'ERR_STREAM_WRITE_AFTER_END',
];

function isReaderGone(error: unknown): boolean {
  return error instanceof Error && 'code' in error && READER_GONE.includes(error.code);
}

function unprinted(cause: unknown): StagedFsError {
  const reason = cause instanceof Error ? cause.message : String(cause);
  return new StagedFsError('ERR_STAGED_IO', `Could not print: ${reason}.`, {
    cause,
    hint: 'What was to be done is done; make room where the output goes to see it.',
  });
}

function ignore(): void {}
