import { type Lines, lineStart } from './lines.ts';

/** git cuts the text after `@@` here. */
const LONGEST = 80;

/**
 * Finds the text that git prints after a hunk's second `@@`: the nearest line above the hunk that
 * starts like a definition. Asked from top to bottom, each line is looked at once.
 */
export class FunctionText {
  readonly #lines: Lines;
  #seenTo = 0;
  #found: Uint8Array = new Uint8Array();

  constructor(lines: Lines) {
    this.#lines = lines;
  }

  /** The text for a hunk whose first before line is `index`; empty when there is none. */
  above(index: number): Uint8Array {
    for (let line = index - 1; line >= this.#seenTo; line -= 1) {
      const start = lineStart(this.#lines, line);
      if (!startsDefinition(this.#lines.bytes[start])) continue;
      const end = Math.min(lineStart(this.#lines, line + 1), start + LONGEST);
      this.#found = withoutTrailingSpace(this.#lines.bytes.subarray(start, end));
      break;
    }
    this.#seenTo = Math.max(this.#seenTo, index);
    return this.#found;
  }
}

function startsDefinition(byte: number | undefined): boolean {
  if (byte === undefined) return false;
  const lower = byte | 0x20;
  return (lower >= 0x61 && lower <= 0x7a) || byte === 0x5f || byte === 0x24;
}

function withoutTrailingSpace(text: Uint8Array): Uint8Array {
  return text.subarray(0, text.findLastIndex((byte) => !isSpace(byte)) + 1);
}

function isSpace(byte: number): boolean {
  return byte === 0x20 || byte === 0x09 || byte === 0x0a || byte === 0x0d;
}
