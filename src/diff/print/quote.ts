/** File names as git prints them: plain when harmless, else as a C string (`core.quotePath` on). */

const QUOTE = 0x22;
const BACKSLASH = 0x5c;
const DELETE = 0x7f;

const LETTER_ESCAPES: ReadonlyMap<number, string> = new Map([
  [0x07, '\\a'],
  [0x08, '\\b'],
  [0x09, '\\t'],
  [0x0a, '\\n'],
  [0x0b, '\\v'],
  [0x0c, '\\f'],
  [0x0d, '\\r'],
  [QUOTE, '\\"'],
  [BACKSLASH, '\\\\'],
]);

/** The printed form of `prefix` + `name`; the quotes, when needed, go around both. */
export function quoteName(name: Uint8Array, prefix = ''): string {
  const plain = prefix + Buffer.from(name).toString('latin1');
  return name.some(needsEscape) ? `"${prefix}${escapeName(name)}"` : plain;
}

function escapeName(name: Uint8Array): string {
  return Array.from(name, escapeByte).join('');
}

function escapeByte(byte: number): string {
  if (!needsEscape(byte)) return String.fromCharCode(byte);
  return LETTER_ESCAPES.get(byte) ?? `\\${byte.toString(8).padStart(3, '0')}`;
}

function needsEscape(byte: number): boolean {
  return byte < 0x20 || byte >= DELETE || byte === QUOTE || byte === BACKSLASH;
}

const QUOTED = /^"((?:[^"\\]|\\[abtnvfr"\\]|\\[0-3][0-7]{2})*)"/;
const ESCAPE = /\\([0-3][0-7]{2}|.)/g;

/**
 * Reads the quoted name at the beginning of `text`, a character a byte: the name, and how many
 * characters it took. Undefined when there is none.
 */
export function readQuotedName(text: string): { name: Uint8Array; length: number } | undefined {
  const match = QUOTED.exec(text);
  if (match === null) return undefined;
  const plain = (match[1] ?? '').replace(ESCAPE, (_, code: string) => unescaped(code));
  return { name: Buffer.from(plain, 'latin1'), length: match[0].length };
}

function unescaped(code: string): string {
  if (code.length === 3) return String.fromCharCode(Number.parseInt(code, 8));
  for (const [byte, written] of LETTER_ESCAPES) {
    if (written === `\\${code}`) return String.fromCharCode(byte);
  }
  return code;
}
