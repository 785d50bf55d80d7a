/**
 * The system calls, made in the thread pool. Twin of `sync-calls.ts`: same names, same order.
 * Callbacks made into promises are about a fifth faster than `fs.promises`, and take plain
 * descriptors, so that a file opened at once can be read in the pool.
 */
import * as fs from 'node:fs';
import { promisify } from 'node:util';
import type { DiskName, DiskStat } from './disk.ts';
import { diskStatOf, kindOf } from './disk-stat.ts';
import { errnoOf, isAbsence, isDenial } from './io-error.ts';
import { fromRaw, RAW_NAMES, toNative } from './native-path.ts';
import { MOST_AT_ONCE, OPEN_FLAGS } from './open-flags.ts';

/** Names decoded between two looks at the event loop: about 0.3 ms. */
const NAMES_AT_ONCE = 256;

const pool = {
  lstat: promisify(fs.lstat),
  readdir: promisify(fs.readdir),
  readlink: promisify(fs.readlink),
  open: promisify(fs.open),
  mkdir: promisify(fs.mkdir),
  rmdir: promisify(fs.rmdir),
  unlink: promisify(fs.unlink),
  rename: promisify(fs.rename),
  link: promisify(fs.link),
  symlink: promisify(fs.symlink),
  access: promisify(fs.access),
  copyFile: promisify(fs.copyFile),
  fsync: promisify(fs.fsync),
  statfs: promisify(fs.statfs),
  fstat: promisify(fs.fstat),
  read: promisify(fs.read),
  write: promisify(fs.write),
  ftruncate: promisify(fs.ftruncate),
  fchmod: promisify(fs.fchmod),
  fchown: promisify(fs.fchown),
  futimes: promisify(fs.futimes),
  fdatasync: promisify(fs.fdatasync),
  close: promisify(fs.close),
};

export async function lstat(path: string, nowMs: number): Promise<DiskStat | undefined> {
  const stats = await unlessAbsent(pool.lstat(toNative(path), { bigint: true }));
  return stats === undefined ? undefined : diskStatOf(stats, nowMs);
}

export async function list(path: string): Promise<DiskName[]> {
  const options = { encoding: RAW_NAMES, bufferSize: NAMES_AT_ONCE } as const;
  const names: DiskName[] = [];
  for await (const entry of await fs.promises.opendir(toNative(path), options)) {
    names.push({ name: fromRaw(entry.name), kind: kindOf(entry) });
  }
  return names;
}

export async function listNames(path: string): Promise<string[]> {
  return (await pool.readdir(toNative(path), RAW_NAMES)).map(fromRaw);
}

export async function readLink(path: string): Promise<string> {
  return fromRaw(await pool.readlink(toNative(path), RAW_NAMES));
}

export async function realPath(path: string): Promise<string | undefined> {
  const raw = await unlessAbsent(fs.promises.realpath(toNative(path), RAW_NAMES));
  return raw === undefined ? undefined : fromRaw(raw);
}

export async function open(path: string, flags: number, permissions: number): Promise<number> {
  return await pool.open(toNative(path), flags, permissions);
}

/** `large` when the file has more than `most` bytes. */
export async function readFile(
  path: string,
  most: number,
): Promise<Uint8Array | 'large' | undefined> {
  const fd = await unlessAbsent(pool.open(toNative(path), OPEN_FLAGS.read));
  if (fd === undefined) return undefined;
  try {
    const { size } = await pool.fstat(fd);
    // At least one byte, so that a directory of size 0 fails too.
    return size > most ? 'large' : await read(fd, 0, Math.max(size, 1));
  } finally {
    await pool.close(fd);
  }
}

export async function createFile(
  path: string,
  bytes: Uint8Array,
  permissions: number,
): Promise<void> {
  const fd = await open(path, OPEN_FLAGS.create, permissions);
  try {
    await writeAndClose(fd, bytes);
  } catch (error) {
    await unlink(path).catch(ignore);
    throw error;
  }
}

