import { setImmediate, setTimeout } from 'node:timers/promises';
import { isStagedFsError } from '../base/errors.ts';
import type { Session } from '../session/api/session-api.ts';
import type { PendingUpdate } from '../session/api/types.ts';
import type { Pending } from './notice.ts';

/** Whose pending writes are told, and how. */
export interface NoticePorts {
  readonly session: Session;
  /** Resolves when the client's end took it; rejects when the client is gone. */
  readonly send: (pending: Pending) => Promise<void>;
}

/**
 * The notices of one session. A burst of mutations makes one: they are due at the next turn of the
 * event loop, made only when they are sent, and while the client lags behind only the last state
 * is kept. After one that took long to make the next one waits, so that long lists stay a small
 * part of the work.
 */
export class PendingNotices {
  readonly #ports: NoticePorts;
  readonly #unfollow: () => void;
  #latest: PendingUpdate | undefined;
  #isDue = false;
  #isStopped = false;
  #holds = 0;
  #flushes = 0;
  #sending: Promise<void> | undefined;
  #rest = new AbortController();

  constructor(ports: NoticePorts) {
    this.#ports = ports;
    this.#unfollow = ports.session.on('pending', (update) => {
      this.#latest = update;
      this.post();
    });
  }

  /** Makes a notice due, whether or not something changed. */
  post(): void {
    this.#isDue = true;
    if (this.#holds === 0 && !this.#isStopped) this.#sending ??= this.#send();
  }

  /** Runs `work` and lets no notice overtake its answer; on success one follows it. */
  async after<T>(work: () => Promise<T>): Promise<T> {
    this.#holds += 1;
    try {
      const result = await work();
      this.#isDue = true;
      return result;
    } finally {
      // The answer is written before the event loop turns.
      void setImmediate().then(() => {
        this.#holds -= 1;
        if (this.#isDue) this.post();
      });
    }
  }

  /** Resolves when what is due now is sent. */
  async flush(): Promise<void> {
    this.#flushes += 1;
    this.#rest.abort();
    while (this.#sending !== undefined) await this.#sending;
    this.#flushes -= 1;
  }

  stop(): void {
    this.#isStopped = true;
    this.#rest.abort();
    this.#unfollow();
  }

  async #send(): Promise<void> {
    try {
      while (this.#isReady()) {
        await setImmediate();
        if (this.#isReady()) await this.#sendOne();
      }
    } catch {
      // The client is gone: there is nobody to tell.
      this.stop();
    } finally {
      this.#sending = undefined;
    }
  }

  #isReady(): boolean {
    return this.#isDue && this.#holds === 0 && !this.#isStopped;
  }

  async #sendOne(): Promise<void> {
    this.#isDue = false;
    const start = performance.now();
    const pending = await this.#tryPending();
    if (pending !== undefined) await this.#ports.send(pending);
    await this.#pause(performance.now() - start);
  }

  // Where the state can't be read now, the next change tells it; a closed session has none.
  async #tryPending(): Promise<Pending | undefined> {
    try {
      return await this.#pending();
    } catch (error) {
      if (isStagedFsError(error)) return undefined;
      throw error;
    }
  }

  async #pending(): Promise<Pending> {
    const update = this.#latest;
    this.#latest = undefined;
    // The list is made only now: it may be newer than the totals it came with.
    if (update !== undefined && update.pendingCount === update.pendingWrites.length) return update;
    const { pendingWrites, totalBytesPending } = await this.#ports.session.status();
    const pendingCount = pendingWrites.length;
    return { pendingCount, totalBytes: totalBytesPending, pendingWrites };
  }

  async #pause(workMs: number): Promise<void> {
    if (this.#flushes > 0) return;
    this.#rest = new AbortController();
    const { signal } = this.#rest;
    await setTimeout(Math.min(workMs * REST_FACTOR, LONGEST_REST_MS), undefined, { signal }).catch(
      () => undefined,
    );
  }
}

// 10,000 writes in a row, each with a notice of all that is pending, would send 10 GB.
const REST_FACTOR = 20;
const LONGEST_REST_MS = 250;
