/** Texts of many lines or parts as bytes, and back, step by step: at once they hold the event loop. */
import { isUtf8 } from 'node:buffer';

/** Characters a piece: of as many bytes, a file is written at once in 0.1 ms. */
const LEAST_PIECE = 128 * 1024;

/** What the characters of a text stand for: `latin1` where each is a byte. */
export type TextEncoding = 'utf8' | 'latin1';

/** The bytes of a text that comes in parts, in pieces that are quick to write. */
export function* piecesOf(
  parts: Iterable<string>,
  encoding: TextEncoding = 'utf8',
): Generator<undefined, readonly Uint8Array[]> {
  const pieces: Uint8Array[] = [];
  let text = '';
  for (const part of parts) {
    text += part;
    if (text.length >= LEAST_PIECE) {
      pieces.push(Buffer.from(text, encoding));
      text = '';
    }
    yield;
  }
  if (text !== '') pieces.push(Buffer.from(text, encoding));
  return pieces;
}

/** The same bytes, in one. */
export function* joinedPiecesOf(
  parts: Iterable<string>,
  encoding: TextEncoding = 'utf8',
): Generator<undefined, Uint8Array> {
  const pieces = yield* piecesOf(parts, encoding);
  const [only, ...others] = pieces;
  return only !== undefined && others.length === 0 ? only : yield* joined(pieces);
}

/** Bytes copied a step: about 0.1 ms. */
const COPIED_BYTES = 256 * 1024;

/** All pieces in one, always a copy. */
export function* joined(pieces: readonly Uint8Array[]): Generator<undefined, Uint8Array> {
  const all = Buffer.allocUnsafe(pieces.reduce((sum, { length }) => sum + length, 0));
  let at = 0;
  let rested = 0;
  for (const part of smallPartsOf(pieces)) {
    all.set(part, at);
    at += part.length;
    if (at - rested < COPIED_BYTES) continue;
    rested = at;
    yield;
  }
  return all;
}

/** Characters, or bytes, changed into the other a step: up to 0.4 ms. */
const CHANGED_A_STEP = 64 * 1024;

/** The UTF-8 bytes of a long text, which must be well formed. */
export function encodedText(text: string): Generator<undefined, Uint8Array> {
  return joinedPiecesOf(slicesOf(text, CHANGED_A_STEP));
}

/** A text in slices of about `length` characters, none of which ends inside one. */
export function* slicesOf(text: string, length: number): Generator<string> {
  for (let start = 0; start < text.length; ) {
    const end = start + length;
    // Both halves of a pair belong to one character.
    const isInPair = isLead(text.charCodeAt(end - 1));
    yield text.slice(start, isInPair ? end - 1 : end);
    start = isInPair ? end - 1 : end;
  }
}

function isLead(unit: number): boolean {
  return unit >= 0xd800 && unit < 0xdc00;
}

/** The text of bytes that are UTF-8; undefined when they are not. */
export function* decodedText(bytes: Uint8Array): Generator<undefined, string | undefined> {
  const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  let text = '';
  for (let start = 0; start < buffer.length; ) {
    const end = cutAfter(buffer, start);
    if (!isUtf8(buffer.subarray(start, end))) return undefined;
    text += buffer.toString('utf8', start, end);
    start = end;
    yield;
  }
  return text;
}

/** Bytes as base64. */
export function* base64Text(bytes: Uint8Array): Generator<undefined, string> {
  const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  let text = '';
  for (let start = 0; start < buffer.length; start += GROUPS_A_STEP) {
    text += buffer.toString('base64', start, Math.min(start + GROUPS_A_STEP, buffer.length));
    yield;
  }
  return text;
}

/** Three bytes make four characters. */
const GROUPS_A_STEP = 3 * 16 * 1024;

/** Whether bytes are UTF-8. */
export function* isText(bytes: Uint8Array): Generator<undefined, boolean> {
  const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  for (let start = 0; start < buffer.length; ) {
    const end = cutAfter(buffer, start);
    if (!isUtf8(buffer.subarray(start, end))) return false;
    start = end;
    yield;
  }
  return true;
}

// Before a byte that begins a character, unless there is none near: then it is no text.
function cutAfter(buffer: Buffer, start: number): number {
  const end = Math.min(start + CHANGED_A_STEP, buffer.length);
  for (let cut = end; cut > end - LONGEST_CHARACTER; cut -= 1) {
    if (!isInside(buffer[cut])) return cut;
  }
  return end;
}

const LONGEST_CHARACTER = 4;

// A byte that goes on with a character.
function isInside(byte: number | undefined): boolean {
  return byte !== undefined && (byte & 0xc0) === 0x80;
}

function* smallPartsOf(pieces: readonly Uint8Array[]): Generator<Uint8Array> {
  for (const piece of pieces) {
    if (piece.length <= COPIED_BYTES) yield piece;
    else
      for (let at = 0; at < piece.length; at += COPIED_BYTES)
        yield piece.subarray(at, at + COPIED_BYTES);
  }
}

const NEWLINE = 0x0a;
/** Bytes of lines at a time: about 0.4 ms to parse as JSON and read. */
const LINES_BYTES = 16 * 1024;

/** The lines of a UTF-8 text, without their newlines, some at a time. */
export function* linesIn(bytes: Uint8Array): Generator<readonly string[]> {
  const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  for (let start = 0; start < buffer.length; ) {
    const newline = buffer.indexOf(NEWLINE, start + LINES_BYTES);
    const end = newline < 0 ? buffer.length : newline;
    const lines = buffer.toString('utf8', start, end).split('\n');
    yield lines.at(-1) === '' ? lines.slice(0, -1) : lines;
    start = end + 1;
  }
}
