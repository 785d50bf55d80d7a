/** The `GIT binary patch` block: how to make each side, from nothing or from the other side. */
import pako from 'pako';
import type { ByteWriter } from '../print/byte-writer.ts';
import { encodeBase85, GROUP_CHARACTERS } from './base85.ts';
import { encodeDelta } from './delta.ts';

// What git uses, through stock zlib. Node's own zlib gives other bytes at this level.
const LEVEL = 1;
const BYTES_PER_LINE = 52;
const CHARACTERS_PER_LINE: number = (BYTES_PER_LINE / 4) * GROUP_CHARACTERS;
const LINE_FEED = 0x0a;

/** Appends the block that turns `before` into `after`, and the one that turns it back. */
export function writeBinaryBlock(out: ByteWriter, before: Uint8Array, after: Uint8Array): void {
  out.text('GIT binary patch\n');
  writeMaking(out, after, before);
  writeMaking(out, before, after);
}

function writeMaking(out: ByteWriter, target: Uint8Array, source: Uint8Array): void {
  const literal = pako.deflate(target, { level: LEVEL });
  const delta = encodeDelta(source, target, literal.length);
  const packed = delta === undefined ? undefined : pako.deflate(delta, { level: LEVEL });
  if (delta !== undefined && packed !== undefined && packed.length < literal.length) {
    writePacked(out, `delta ${delta.length}`, packed);
  } else {
    writePacked(out, `literal ${target.length}`, literal);
  }
}

function writePacked(out: ByteWriter, label: string, packed: Uint8Array): void {
  out.text(`${label}\n`);
  const text = encodeBase85(packed);
  for (let at = 0; at * BYTES_PER_LINE < packed.length; at += 1) {
    out.byte(lengthLetter(Math.min(BYTES_PER_LINE, packed.length - at * BYTES_PER_LINE)));
    out.bytes(
      text,
      at * CHARACTERS_PER_LINE,
      Math.min((at + 1) * CHARACTERS_PER_LINE, text.length),
    );
    out.byte(LINE_FEED);
  }
  out.byte(LINE_FEED);
}

// A to Z are 1 to 26, a to z are 27 to 52.
function lengthLetter(length: number): number {
  return length <= 26 ? 0x40 + length : 0x60 + length - 26;
}
