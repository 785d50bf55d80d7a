import { decodeLossy, unitOffsets } from './utf8.ts';

/** A place in a file: row and column from 0, the column in bytes. */
export interface Place {
  readonly row: number;
  readonly col: number;
}

const LINE_FEED = 0x0a;

/**
 * A source as text, and where its text is in the file. Parsers count UTF-16 units; everything we
 * tell counts bytes of the file, columns too, as tree-sitter's native bindings do.
 */
export class SourceText {
  /** The decoded source. */
  readonly text: string;
  readonly #size: number;
  readonly #offsets: Uint32Array | undefined;
  readonly #rowStarts: Uint32Array;

  constructor(source: Uint8Array) {
    this.text = decodeLossy(source);
    this.#size = source.length;
    this.#offsets = unitOffsets(source, this.text.length);
    this.#rowStarts = rowStartsOf(source);
  }

  /** The byte where the UTF-16 unit `unit` starts; the end of the file for what lies behind it. */
  byteAt(unit: number): number {
    if (unit >= this.text.length) return this.#size;
    return this.#offsets === undefined ? unit : (this.#offsets[unit] ?? this.#size);
  }

  /** The row and column of a byte. */
  placeOf(byte: number): Place {
    const row = lastAtMost(this.#rowStarts, byte);
    return { row, col: byte - (this.#rowStarts[row] ?? 0) };
  }
}

function rowStartsOf(source: Uint8Array): Uint32Array {
  const starts = [0];
  for (let at = source.indexOf(LINE_FEED); at !== -1; at = source.indexOf(LINE_FEED, at + 1)) {
    starts.push(at + 1);
  }
  return Uint32Array.from(starts);
}

/** The index of the last of the rising `numbers` that is not above `most`. */
function lastAtMost(numbers: Uint32Array, most: number): number {
  let low = 0;
  let high = numbers.length - 1;
  while (low < high) {
    const middle = (low + high + 1) >>> 1;
    if ((numbers[middle] ?? 0) <= most) low = middle;
    else high = middle - 1;
  }
  return low;
}
