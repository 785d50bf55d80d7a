/**
 * A text as one character a byte of its UTF-8 form: git's wildcards stand for bytes, not for
 * characters. Bytes above ASCII become characters that know no case, as git folds only ASCII.
 */
export function byteText(text: string): string {
  return text.replace(/[^\0-\x7f]+/g, (part) =>
    Array.from(Buffer.from(part, 'utf8'), characterOf).join(''),
  );
}

// CJK: it has no case, and keeps the order of bytes, which ranges go by.
const CASELESS = 0x4e00;

function characterOf(byte: number): string {
  return String.fromCharCode(byte < 0x80 ? byte : CASELESS + byte);
}
