/** Reads a `GIT binary patch` block. */
import { inflateSync } from 'node:zlib';
import { decodeBase85, GROUP_CHARACTERS } from '../binary/base85.ts';
import type { BinaryMaking, SectionBody } from '../print/patch-section.ts';
import type { PatchCursor } from './patch-cursor.ts';

const LABEL = /^(literal|delta) (\d{1,15})$/;
const GROUP_BYTES = 4;

/**
 * Reads the block that begins at the cursor: how to make the after side, and the before side. In
 * steps of a line each, and one for what is unpacked.
 */
export function* parseBinary(cursor: PatchCursor): Generator<void, SectionBody> {
  cursor.advance();
  const forward =
    (yield* parseMaking(cursor)) ?? cursor.fail('expected `literal` or `delta` and a size');
  const reverse = yield* parseMaking(cursor);
  return { kind: 'binary', forward, ...(reverse && { reverse }) };
}

function* parseMaking(cursor: PatchCursor): Generator<void, BinaryMaking | undefined> {
  const { text } = cursor;
  if (!text.startsWith('literal ') && !text.startsWith('delta ')) return undefined;
  const match = LABEL.exec(text) ?? cursor.fail('this names no size');
  const size = Number(match[2]);
  const labelLine = cursor.line;
  cursor.advance();
  const packed: Uint8Array[] = [];
  for (; cursor.text !== ''; cursor.advance()) {
    packed.push(decodeLine(cursor));
    yield;
  }
  if (cursor.isAtEnd) cursor.fail(`the binary block of line ${labelLine} has no end`);
  const bytes = inflate(Buffer.concat(packed), size) ?? cursor.fail('the binary block is damaged');
  cursor.advance();
  return { kind: match[1] === 'delta' ? 'delta' : 'literal', bytes };
}

function decodeLine(cursor: PatchCursor): Uint8Array {
  const { text } = cursor;
  const length = lengthOf(text.charCodeAt(0));
  const groups = Math.ceil(length / GROUP_BYTES);
  const isWhole = length > 0 && text.length === 1 + groups * GROUP_CHARACTERS;
  const bytes = isWhole ? decodeBase85(text.slice(1)) : undefined;
  return bytes?.subarray(0, length) ?? cursor.fail('this line is not base85');
}

function lengthOf(letter: number): number {
  if (letter >= 0x41 && letter <= 0x5a) return letter - 0x40;
  return letter >= 0x61 && letter <= 0x7a ? letter - 0x60 + 26 : 0;
}

// The size is a promise that the block must keep; it also bounds what a hostile one can unpack to.
function inflate(packed: Uint8Array, size: number): Uint8Array | undefined {
  try {
    const bytes = inflateSync(packed, { maxOutputLength: Math.max(size, 1) });
    return bytes.length === size ? bytes : undefined;
  } catch {
    return undefined;
  }
}
