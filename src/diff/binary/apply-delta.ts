/**
 * Makes the target of a delta from its source; undefined when the delta is not for that source or
 * is damaged.
 */
export function applyDelta(source: Uint8Array, delta: Uint8Array): Uint8Array | undefined {
  const reader = new DeltaReader(delta);
  const sourceSize = reader.size();
  const targetSize = reader.size();
  if (sourceSize !== source.length || targetSize > LARGEST_TARGET) return undefined;
  const target = new Uint8Array(targetSize);
  let length = 0;
  while (!reader.isAtEnd) {
    const run = reader.run(source);
    if (run === undefined || length + run.length > targetSize) return undefined;
    target.set(run, length);
    length += run.length;
  }
  return length === targetSize ? target : undefined;
}

/** A delta of a few bytes can name any size: what no body may have is not even allocated. */
const LARGEST_TARGET = 2 ** 30;
const COPY = 0x80;
const LONGEST_COPY = 0x1_0000;

class DeltaReader {
  readonly #delta: Uint8Array;
  #at = 0;

  constructor(delta: Uint8Array) {
    this.#delta = delta;
  }

  get isAtEnd(): boolean {
    return this.#at >= this.#delta.length;
  }

  size(): number {
    let size = 0;
    for (let scale = 1; ; scale *= 0x80) {
      const byte = this.#byte();
      size += (byte & 0x7f) * scale;
      if (byte < 0x80) return size;
    }
  }

  run(source: Uint8Array): Uint8Array | undefined {
    const code = this.#byte();
    if ((code & COPY) !== 0) return this.#copied(code, source);
    const start = this.#at;
    this.#at += code;
    return code === 0 || this.#at > this.#delta.length
      ? undefined
      : this.#delta.subarray(start, this.#at);
  }

  #copied(code: number, source: Uint8Array): Uint8Array | undefined {
    const start = this.#operand(code, 0, 4);
    const length = this.#operand(code, 4, 3) || LONGEST_COPY;
    return start + length > source.length ? undefined : source.subarray(start, start + length);
  }

  #operand(code: number, firstBit: number, count: number): number {
    let value = 0;
    for (let place = 0; place < count; place += 1) {
      if ((code & (1 << (firstBit + place))) !== 0) value += this.#byte() * 2 ** (8 * place);
    }
    return value;
  }

  #byte(): number {
    const byte = this.#delta[this.#at] ?? 0;
    this.#at += 1;
    return byte;
  }
}
