/** The system calls, answered at once. Twin of `async-calls.ts`: same names, same order. */
import * as fs from 'node:fs';
import type { DiskName, DiskStat } from './disk.ts';
import { diskStatOf, kindOf } from './disk-stat.ts';
import { errnoOf, isAbsence, isDenial } from './io-error.ts';
import { fromRaw, RAW_NAMES, toNative } from './native-path.ts';
import { MOST_AT_ONCE, OPEN_FLAGS } from './open-flags.ts';

export function lstat(path: string, nowMs: number): DiskStat | undefined {
  // Without an exception for ENOENT, which would cost 10 µs; ENOTDIR throws all the same.
  const options = { bigint: true, throwIfNoEntry: false } as const;
  const stats = unlessAbsent(() => fs.lstatSync(toNative(path), options));
  return stats === undefined ? undefined : diskStatOf(stats, nowMs);
}

export function list(path: string): DiskName[] {
  const options = { encoding: RAW_NAMES, withFileTypes: true } as const;
  return fs
    .readdirSync(toNative(path), options)
    .map((entry) => ({ name: fromRaw(entry.name), kind: kindOf(entry) }));
}

export function listNames(path: string): string[] {
  return fs.readdirSync(toNative(path), RAW_NAMES).map(fromRaw);
}

export function readLink(path: string): string {
  return fromRaw(fs.readlinkSync(toNative(path), RAW_NAMES));
}

export function realPath(path: string): string | undefined {
  return unlessAbsent(() => fromRaw(fs.realpathSync.native(toNative(path), RAW_NAMES)));
}

export function open(path: string, flags: number, permissions: number): number {
  return fs.openSync(toNative(path), flags, permissions);
}

/** `large` when the file has more than `most` bytes. */
export function readFile(path: string, most: number): Uint8Array | 'large' | undefined {
  const fd = unlessAbsent(() => fs.openSync(toNative(path), OPEN_FLAGS.read));
  if (fd === undefined) return undefined;
  try {
    // A small file is read without being asked for its size first.
    const count = fs.readSync(fd, SCRATCH, 0, SCRATCH.length, 0);
    if (count < SCRATCH.length) return copyOf(SCRATCH.subarray(0, count));
    const { size } = fs.fstatSync(fd);
    return size > most ? 'large' : read(fd, 0, size);
  } finally {
    fs.closeSync(fd);
  }
}

const SCRATCH = Buffer.allocUnsafeSlow(16 * 1024);

// In memory of its own: what is read may be moved to another thread.
function copyOf(bytes: Uint8Array): Uint8Array {
  const copy = Buffer.allocUnsafeSlow(bytes.length);
  copy.set(bytes);
  return copy;
}

export function createFile(path: string, bytes: Uint8Array, permissions: number): void {
  const fd = open(path, OPEN_FLAGS.create, permissions);
  try {
    writeAndClose(fd, bytes);
  } catch (error) {
    unlinkQuietly(path);
    throw error;
  }
}

export function makeDirectory(path: string, permissions: number): boolean {
  try {
    fs.mkdirSync(toNative(path), permissions);
    return true;
  } catch (error) {
    if (errnoOf(error) === 'EEXIST') return false;
    throw error;
  }
}

export function removeDirectory(path: string): void {
  fs.rmdirSync(toNative(path));
}

export function unlink(path: string): boolean {
  return unlessAbsent(() => fs.unlinkSync(toNative(path)) ?? true) ?? false;
}

export function rename(from: string, to: string): void {
  fs.renameSync(toNative(from), toNative(to));
}

export function link(existing: string, path: string): void {
  fs.linkSync(toNative(existing), toNative(path));
}

export function symlink(target: string, path: string): void {
  fs.symlinkSync(toNative(target), toNative(path));
}

export function isWritable(path: string): boolean {
  try {
    fs.accessSync(toNative(path), fs.constants.W_OK);
    return true;
  } catch (error) {
    return !isDenial(error);
  }
}

export function copyFile(from: string, to: string): void {
  const { COPYFILE_EXCL, COPYFILE_FICLONE } = fs.constants;
  fs.copyFileSync(toNative(from), toNative(to), COPYFILE_EXCL | COPYFILE_FICLONE);
}

export function syncDirectory(path: string): void {
  const fd = fs.openSync(toNative(path), OPEN_FLAGS.directory);
  try {
    fs.fsyncSync(fd);
  } catch (error) {
    // Some file systems keep directories on the medium themselves and refuse.
    if (errnoOf(error) !== 'EINVAL') throw error;
  } finally {
    fs.closeSync(fd);
  }
}

export function freeBytes(path: string): number {
  const { bavail, bsize } = fs.statfsSync(toNative(path));
  return bavail * bsize;
}

export function fstat(fd: number, nowMs: number): DiskStat {
  return diskStatOf(fs.fstatSync(fd, { bigint: true }), nowMs);
}

export function read(fd: number, position: number, length: number): Uint8Array {
  const buffer = Buffer.allocUnsafe(length);
  let filled = 0;
  while (filled < length) {
    const most = Math.min(length - filled, MOST_AT_ONCE);
    const count = fs.readSync(fd, buffer, filled, most, position + filled);
    if (count === 0) break;
    filled += count;
  }
  return buffer.subarray(0, filled);
}

export function write(fd: number, bytes: Uint8Array, position?: number): void {
  let written = 0;
  while (written < bytes.length) {
    const at = position === undefined ? null : position + written;
    const most = Math.min(bytes.length - written, MOST_AT_ONCE);
    written += fs.writeSync(fd, bytes, written, most, at);
  }
}

export function truncate(fd: number, size: number): void {
  fs.ftruncateSync(fd, size);
}

export function chmod(fd: number, permissions: number): void {
  fs.fchmodSync(fd, permissions);
}

export function chown(fd: number, user: number, group: number): void {
  fs.fchownSync(fd, user, group);
}

export function setModified(fd: number, seconds: number): void {
  fs.futimesSync(fd, seconds, seconds);
}

export function sync(fd: number): void {
  fs.fdatasyncSync(fd);
}

export function close(fd: number): void {
  fs.closeSync(fd);
}

function unlessAbsent<T>(call: () => T): T | undefined {
  try {
    return call();
  } catch (error) {
    if (isAbsence(error)) return undefined;
    throw error;
  }
}

// Closing can fail too: some file systems write, and run out of space, only then.
function writeAndClose(fd: number, bytes: Uint8Array): void {
  try {
    write(fd, bytes);
  } finally {
    fs.closeSync(fd);
  }
}

// The failure that led here is what the caller must hear of.
function unlinkQuietly(path: string): void {
  try {
    unlink(path);
  } catch {}
}
