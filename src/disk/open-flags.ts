import { constants } from 'node:fs';
import type { OpenMode } from './disk.ts';

const { O_RDONLY, O_RDWR, O_CREAT, O_EXCL, O_APPEND, O_DIRECTORY, O_NOFOLLOW, O_NONBLOCK } =
  constants;

/** The operating system's flags of each mode. */
export const OPEN_FLAGS: Readonly<Record<OpenMode, number>> = {
  // O_NONBLOCK: opening a FIFO without a writer would otherwise hang the thread for good.
  read: O_RDONLY | O_NOFOLLOW | O_NONBLOCK,
  create: O_RDWR | O_CREAT | O_EXCL | O_NOFOLLOW,
  update: O_RDWR | O_CREAT | O_NOFOLLOW,
  append: O_RDWR | O_CREAT | O_APPEND | O_NOFOLLOW,
  directory: O_RDONLY | O_DIRECTORY | O_NOFOLLOW,
};

/** Bytes of one read or write call: node refuses 2 GiB and more. */
export const MOST_AT_ONCE: number = 64 * 1024 * 1024;
