/**
 * File names are bytes; ours are strings. A name that is valid UTF-8 is its text. In any other name
 * each byte that does not decode (0x80–0xFF) stands as the lone surrogate U+DC00 + byte, which no
 * UTF-8 text contains, so the mapping is reversible (the idea of Python's PEP 383). Such strings
 * exist only inside the engine: callers may not pass them, and listings show them escaped.
 */

const decoder = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });

/** Whether `text` holds a lone surrogate: never so for text that came from UTF-8. */
export function hasLoneSurrogate(text: string): boolean {
  return !text.isWellFormed();
}

/** The string form of a name as the operating system gave it. */
export function decodeName(bytes: Uint8Array): string {
  try {
    return decoder.decode(bytes);
  } catch {
    return decodeByByte(bytes);
  }
}

/** The bytes of a name or path. */
export function encodeName(name: string): Uint8Array {
  if (!hasLoneSurrogate(name)) return Buffer.from(name, 'utf8');
  return Buffer.concat(Array.from(name, encodeCharacter));
}

/** The name as a person may read it: bytes that are not UTF-8 as `\xE9`. */
export function displayName(name: string): string {
  if (!hasLoneSurrogate(name)) return name;
  return Array.from(name, (character) =>
    hasLoneSurrogate(character) ? escapeSurrogate(character.charCodeAt(0)) : character,
  ).join('');
}

function encodeCharacter(character: string): Uint8Array {
  if (!hasLoneSurrogate(character)) return Buffer.from(character, 'utf8');
  return Uint8Array.of(character.charCodeAt(0) & 0xff);
}

function escapeSurrogate(unit: number): string {
  const isByte = unit >= 0xdc80 && unit <= 0xdcff;
  return isByte ? `\\x${(unit & 0xff).toString(16).toUpperCase()}` : `\\u${unit.toString(16)}`;
}

// Greedy: the longest valid UTF-8 sequence at each place, else one escaped byte.
function decodeByByte(bytes: Uint8Array): string {
  let text = '';
  for (let at = 0; at < bytes.length; ) {
    const length = sequenceLengthAt(bytes, at);
    text +=
      length === 0
        ? String.fromCharCode(0xdc00 + (bytes[at] ?? 0))
        : decoder.decode(bytes.subarray(at, at + length));
    at += Math.max(length, 1);
  }
  return text;
}

function sequenceLengthAt(bytes: Uint8Array, at: number): number {
  for (let length = 1; length <= 4 && at + length <= bytes.length; length += 1) {
    if (isValidUtf8(bytes.subarray(at, at + length))) return length;
  }
  return 0;
}

function isValidUtf8(bytes: Uint8Array): boolean {
  try {
    decoder.decode(bytes);
    return true;
  } catch {
    return false;
  }
}
