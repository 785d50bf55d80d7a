import { randomName } from '../base/random-name.ts';
import type { Disk } from '../disk/disk.ts';
import type { FileLock, HeldLock, LockMaker } from '../disk/lock/lock.ts';
import { removeQuietly } from './remove-quietly.ts';

/** What temporary files need. */
export interface TemporaryFilesOptions {
  readonly disk: Disk;
  /** Made when first used. */
  readonly directory: string;
  readonly locks: LockMaker;
}

const LOCK_TIMEOUT_MS = 10_000;

/**
 * Names for bodies that are being received, in one directory shared by processes. The first part of
 * a name is its owner, who holds the lock of that name for as long as it lives: so a sweep can tell
 * what a dead process left from what is still growing.
 */
export class TemporaryFiles {
  readonly #disk: Disk;
  readonly #directory: string;
  readonly #locks: LockMaker;
  readonly #owner: string = newOwner();
  #count = 0;
  #lock: FileLock | undefined;
  #held: Promise<HeldLock> | undefined;

  constructor({ disk, directory, locks }: TemporaryFilesOptions) {
    this.#disk = disk;
    this.#directory = directory;
    this.#locks = locks;
  }

  /** A path where nothing is. The file is swept if this process dies before it is moved away. */
  async newPath(): Promise<string> {
    this.#held ??= this.#own();
    await this.#held;
    this.#count += 1;
    return `${this.#directory}/${this.#owner}.${this.#count}`;
  }

  /** Removes what owners who are gone have left. Only under the session's lock. */
  async sweep(): Promise<readonly string[]> {
    const removed: string[] = [];
    for (const [owner, names] of await this.#namesByOwner()) {
      if (owner === this.#owner) continue;
      for (const name of await this.#sweepOwner(owner, names)) removed.push(name);
    }
    return removed;
  }

  /** Gives up the names: files still under them may be swept. */
  async close(): Promise<void> {
    const held = await this.#held?.catch(() => undefined);
    if (held === undefined) return;
    this.#held = undefined;
    // Before it is free: a sweep that took it in between would lose it.
    await removeQuietly(this.#disk, this.#lockPathOf(this.#owner));
    held.release();
    this.#lock?.close();
  }

  async #own(): Promise<HeldLock> {
    try {
      await this.#disk.makeDirectory(this.#directory, 0o700);
      this.#lock = this.#locks.lockAt(this.#lockPathOf(this.#owner));
      // A sweep may hold it for a moment, as it tries whether anyone does.
      return await this.#lock.acquire({ timeoutMs: LOCK_TIMEOUT_MS });
    } catch (error) {
      this.#held = undefined;
      throw error;
    }
  }

  async #namesByOwner(): Promise<ReadonlyMap<string, readonly string[]>> {
    const owners = new Map<string, string[]>();
    if ((await this.#disk.lstat(this.#directory)) === undefined) return owners;
    for (const { name } of await this.#disk.list(this.#directory)) {
      const owner = name.split('.', 1)[0] ?? name;
      const names = owners.get(owner);
      if (names === undefined) owners.set(owner, [name]);
      else names.push(name);
    }
    return owners;
  }

  async #sweepOwner(owner: string, names: readonly string[]): Promise<readonly string[]> {
    const lock = this.#locks.lockAt(this.#lockPathOf(owner));
    const held = lock.tryAcquire();
    try {
      if (held === undefined) return [];
      for (const name of names) await this.#disk.unlink(`${this.#directory}/${name}`);
      await this.#disk.unlink(this.#lockPathOf(owner));
      return names.filter((name) => !isLockName(name));
    } finally {
      held?.release();
      lock.close();
    }
  }

  #lockPathOf(owner: string): string {
    return `${this.#directory}/${owner}.lock`;
  }
}

// Process and start time are for people; the random part makes it unique.
function newOwner(): string {
  const start = Math.trunc(performance.timeOrigin);
  return `${process.pid}-${start}-${randomName()}`;
}

function isLockName(name: string): boolean {
  return name.includes('.lock');
}
