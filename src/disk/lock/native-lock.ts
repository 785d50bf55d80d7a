import * as fs from 'node:fs';
import { ioError } from '../io-error.ts';
import type { NativeAddon } from '../native-addon.ts';
import { toNative } from '../native-path.ts';
import { OPEN_FLAGS } from '../open-flags.ts';
import type { FileLock, HeldLock, LockOptions } from './lock.ts';
import { findLockHolder } from './lock-holder.ts';
import { markAdvance } from './lock-mark.ts';
import { waitForLock } from './lock-wait.ts';

/**
 * A lock of the operating system on an open file (F_OFD_SETLK): gone when its holder is, however
 * it ended. The lock file is never unlinked by us; where someone else replaced it, a lock on the
 * old file excludes nobody, so each acquisition checks that the path still leads to it.
 */
export class NativeLock implements FileLock {
  readonly #path: string;
  readonly #addon: NativeAddon;
  #file: LockFile | undefined;
  #holders = 0;
  #isShared = false;

  constructor(path: string, addon: NativeAddon) {
    this.#path = path;
    this.#addon = addon;
  }

  tryAcquire(shared = false): HeldLock | undefined {
    // An open file never excludes itself, so its holders are counted here.
    const joins = this.#holders > 0;
    if (joins ? !(shared && this.#isShared) : !this.#lockCurrentFile(shared)) return undefined;
    this.#isShared = shared;
    this.#holders += 1;
    return this.#held();
  }

  async acquire(options: LockOptions): Promise<HeldLock> {
    const path = this.#path;
    const tryOnce = (): HeldLock | undefined => this.tryAcquire(options.shared);
    return await waitForLock({ path, tryOnce, holder: () => findLockHolder(path) }, options);
  }

  close(): void {
    const file = this.#file;
    this.#file = undefined;
    this.#holders = 0;
    if (file !== undefined) fs.closeSync(file.fd);
  }

  #held(): HeldLock {
    const file = this.#file;
    let isReleased = false;
    return {
      // Through a descriptor of its own: closing that leaves a lock of this kind as it is.
      advance: () => markAdvance(this.#path),
      release: () => {
        // After `close` the lock is gone, and the number may be another file's.
        if (isReleased || file === undefined || this.#file !== file) return;
        isReleased = true;
        this.#holders -= 1;
        if (this.#holders === 0) this.#addon.unlock(file.fd);
      },
    };
  }

  #lockCurrentFile(shared: boolean): boolean {
    try {
      // Once more for a file that was replaced since it was opened; never for ever.
      return this.#lockOnce(shared) ?? this.#lockOnce(shared) ?? false;
    } catch (error) {
      throw ioError(error, { verb: 'lock', path: this.#path });
    }
  }

  /** Undefined when the file turned out to be no longer the one at the path. */
  #lockOnce(shared: boolean): boolean | undefined {
    this.#file ??= openLockFile(this.#path);
    const isLocked = this.#addon.tryLock(this.#file.fd, { shared });
    if (isAtItsPath(this.#file, this.#path)) return isLocked;
    this.close();
    return undefined;
  }
}

interface LockFile {
  readonly fd: number;
  readonly dev: bigint;
  readonly ino: bigint;
}

function openLockFile(path: string): LockFile {
  const fd = fs.openSync(toNative(path), OPEN_FLAGS.update, 0o600);
  const { dev, ino } = fs.fstatSync(fd, { bigint: true });
  return { fd, dev, ino };
}

function isAtItsPath({ dev, ino }: LockFile, path: string): boolean {
  const there = fs.lstatSync(toNative(path), { bigint: true, throwIfNoEntry: false });
  return there?.ino === ino && there.dev === dev;
}
