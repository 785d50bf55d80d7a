/** Many byte strings in a few buffers: what crosses threads costs by the object, not by the byte. */

/** Byte strings that were packed. */
export interface PackedBytes {
  readonly buffers: readonly Uint8Array[];
  /** Three numbers a string: which buffer, where in it, and how long. */
  readonly places: Float64Array;
}

/** Longer strings go as they are, when they own their memory; copying 64 KiB takes 10 µs. */
const LONGEST_COPIED = 64 * 1024;
const SHARED_BYTES = 256 * 1024;

/** Packs byte strings, to be moved: the memory of long ones goes along, that of short ones stays. */
export class BytePacker {
  readonly #buffers: Uint8Array[] = [];
  readonly #places: number[] = [];
  /** Which buffer takes short strings, and how full it is. */
  #shared = -1;
  #filled = 0;

  add(bytes: Uint8Array): void {
    const { length } = bytes;
    if (length > LONGEST_COPIED && length === bytes.buffer.byteLength) {
      this.#places.push(this.#buffers.push(bytes) - 1, 0, length);
      return;
    }
    const buffer = this.#bufferWithRoom(length);
    buffer.set(bytes, this.#filled);
    this.#places.push(this.#shared, this.#filled, length);
    this.#filled += length;
  }

  finish(): PackedBytes {
    return { buffers: this.#buffers, places: Float64Array.from(this.#places) };
  }

  #bufferWithRoom(length: number): Uint8Array {
    const last = this.#buffers[this.#shared];
    if (last !== undefined && this.#filled + length <= last.length) return last;
    // The first is small: most often there is only one string, or two.
    const least = last === undefined ? LONGEST_COPIED : SHARED_BYTES;
    const buffer = new Uint8Array(Math.max(length, least));
    this.#shared = this.#buffers.push(buffer) - 1;
    this.#filled = 0;
    return buffer;
  }
}

/** What has to be moved with `packed`. */
export function memoryOf({ buffers, places }: PackedBytes): ArrayBuffer[] {
  return [...buffers, places]
    .map(({ buffer }) => buffer)
    .filter((memory) => memory instanceof ArrayBuffer);
}

/** The byte strings again, as views. */
export function unpacked({ buffers, places }: PackedBytes): Uint8Array[] {
  const strings: Uint8Array[] = [];
  for (let at = 0; at < places.length; at += 3) {
    const [buffer = 0, start = 0, length = 0] = places.subarray(at, at + 3);
    strings.push((buffers[buffer] ?? new Uint8Array()).subarray(start, start + length));
  }
  return strings;
}
