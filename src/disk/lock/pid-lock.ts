import * as fs from 'node:fs';
import { ioError } from '../io-error.ts';
import { toNative } from '../native-path.ts';
import type { FileLock, HeldLock, LockOptions } from './lock.ts';
import { markAdvance } from './lock-mark.ts';
import { nameOfOwner, type Owner } from './lock-owner.ts';
import { waitForLock } from './lock-wait.ts';
import {
  addPidFile,
  isLive,
  type OwnPidFile,
  type PidRecord,
  readPidFile,
  releasePidFile,
  takePidFile,
} from './pid-file.ts';

/**
 * The lock for systems without native ones: `<path>.pid` names the exclusive holder; each shared
 * holder has a file of its own in a directory beside it (`open/` for `open.lock`). A holder puts
 * its own file there first and then looks for the other kind: of two that meet at least one sees
 * the other and gives way.
 */
export class PidLock implements FileLock {
  readonly #path: string;
  readonly #self: Owner;
  readonly #held: Set<HeldLock> = new Set();

  constructor(path: string, self: Owner) {
    this.#path = path;
    this.#self = self;
  }

  tryAcquire(shared = false): HeldLock | undefined {
    return this.#orIoError(() => {
      const mine = shared ? this.#tryShared() : this.#tryExclusive();
      return mine && this.#keep(mine);
    });
  }

  async acquire(options: LockOptions): Promise<HeldLock> {
    const contended = {
      path: this.#path,
      tryOnce: () => this.tryAcquire(options.shared),
      holder: async () => await Promise.resolve(this.#holder()),
    };
    return await waitForLock(contended, options);
  }

  close(): void {
    for (const held of this.#held) held.release();
  }

  #tryExclusive(): OwnPidFile | undefined {
    const mine = takePidFile(this.#exclusivePath, this.#self);
    return mine && unless(mine, () => this.#liveSharers().length > 0);
  }

  #tryShared(): OwnPidFile | undefined {
    fs.mkdirSync(toNative(this.#sharersPath), { recursive: true, mode: 0o700 });
    const mine = addPidFile(this.#sharersPath, this.#self);
    return unless(mine, () => {
      const exclusive = readPidFile(this.#exclusivePath);
      return exclusive !== undefined && isLive(exclusive, this.#self);
    });
  }

  #keep(mine: OwnPidFile): HeldLock {
    const held: HeldLock = {
      advance: () => markAdvance(this.#path),
      release: () => {
        if (this.#held.delete(held)) this.#orIoError(() => releasePidFile(mine));
      },
    };
    this.#held.add(held);
    return held;
  }

  #liveSharers(): readonly PidRecord[] {
    const live: PidRecord[] = [];
    for (const name of namesIn(this.#sharersPath)) {
      const path = `${this.#sharersPath}/${name}`;
      const record = readPidFile(path);
      if (record !== undefined && isLive(record, this.#self)) live.push(record);
      else fs.rmSync(toNative(path), { force: true });
    }
    return live;
  }

  // That the lock is held is known: who holds it stays unknown where that can't be read.
  #holder(): string | undefined {
    try {
      const exclusive = readPidFile(this.#exclusivePath);
      const owner = exclusive?.owner ?? this.#liveSharers()[0]?.owner;
      return owner && nameOfOwner(owner, this.#self);
    } catch {
      return undefined;
    }
  }

  #orIoError<T>(work: () => T): T {
    try {
      return work();
    } catch (error) {
      throw ioError(error, { verb: 'lock', path: this.#path });
    }
  }

  get #exclusivePath(): string {
    return `${this.#path}.pid`;
  }

  get #sharersPath(): string {
    return this.#path.endsWith('.lock') ? this.#path.slice(0, -5) : `${this.#path}.shared`;
  }
}

// Not left where looking for the other kind fails: it would stand in everyone's way.
function unless(mine: OwnPidFile, isTaken: () => boolean): OwnPidFile | undefined {
  let isMine = false;
  try {
    isMine = !isTaken();
  } finally {
    if (!isMine) releasePidFile(mine);
  }
  return isMine ? mine : undefined;
}

/** The records' names; files still being written end in `.tmp`. */
function namesIn(directory: string): readonly string[] {
  if (!fs.existsSync(toNative(directory))) return [];
  return fs.readdirSync(toNative(directory)).filter((name) => !name.endsWith('.tmp'));
}
