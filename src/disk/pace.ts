import { performance } from 'node:perf_hooks';
import * as asyncCalls from './async-calls.ts';
import type { Awaitable } from './disk.ts';
import { type CallName, ioError } from './io-error.ts';
import { Speed } from './speed.ts';
import * as syncCalls from './sync-calls.ts';
import { Turn } from './turn.ts';

/** How calls reach the operating system; see `createNodeDisk`. */
export type DiskMode = 'auto' | 'sync' | 'async';

/** The two ways to make a call: the functions have the same names and parameters. */
type Calls = typeof syncCalls | typeof asyncCalls;

/** What a call is, and whether it takes long by its nature and so says nothing about the disk. */
export interface Call extends CallName {
  readonly isLong?: boolean;
}

/** Makes one call through whichever way it is given. */
export type Attempt<T> = (calls: Calls) => Awaitable<T>;

/**
 * Decides for each call whether it is made at once (three to six times faster) or in the thread
 * pool (never holds the event loop). In `auto` it is at once while the disk is quick.
 */
export class Pace {
  readonly #mode: DiskMode;
  readonly #turn: Turn = new Turn();
  readonly #now: () => number;
  readonly #speed: Speed = new Speed();

  constructor(mode: DiskMode, now: () => number = () => performance.now()) {
    this.#mode = mode;
    this.#now = now;
  }

  /** Makes the call now, in the next turn of the event loop, or in the thread pool. */
  run<T>(call: Call, attempt: Attempt<T>): Awaitable<T> {
    if (this.#mode === 'sync') return atOnce(call, attempt);
    if (call.isLong === true) return pooled(call, attempt);
    if (this.#mode === 'async' || this.#speed.isSlow) return this.#measured(call, attempt);
    const start = this.#now();
    if (this.#turn.isOver(start)) return this.#nextTurn(call, attempt);
    try {
      return atOnce(call, attempt);
    } finally {
      this.#speed.tookAtOnce(this.#now() - start);
    }
  }

  async #nextTurn<T>(call: Call, attempt: Attempt<T>): Promise<T> {
    await this.#turn.next();
    return await this.run(call, attempt);
  }

  async #measured<T>(call: Call, attempt: Attempt<T>): Promise<T> {
    const start = this.#now();
    try {
      return await pooled(call, attempt);
    } finally {
      this.#speed.tookPooled(this.#now() - start);
    }
  }
}

function atOnce<T>(call: Call, attempt: Attempt<T>): Awaitable<T> {
  try {
    return attempt(syncCalls);
  } catch (error) {
    throw ioError(error, call);
  }
}

async function pooled<T>(call: Call, attempt: Attempt<T>): Promise<T> {
  try {
    return await attempt(asyncCalls);
  } catch (error) {
    throw ioError(error, call);
  }
}
