import { isUtf8 } from 'node:buffer';
import { createHash } from 'node:crypto';
import { sortedInSteps } from '../base/sorted-in-steps.ts';
import type { ObjectFormat } from '../diff/blob-oid.ts';
import { inTurns } from '../disk/in-turns.ts';
import type { TreeFile } from './tree-object.ts';

/** isomorphic-git makes an index in one go, in 14 µs a file. */
const MOST_FOR_LIBRARY = 100;

/** The bytes of a git index of `files`. */
export async function indexOf(
  files: readonly TreeFile[],
  format: ObjectFormat,
): Promise<Uint8Array> {
  const isForLibrary = isFew(files) && format === 'sha1' && files.every(hasUtf8Name);
  if (!isForLibrary) return await inTurns(encodeIndex(files, format));
  // Loaded only where it is used: that takes 40 ms, and again in no steps.
  const { libraryIndex } = await import('./library-index.ts');
  return await libraryIndex(files);
}

function isFew({ length }: readonly TreeFile[]): boolean {
  return length > 0 && length <= MOST_FOR_LIBRARY;
}

function hasUtf8Name({ path }: TreeFile): boolean {
  return isUtf8(Buffer.from(path, 'latin1'));
}

/** Files a step: about 0.3 ms. */
const STEP = 256;

/**
 * The same, version 2 (git's documentation of gitformat-index), where isomorphic-git can't write it
 * (it knows neither SHA-256 nor names that are not UTF-8) or would take too long; step by step.
 */
export function* encodeIndex(
  files: readonly TreeFile[],
  format: ObjectFormat,
): Generator<undefined, Uint8Array> {
  const sorted = yield* sortedInSteps(files, byPath);
  const hash = createHash(format);
  const parts: Uint8Array[] = [headOf(files.length)];
  hash.update(headOf(files.length));
  for (let at = 0; at < sorted.length; at += STEP) {
    const part = Buffer.concat(sorted.slice(at, at + STEP).map(encodeEntry));
    hash.update(part);
    parts.push(part);
    yield;
  }
  return Buffer.concat([...parts, hash.digest()]);
}

// A character is a byte, so these compare as bytes do.
function byPath(left: TreeFile, right: TreeFile): number {
  return left.path < right.path ? -1 : 1;
}

const VERSION = 2;

function headOf(count: number): Uint8Array {
  const head = Buffer.alloc(12);
  head.write('DIRC', 'latin1');
  head.writeUInt32BE(VERSION, 4);
  head.writeUInt32BE(count, 8);
  return head;
}

// Times, device, inode, owner and size stay 0: no working tree stands behind this index.
const MODE_AT = 24;
const OID_AT = 40;
const LONGEST_LENGTH = 0xfff;

function encodeEntry({ path, mode, oid }: TreeFile): Uint8Array {
  const name = Buffer.from(oid, 'hex');
  const flagsAt = OID_AT + name.length;
  const end = flagsAt + 2 + path.length;
  // One to eight NULs follow the path.
  const entry = Buffer.alloc(end + 8 - (end % 8));
  entry.writeUInt32BE(Number.parseInt(mode, 8), MODE_AT);
  name.copy(entry, OID_AT);
  entry.writeUInt16BE(Math.min(path.length, LONGEST_LENGTH), flagsAt);
  entry.write(path, flagsAt + 2, 'latin1');
  return entry;
}
