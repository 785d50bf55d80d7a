import { type Clock, systemClock } from '../base/clock.ts';
import type {
  Awaitable,
  Disk,
  DiskFile,
  DiskName,
  DiskStat,
  OpenMode,
  OpenOptions,
} from './disk.ts';
import { exchange } from './exchange.ts';
import { isIoError } from './io-error.ts';
import { LARGE_BYTES, NodeFile } from './node-file.ts';
import { notAFile } from './not-a-file.ts';
import { OPEN_FLAGS } from './open-flags.ts';
import { type DiskMode, Pace } from './pace.ts';
import { patiently } from './patience.ts';

/** Options of `createNodeDisk`. */
export interface NodeDiskOptions {
  /** Decides whether a stat is settled. @default systemClock */
  readonly clock?: Clock;
  /**
   * `sync` makes every call at once, for threads whose event loop nobody waits for; `async` makes
   * every call in the thread pool; `auto` makes small calls at once as long as the disk is quick,
   * and waits for the next turn of the event loop when they have held this one for 1.5 ms.
   * @default 'auto'
   */
  readonly mode?: DiskMode;
}

/** A directory file of this size holds some 3,000 names, which take about 2 ms to read. */
const LARGE_DIRECTORY_BYTES = 64 * 1024;

/** The disk over `node:fs`. */
export function createNodeDisk({ clock = systemClock, mode = 'auto' }: NodeDiskOptions = {}): Disk {
  return new NodeDisk(new Pace(mode), clock);
}

class NodeDisk implements Disk {
  readonly #pace: Pace;
  readonly #clock: Clock;

  constructor(pace: Pace, clock: Clock) {
    this.#pace = pace;
    this.#clock = clock;
  }

  lstat(path: string): Awaitable<DiskStat | undefined> {
    return this.#pace.run({ verb: 'lstat', path }, (calls) => calls.lstat(path, this.#clock.now()));
  }

  async list(path: string): Promise<readonly DiskName[]> {
    const isLarge = ((await this.lstat(path))?.size ?? 0) > LARGE_DIRECTORY_BYTES;
    try {
      return await this.#pace.run({ verb: 'list', path, isLong: isLarge }, (calls) =>
        calls.list(path),
      );
    } catch (error) {
      // Where the file system does not tell kinds, node looks each name up, and trips over one
      // that has just gone or is not UTF-8.
      if (isIoError(error, 'ENOENT')) return await this.#listOneByOne(path);
      throw error;
    }
  }

  readLink(path: string): Awaitable<string> {
    return this.#pace.run({ verb: 'readLink', path }, (calls) => calls.readLink(path));
  }

  realPath(path: string): Awaitable<string | undefined> {
    return this.#pace.run({ verb: 'realPath', path }, (calls) => calls.realPath(path));
  }

  async open(path: string, mode: OpenMode, options: OpenOptions = {}): Promise<DiskFile> {
    const { permissions = 0o666 } = options;
    const flags = OPEN_FLAGS[mode];
    const fd = await this.#pace.run({ verb: 'open', path }, (calls) =>
      calls.open(path, flags, permissions),
    );
    return new NodeFile(fd, path, { pace: this.#pace, clock: this.#clock });
  }

  async readFile(path: string): Promise<Uint8Array | undefined> {
    const call = { verb: 'readFile', path } as const;
    const bytes = await this.#pace.run(call, (calls) => calls.readFile(path, LARGE_BYTES));
    return bytes === 'large' ? await this.#readLarge(path) : bytes;
  }

  createFile(path: string, bytes: Uint8Array, permissions: number): Awaitable<void> {
    const call = { verb: 'createFile', path, isLong: bytes.length > LARGE_BYTES } as const;
    return this.#pace.run(call, (calls) => calls.createFile(path, bytes, permissions));
  }

  makeDirectory(path: string, permissions: number): Awaitable<boolean> {
    return this.#pace.run({ verb: 'makeDirectory', path }, (calls) =>
      calls.makeDirectory(path, permissions),
    );
  }

  removeDirectory(path: string): Awaitable<void> {
    return this.#pace.run({ verb: 'removeDirectory', path }, (calls) =>
      calls.removeDirectory(path),
    );
  }

  unlink(path: string): Awaitable<boolean> {
    return this.#pace.run({ verb: 'unlink', path }, (calls) => calls.unlink(path));
  }

  async rename(from: string, to: string): Promise<void> {
    const call = { verb: 'rename', path: from } as const;
    await patiently(() => this.#pace.run(call, (calls) => calls.rename(from, to)));
  }

  async exchange(left: string, right: string): Promise<void> {
    await patiently(() => exchange(left, right));
  }

  link(existing: string, path: string): Awaitable<void> {
    return this.#pace.run({ verb: 'link', path }, (calls) => calls.link(existing, path));
  }

  symlink(target: string, path: string): Awaitable<void> {
    return this.#pace.run({ verb: 'symlink', path }, (calls) => calls.symlink(target, path));
  }

  // Through a descriptor: node's chmod would follow a link.
  async chmod(path: string, permissions: number): Promise<void> {
    const file = await this.open(path, 'read');
    try {
      await file.chmod(permissions);
    } finally {
      await file.close();
    }
  }

  isWritable(path: string): Awaitable<boolean> {
    return this.#pace.run({ verb: 'isWritable', path }, (calls) => calls.isWritable(path));
  }

  async copyFile(from: string, to: string, permissions: number): Promise<void> {
    const source = await this.lstat(from);
    // The copy itself would follow a link, and wait for ever on a FIFO.
    if (source !== undefined && source.kind !== 'file') throw notAFile(from);
    const call = { verb: 'copyFile', path: to, isLong: (source?.size ?? 0) > LARGE_BYTES } as const;
    await this.#pace.run(call, (calls) => calls.copyFile(from, to));
    try {
      await this.chmod(to, permissions);
    } catch (error) {
      await this.unlink(to);
      throw error;
    }
  }

  syncDirectory(path: string): Awaitable<void> {
    const call = { verb: 'syncDirectory', path, isLong: true } as const;
    return this.#pace.run(call, (calls) => calls.syncDirectory(path));
  }

  freeBytes(path: string): Awaitable<number> {
    return this.#pace.run({ verb: 'freeBytes', path }, (calls) => calls.freeBytes(path));
  }

  async #readLarge(path: string): Promise<Uint8Array> {
    const file = await this.open(path, 'read');
    try {
      return await file.read(0, Number.MAX_SAFE_INTEGER);
    } finally {
      await file.close();
    }
  }

  async #listOneByOne(path: string): Promise<readonly DiskName[]> {
    const names = await this.#pace.run({ verb: 'list', path }, (calls) => calls.listNames(path));
    const found: DiskName[] = [];
    for (const name of names) {
      const stat = await this.lstat(`${path}/${name}`);
      if (stat !== undefined) found.push({ name, kind: stat.kind });
    }
    return found;
  }
}
