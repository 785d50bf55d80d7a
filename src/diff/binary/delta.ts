/**
 * git's delta form (gitformat-pack): the two sizes, then instructions that copy a run of the source
 * or insert bytes given. The instructions are ours: any choice that makes the target is valid.
 */
import { BlockIndex } from '../lines/block-index.ts';
import { ByteWriter } from '../print/byte-writer.ts';

const LONGEST_COPY = 0x1_0000;
const LONGEST_INSERT = 0x7f;
const COPY = 0x80;

/** A delta from `source` to `target` of at most `limit` bytes, or undefined when there is none. */
export function encodeDelta(
  source: Uint8Array,
  target: Uint8Array,
  limit: number,
): Uint8Array | undefined {
  if (source.length === 0 || target.length === 0) return undefined;
  const out = new ByteWriter();
  writeSize(out, source.length);
  writeSize(out, target.length);
  let written = 0;
  for (const run of new BlockIndex(source).sharedRuns(target, LONGEST_INSERT)) {
    // git gives up on what it would have to insert before it knows of the run.
    if (out.length + insertSize(run.passed - written) > limit) return undefined;
    writeInserts(out, target.subarray(written, run.targetStart));
    writeCopies(out, run.sourceStart, run.length);
    written = run.targetStart + run.length;
  }
  writeInserts(out, target.subarray(written));
  return out.length > limit ? undefined : out.finish();
}

function insertSize(length: number): number {
  return length + Math.ceil(length / LONGEST_INSERT);
}

/** The size takes seven bits a byte, lowest first; the eighth says that more follow. */
function writeSize(out: ByteWriter, size: number): void {
  let rest = size;
  for (; rest >= 0x80; rest >>>= 7) out.byte((rest & 0x7f) | 0x80);
  out.byte(rest);
}

function writeInserts(out: ByteWriter, bytes: Uint8Array): void {
  for (let at = 0; at < bytes.length; at += LONGEST_INSERT) {
    const piece = bytes.subarray(at, at + LONGEST_INSERT);
    out.byte(piece.length);
    out.bytes(piece);
  }
}

function writeCopies(out: ByteWriter, start: number, length: number): void {
  for (let done = 0; done < length; done += LONGEST_COPY) {
    writeCopy(out, start + done, Math.min(LONGEST_COPY, length - done));
  }
}

// Bits 0 to 3 of the instruction name the offset bytes that follow, bits 4 to 6 those of the
// length; zero bytes are left out, and the greatest length is written as none at all.
function writeCopy(out: ByteWriter, offset: number, length: number): void {
  const shortLength = length === LONGEST_COPY ? 0 : length;
  const operands = [...littleEndian(offset, 4), ...littleEndian(shortLength, 3)];
  out.byte(operands.reduce((code, byte, bit) => (byte === 0 ? code : code | (1 << bit)), COPY));
  for (const byte of operands) if (byte !== 0) out.byte(byte);
}

function littleEndian(value: number, size: number): number[] {
  return Array.from({ length: size }, (_, index) => (value >>> (8 * index)) & 0xff);
}
