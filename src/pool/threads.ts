import type { Piscina } from 'piscina';
import { internal } from '../base/errors.ts';
import { abortedError, closedError } from './stop.ts';
import type { WorkerProgram } from './worker-url.ts';

/** How to start the threads, how many at most, and what is said when one fails. */
export interface ThreadsOptions extends WorkerProgram {
  readonly maxThreads: number;
  readonly failure: string;
  /** How long a thread waits for its next task. @default 5000 */
  readonly idleTimeoutMs?: number;
}

/** How a task is given away. */
export interface RunOptions {
  readonly signal?: AbortSignal | undefined;
  /** Ends the thread that works on the task when the signal fires; otherwise it goes on. */
  readonly endsThread?: boolean;
  /** Buffers that are moved, not cloned. */
  readonly transferList?: ArrayBuffer[];
}

/** Threads that run, and what ended them. */
interface Started<T, R> {
  readonly pool: Piscina<T, R>;
  failure: unknown;
}

/** Starting a thread takes 35 ms: a burst after a short pause should find it running. */
const IDLE_TIMEOUT_MS = 5_000;

/**
 * Worker threads of one program, started by the first task; idle ones end, and never hold the
 * process. A thread that fails takes its own task along, or all that wait when it can't even start.
 */
export class Threads<T, R> {
  readonly #options: ThreadsOptions;
  #started: Promise<Started<T, R>> | undefined;
  #isClosed = false;

  constructor(options: ThreadsOptions) {
    this.#options = options;
  }

  get isClosed(): boolean {
    return this.#isClosed;
  }

  /** @throws ERR_STAGED_SESSION_CLOSED, ERR_STAGED_ABORTED, ERR_STAGED_INTERNAL for a thread that failed */
  async run(task: T, options: RunOptions = {}): Promise<R> {
    const { signal, endsThread = false, transferList = [] } = options;
    this.#assertOpen();
    this.#started ??= this.#start();
    const started = await this.#started;
    this.#assertOpen();
    if (signal?.aborted === true) throw abortedError(signal.reason);
    const stopping = endsThread && signal !== undefined ? { signal } : {};
    try {
      return await started.pool.run(task, { transferList, ...stopping });
    } catch (error) {
      throw this.#reasonOf(started.failure ?? error, signal);
    }
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    const started = await this.#started;
    await started?.pool.destroy();
  }

  // A destroyed pool would start new threads.
  #assertOpen(): void {
    if (this.#isClosed) throw closedError();
  }

  #reasonOf(error: unknown, signal: AbortSignal | undefined): Error {
    if (this.#isClosed) return closedError();
    if (signal?.aborted === true) return abortedError(signal.reason);
    internal(this.#options.failure, error);
  }

  #start(): Promise<Started<T, R>> {
    const starting = this.#startPool((started, error) => {
      started.failure ??= error;
      // A pool fails once for each of its threads: only the first time none has come after it.
      if (this.#started === starting) this.#started = undefined;
      void started.pool.destroy();
    });
    return starting;
  }

  async #startPool(
    onError: (started: Started<T, R>, error: unknown) => void,
  ): Promise<Started<T, R>> {
    const { maxThreads, filename, execArgv, idleTimeoutMs = IDLE_TIMEOUT_MS } = this.#options;
    // Loaded at first use: 20 ms that most commands never need.
    const { Piscina: Pool } = await import('piscina');
    const pool: Piscina<T, R> = new Pool({
      filename,
      ...(execArgv && { execArgv }),
      minThreads: 0,
      maxThreads,
      idleTimeout: idleTimeoutMs,
      recordTiming: false,
    });
    // A thread that can't start would leave its tasks waiting for ever.
    const started: Started<T, R> = { pool, failure: undefined };
    pool.on('error', (error: unknown) => onError(started, error));
    return started;
  }
}
