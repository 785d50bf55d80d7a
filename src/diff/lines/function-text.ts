import { isUtf8 } from 'node:buffer';
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
      this.#found = untilBroken(withoutTrailingSpace(this.#lines.bytes.subarray(start, end)));
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

// git ends the text at the first character that is not whole UTF-8, which may be one cut above, or
// is one of U+FFFE and U+FFFF. Space before it stays.
function untilBroken(text: Uint8Array): Uint8Array {
  let end = 0;
  for (let next = characterEnd(text, 0); next !== undefined; next = characterEnd(text, end)) {
    end = next;
  }
  return text.subarray(0, end);
}

function characterEnd(text: Uint8Array, start: number): number | undefined {
  for (let end = start + 1; end <= start + 4 && end <= text.length; end += 1) {
    const character = text.subarray(start, end);
    if (isUtf8(character)) return isNoCharacter(character) ? undefined : end;
  }
  return undefined;
}

function isNoCharacter([first, second, third]: Uint8Array): boolean {
  return first === 0xef && second === 0xbf && (third === 0xbe || third === 0xbf);
}

function isSpace(byte: number): boolean {
  return byte === 0x20 || byte === 0x09 || byte === 0x0a || byte === 0x0d;
}
