import type { StatIdentity } from '../base/entry.ts';

/**
 * A result that may be there already. Small calls answer at once (three to six times faster than
 * through the thread pool), slow disks answer later: callers always `await`.
 */
export type Awaitable<T> = T | Promise<T>;

/** What kind of thing a path is. `other`: FIFO, socket, device. */
export type NodeKind = 'file' | 'directory' | 'symlink' | 'other';

/** Whose a file is, as numbers of the system. */
export interface Owner {
  readonly user: number;
  readonly group: number;
}

/** One look at a path, the link itself if it is one. */
export interface DiskStat {
  readonly kind: NodeKind;
  readonly size: number;
  /** Permission bits with setuid, setgid and sticky: `0o7777`. */
  readonly permissions: number;
  readonly owner: Owner;
  readonly links: number;
  readonly identity: StatIdentity;
}

/** One name in a directory. */
export interface DiskName {
  /** Decoded by `base/name.ts`: reversible for names that are not UTF-8. */
  readonly name: string;
  readonly kind: NodeKind;
}

/** How a file is opened. No mode follows a link in the last segment. */
export type OpenMode =
  /** Reads an existing file; never blocks on a FIFO. */
  | 'read'
  /** Creates a file that must not exist, for reading and writing. */
  | 'create'
  /** Reads and writes, created if missing. */
  | 'update'
  /** Reads and writes at the end, created if missing. */
  | 'append'
  /** An existing directory, as an anchor for paths below it. */
  | 'directory';

/** An open file. Always closed by whoever opened it. */
export interface DiskFile {
  readonly fd: number;
  readonly path: string;
  stat(): Awaitable<DiskStat>;
  /** Reads up to `length` bytes at `position`; fewer only at the end of the file. */
  read(position: number, length: number): Awaitable<Uint8Array>;
  /** Writes all of `bytes`: at `position`, or at the end for `append`. Short writes are continued. */
  write(bytes: Uint8Array, position?: number): Awaitable<void>;
  truncate(size: number): Awaitable<void>;
  chmod(permissions: number): Awaitable<void>;
  /** Gives the file away, or as much of that as the system lets us; it takes set-id bits away. */
  chown(owner: Owner): Awaitable<void>;
  /** Dates the content, to a microsecond or so; where the system refuses, it keeps its date. */
  setModified(mtimeNs: string): Awaitable<void>;
  /** Data and size are on the medium when it returns. */
  sync(): Awaitable<void>;
  close(): Awaitable<void>;
}

/** Options of one `Disk.open`. */
export interface OpenOptions {
  readonly permissions?: number;
}

/**
 * The port to the file system: the only way the engine reaches it. Paths are absolute strings in
 * the encoding of `base/name.ts`. Each failure is ERR_STAGED_IO with verb, path and errno; only
 * the verbs that say so turn an expected errno into a value.
 */
export interface Disk {
  /** Undefined when nothing is there (ENOENT, ENOTDIR). Does not follow a link. */
  lstat(path: string): Awaitable<DiskStat | undefined>;
  /** In no promised order. */
  list(path: string): Awaitable<readonly DiskName[]>;
  /** The target's text, decoded by `base/name.ts`. */
  readLink(path: string): Awaitable<string>;
  /** Undefined when the path, or what a link points to, does not exist. */
  realPath(path: string): Awaitable<string | undefined>;
  open(path: string, mode: OpenMode, options?: OpenOptions): Awaitable<DiskFile>;
  /** Whole file, not through a link; undefined when nothing is there. For small files. */
  readFile(path: string): Awaitable<Uint8Array | undefined>;
  /** A new file with these bytes; fails with errno EEXIST. No partial file is left behind on failure. */
  createFile(path: string, bytes: Uint8Array, permissions: number): Awaitable<void>;
  /** False when it is there already (as anything). Parents are not made. */
  makeDirectory(path: string, permissions: number): Awaitable<boolean>;
  removeDirectory(path: string): Awaitable<void>;
  /** False when nothing is there. */
  unlink(path: string): Awaitable<boolean>;
  rename(from: string, to: string): Awaitable<void>;
  /** Swaps two names in one step; ERR_STAGED_UNSUPPORTED where the system or file system can't. */
  exchange(left: string, right: string): Awaitable<void>;
  /** A second name for a file; fails with errno EEXIST. */
  link(existing: string, path: string): Awaitable<void>;
  symlink(target: string, path: string): Awaitable<void>;
  chmod(path: string, permissions: number): Awaitable<void>;
  /** Whether this process may change what is at the path: its bits, its lists and its file system. */
  isWritable(path: string): Awaitable<boolean>;
  /** Copies bytes to a new file (a clone where the file system shares blocks); fails with EEXIST. */
  copyFile(from: string, to: string, permissions: number): Awaitable<void>;
  /** The names in a directory are on the medium when it returns. */
  syncDirectory(path: string): Awaitable<void>;
  /** Bytes an unprivileged user may still write on the file system that holds `path`. */
  freeBytes(path: string): Awaitable<number>;
}
