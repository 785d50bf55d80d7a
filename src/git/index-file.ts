import { isUtf8 } from 'node:buffer';
import { createHash } from 'node:crypto';
import type { ObjectFormat } from '../diff/blob-oid.ts';
import { libraryIndex } from './library-index.ts';
import type { TreeFile } from './tree-object.ts';

/** The bytes of a git index of `files`. */
export async function indexOf(
  files: readonly TreeFile[],
  format: ObjectFormat,
): Promise<Uint8Array> {
  const isForLibrary = format === 'sha1' && files.length > 0 && files.every(hasUtf8Name);
  return isForLibrary ? await libraryIndex(files) : encodeIndex(files, format);
}

function hasUtf8Name({ path }: TreeFile): boolean {
  return isUtf8(Buffer.from(path, 'latin1'));
}

/**
 * The same, version 2 (git's documentation of gitformat-index), where isomorphic-git can't write it:
 * it knows neither SHA-256 nor names that are not UTF-8.
 */
export function encodeIndex(files: readonly TreeFile[], format: ObjectFormat): Uint8Array {
  const entries = files
    .map((file) => ({ file, path: Buffer.from(file.path, 'latin1') }))
    .sort((left, right) => Buffer.compare(left.path, right.path))
    .map(({ file, path }) => encodeEntry(file, path));
  const content = Buffer.concat([headOf(files.length), ...entries]);
  return Buffer.concat([content, createHash(format).update(content).digest()]);
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

function encodeEntry({ mode, oid }: TreeFile, path: Buffer): Uint8Array {
  const name = Buffer.from(oid, 'hex');
  const flagsAt = OID_AT + name.length;
  const end = flagsAt + 2 + path.length;
  // One to eight NULs follow the path.
  const entry = Buffer.alloc(end + 8 - (end % 8));
  entry.writeUInt32BE(Number.parseInt(mode, 8), MODE_AT);
  name.copy(entry, OID_AT);
  entry.writeUInt16BE(Math.min(path.length, LONGEST_LENGTH), flagsAt);
  path.copy(entry, flagsAt + 2);
  return entry;
}