export async function makeDirectory(path: string, permissions: number): Promise<boolean> {
  try {
    await pool.mkdir(toNative(path), permissions);
    return true;
  } catch (error) {
    if (errnoOf(error) === 'EEXIST') return false;
    throw error;
  }
}

export async function removeDirectory(path: string): Promise<void> {
  await pool.rmdir(toNative(path));
}

export async function unlink(path: string): Promise<boolean> {
  return (await unlessAbsent(pool.unlink(toNative(path)).then(() => true))) ?? false;
}

export async function rename(from: string, to: string): Promise<void> {
  await pool.rename(toNative(from), toNative(to));
}

export async function link(existing: string, path: string): Promise<void> {
  await pool.link(toNative(existing), toNative(path));
}

export async function symlink(target: string, path: string): Promise<void> {
  await pool.symlink(toNative(target), toNative(path), null);
}

export async function isWritable(path: string): Promise<boolean> {
  try {
    await pool.access(toNative(path), fs.constants.W_OK);
    return true;
  } catch (error) {
    return !isDenial(error);
  }
}

export async function copyFile(from: string, to: string): Promise<void> {
  const { COPYFILE_EXCL, COPYFILE_FICLONE } = fs.constants;
  await pool.copyFile(toNative(from), toNative(to), COPYFILE_EXCL | COPYFILE_FICLONE);
}

export async function syncDirectory(path: string): Promise<void> {
  const fd = await pool.open(toNative(path), OPEN_FLAGS.directory);
  try {
    await pool.fsync(fd);
  } catch (error) {
    // Some file systems keep directories on the medium themselves and refuse.
    if (errnoOf(error) !== 'EINVAL') throw error;
  } finally {
    await pool.close(fd);
  }
}

export async function freeBytes(path: string): Promise<number> {
  const { bavail, bsize } = await pool.statfs(toNative(path));
  return bavail * bsize;
}

export async function fstat(fd: number, nowMs: number): Promise<DiskStat> {
  return diskStatOf(await pool.fstat(fd, { bigint: true }), nowMs);
}

export async function read(fd: number, position: number, length: number): Promise<Uint8Array> {
  const buffer = Buffer.allocUnsafe(length);
  let filled = 0;
  while (filled < length) {
    const most = Math.min(length - filled, MOST_AT_ONCE);
    const { bytesRead } = await pool.read(fd, buffer, filled, most, position + filled);
    if (bytesRead === 0) break;
    filled += bytesRead;
  }
  return buffer.subarray(0, filled);
}

export async function write(fd: number, bytes: Uint8Array, position?: number): Promise<void> {
  let written = 0;
  while (written < bytes.length) {
    const at = position === undefined ? null : position + written;
    const most = Math.min(bytes.length - written, MOST_AT_ONCE);
    const { bytesWritten } = await pool.write(fd, bytes, written, most, at);
    written += bytesWritten;
  }
}

export async function truncate(fd: number, size: number): Promise<void> {
  await pool.ftruncate(fd, size);
}

export async function chmod(fd: number, permissions: number): Promise<void> {
  await pool.fchmod(fd, permissions);
}

export async function chown(fd: number, user: number, group: number): Promise<void> {
  await pool.fchown(fd, user, group);
}

export async function setModified(fd: number, seconds: number): Promise<void> {
  await pool.futimes(fd, seconds, seconds);
}

export async function sync(fd: number): Promise<void> {
  await pool.fdatasync(fd);
}

export async function close(fd: number): Promise<void> {
  await pool.close(fd);
}

async function unlessAbsent<T>(call: Promise<T>): Promise<T | undefined> {
  try {
    return await call;
  } catch (error) {
    if (isAbsence(error)) return undefined;
    throw error;
  }
}

// Closing can fail too: some file systems write, and run out of space, only then.
async function writeAndClose(fd: number, bytes: Uint8Array): Promise<void> {
  try {
    await write(fd, bytes);
  } finally {
    await pool.close(fd);
  }
}

function ignore(): void {}
