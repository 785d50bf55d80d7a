/** Collects the bytes of a patch; grows by doubling, so a long patch is copied about once. */
export class ByteWriter {
  #buffer: Uint8Array;
  #length = 0;

  constructor(capacity = 1024) {
    this.#buffer = new Uint8Array(capacity);
  }

  /** Appends one byte. */
  byte(value: number): void {
    this.#reserve(1);
    this.#buffer[this.#length] = value;
    this.#length += 1;
  }

  /** Appends text that is ASCII. */
  text(ascii: string): void {
    this.#reserve(ascii.length);
    for (let at = 0; at < ascii.length; at += 1) {
      this.#buffer[this.#length + at] = ascii.charCodeAt(at);
    }
    this.#length += ascii.length;
  }

  /** Appends `source` from `start` up to `end`. */
  bytes(source: Uint8Array, start = 0, end: number = source.length): void {
    this.#reserve(end - start);
    this.#buffer.set(source.subarray(start, end), this.#length);
    this.#length += end - start;
  }

  /** How many bytes have been appended. */
  get length(): number {
    return this.#length;
  }

  /** Everything appended so far. */
  finish(): Uint8Array {
    return this.#buffer.subarray(0, this.#length);
  }

  #reserve(extra: number): void {
    const needed = this.#length + extra;
    if (needed <= this.#buffer.length) return;
    const grown = new Uint8Array(Math.max(needed, this.#buffer.length * 2));
    grown.set(this.#buffer.subarray(0, this.#length));
    this.#buffer = grown;
  }
}
