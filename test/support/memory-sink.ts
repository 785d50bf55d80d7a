import { Writable } from 'node:stream';

/** A stream that keeps what is written to it. */
export class MemorySink extends Writable {
  readonly #pieces: Buffer[] = [];

  get bytes(): Buffer {
    return Buffer.concat(this.#pieces);
  }

  override _write(piece: Buffer, _encoding: BufferEncoding, done: () => void): void {
    this.#pieces.push(piece);
    done();
  }
}
