/** git's base85: five characters for four bytes, most significant first (its own alphabet). */

const ALPHABET =
  '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz!#$%&()*+-;<=>?@^_`{|}~';
const CHARACTERS: Uint8Array = Buffer.from(ALPHABET, 'latin1');
const RADIX = 85;
const BYTES = 4;
const LARGEST = 0xffff_ffff;

/** Characters that stand for one group of bytes. */
export const GROUP_CHARACTERS = 5;

/** Encodes `bytes`; the last group is filled up with zero bytes. */
export function encodeBase85(bytes: Uint8Array): Uint8Array {
  const text = new Uint8Array(Math.ceil(bytes.length / BYTES) * GROUP_CHARACTERS);
  let end = 0;
  for (let at = 0; at < bytes.length; at += BYTES) {
    end += GROUP_CHARACTERS;
    let rest = wordAt(bytes, at);
    for (let place = end - 1; place >= end - GROUP_CHARACTERS; place -= 1) {
      text[place] = CHARACTERS[rest % RADIX] ?? 0;
      rest = Math.floor(rest / RADIX);
    }
  }
  return text;
}

/** Decodes `text`, of whole groups; undefined when it is not base85. */
export function decodeBase85(text: string): Uint8Array | undefined {
  if (text.length % GROUP_CHARACTERS !== 0) return undefined;
  const bytes = new Uint8Array((text.length / GROUP_CHARACTERS) * BYTES);
  const view = new DataView(bytes.buffer);
  for (let at = 0; at < bytes.length; at += BYTES) {
    const start = (at / BYTES) * GROUP_CHARACTERS;
    const word = decodeGroup(text.slice(start, start + GROUP_CHARACTERS));
    if (word === undefined) return undefined;
    view.setUint32(at, word);
  }
  return bytes;
}

function wordAt(bytes: Uint8Array, at: number): number {
  const high = ((bytes[at] ?? 0) << 8) | (bytes[at + 1] ?? 0);
  const low = ((bytes[at + 2] ?? 0) << 8) | (bytes[at + 3] ?? 0);
  return high * 0x1_0000 + low;
}

function decodeGroup(text: string): number | undefined {
  let word = 0;
  for (const character of text) {
    const digit = ALPHABET.indexOf(character);
    if (digit < 0) return undefined;
    word = word * RADIX + digit;
  }
  return word > LARGEST ? undefined : word;
}
