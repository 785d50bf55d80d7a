import { internal } from '../../base/errors.ts';
import { isIoError } from '../../disk/io-error.ts';
import type { FileLock, HeldLock, LockMaker } from '../../disk/lock/lock.ts';
import { makeSessionDirectory, makeStagedDirectory, stagedDirectoryOf } from '../session-dir.ts';
import type { FilePorts } from './state-ports.ts';

// Often enough for a waiter with a second of patience, and nothing beside what a commit does meanwhile.
const ADVANCE_MS = 100;

/** Which locks a hold takes beside the session's own. */
export interface HoldOptions {
  /** The root's commit lock, by which commits and recoveries of all its sessions take turns. */
  readonly withCommitLock?: boolean | undefined;
}

/**
 * The locks of one session. Who needs the commit lock too takes it first: the other way round, two
 * processes would wait for each other.
 */
export class StateLocks {
  readonly #ports: FilePorts;
  #maker: LockMaker | undefined;
  #lock: FileLock | undefined;
  /** The locks of a hold that has the commit lock. */
  #both: HeldLock | undefined;
  #advancedAt = 0;

  constructor(ports: FilePorts) {
    this.#ports = ports;
  }

  /** The locks of the root; `prepare` comes first. */
  get maker(): LockMaker {
    return this.#maker ?? internal('The locks were used before the state directory was made.');
  }

  /** Whether the hold that goes on has the commit lock. */
  get hasCommitLock(): boolean {
    return this.#both !== undefined;
  }

  /** Makes the session's directory and locks ready to use. */
  async prepare(): Promise<void> {
    if (this.#lock !== undefined) return;
    const { disk, root, directory } = this.#ports;
    await makeStagedDirectory(disk, root);
    await makeSessionDirectory(disk, directory);
    this.#maker ??= await this.#ports.lockMaker();
    this.#lock ??= this.#maker.lockAt(directory.lock);
  }

  /** Takes the session's lock, after the commit lock where that is asked for. */
  async acquire(options: HoldOptions = {}): Promise<HeldLock> {
    try {
      return await this.#tryAcquire(options);
    } catch (error) {
      if (!isIoError(error, 'ENOENT')) throw error;
      // Someone removed the directory while the session was open: what that means is told next.
      this.close();
      return await this.#tryAcquire(options);
    }
  }

  /**
   * The same where only `isCommitNeeded`, asked under the session's lock, tells for certain whether
   * the commit lock is needed too: then that lock is let go before both are taken.
   */
  async acquireAsNeeded(
    options: HoldOptions,
    isCommitNeeded: () => Promise<boolean>,
  ): Promise<HeldLock> {
    const lock = await this.acquire(options);
    if (this.hasCommitLock) return lock;
    let isNeeded = true;
    try {
      isNeeded = await isCommitNeeded();
    } finally {
      if (isNeeded) lock.release();
    }
    return isNeeded ? await this.acquire({ withCommitLock: true }) : lock;
  }

  /** Shows those who wait for a commit's locks that it goes on; cheap enough for its every step. */
  advance(): void {
    const now = this.#ports.clock.now();
    if (Math.abs(now - this.#advancedAt) < ADVANCE_MS) return;
    this.#advancedAt = now;
    this.#both?.advance();
  }

  close(): void {
    this.#lock?.close();
    this.#lock = undefined;
  }

  async #tryAcquire({ withCommitLock = false }: HoldOptions): Promise<HeldLock> {
    await this.prepare();
    return withCommitLock ? await this.#acquireBoth() : await this.#acquireOwn();
  }

  async #acquireBoth(): Promise<HeldLock> {
    const { root, lockTimeoutMs: timeoutMs } = this.#ports;
    const lock = this.maker.lockAt(`${stagedDirectoryOf(root)}/.commit.lock`);
    try {
      const first = await lock.acquire({ timeoutMs });
      const own = await this.#acquireOwn();
      this.#both = this.#pairOf(own, {
        advance: () => first.advance(),
        release: () => lock.close(),
      });
      return this.#both;
    } catch (error) {
      lock.close();
      throw error;
    }
  }

  #pairOf(own: HeldLock, first: HeldLock): HeldLock {
    return {
      advance() {
        first.advance();
        own.advance();
      },
      release: () => {
        this.#both = undefined;
        try {
          own.release();
        } finally {
          first.release();
        }
      },
    };
  }

  async #acquireOwn(): Promise<HeldLock> {
    const lock = this.#lock ?? internal('The session has no lock after it was prepared.');
    return await lock.acquire({ timeoutMs: this.#ports.lockTimeoutMs });
  }
}
