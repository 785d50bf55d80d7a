import { finished } from 'node:stream/promises';
import { createDeflate, type Deflate } from 'node:zlib';

/** As git packs loose objects under the shadow's configuration: level 1. */
export const DEFLATE_LEVEL = 1;

// Each full chunk is a trip to the thread pool: sixteen times fewer than with node's own 16 KiB.
const CHUNK_BYTES = 256 * 1024;

/** Packs bytes that come piece by piece, in the thread pool. Close it when done. */
export class Deflater {
  readonly #stream: Deflate = createDeflate({ level: DEFLATE_LEVEL, chunkSize: CHUNK_BYTES });
  #packed: Uint8Array[] = [];

  constructor() {
    this.#stream.on('data', (bytes: Uint8Array) => this.#packed.push(bytes));
    // The call that failed tells of it; without a listener it would end the process.
    this.#stream.on('error', () => {});
  }

  /** What is packed by now. `bytes` must stay as they are meanwhile. */
  async add(bytes: Uint8Array): Promise<readonly Uint8Array[]> {
    await new Promise<void>((resolve, reject) => {
      this.#stream.write(bytes, (error) => {
        if (error) reject(error);
        else resolve();
      });
    });
    return this.#take();
  }

  /** The rest. */
  async finish(): Promise<readonly Uint8Array[]> {
    this.#stream.end();
    await finished(this.#stream);
    return this.#take();
  }

  /** Gives its memory back at once, a quarter of a megabyte. */
  close(): void {
    this.#stream.destroy();
  }

  #take(): readonly Uint8Array[] {
    const packed = this.#packed;
    this.#packed = [];
    return packed;
  }
}
