import { performance } from 'node:perf_hooks';
import * as asyncCalls from './async-calls.ts';
import type { Awaitable } from './disk.ts';
import { type CallName, ioError } from './io-error.ts';
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

/** A call this slow shows a slow disk; one this quick, measured through the thread pool, a good one. */
const SLOW_MS = 10;
const QUICK_MS = 2;

/** So many quick calls in a row end the slow time; twice as many the next time. */
const FIRST_PROOF = 64;

/**
 * Decides for each call whether it is made at once (three to six times faster) or in the thread
 * pool (never holds the event loop). In `auto` it is at once until a call was slow, and after one
 * slow call (an outlier, or a network disk) again only when the disk has proved quick.
 */
export class Pace {
  readonly #mode: DiskMode;
  readonly #turn: Turn = new Turn();
  readonly #now: () => number;
  #isSlow = false;
  #quickCalls = 0;
  #proof = FIRST_PROOF;

  constructor(mode: DiskMode, now: () => number = () => performance.now()) {
    this.#mode = mode;
    this.#now = now;
  }

  /** Makes the call now, in the next turn of the event loop, or in the thread pool. */
  run<T>(call: Call, attempt: Attempt<T>): Awaitable<T> {
    if (this.#mode === 'sync') return atOnce(call, attempt);
    if (call.isLong === true) return pooled(call, attempt);
    if (this.#mode === 'async' || this.#isSlow) return this.#measured(call, attempt);
    const start = this.#now();
    if (this.#turn.isOver(start)) return this.#nextTurn(call, attempt);
    try {
      return atOnce(call, attempt);
    } finally {
      if (this.#now() - start > SLOW_MS) this.#becomeSlow();
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
      this.#quickCalls = this.#now() - start < QUICK_MS ? this.#quickCalls + 1 : 0;
      if (this.#quickCalls >= this.#proof) this.#isSlow = false;
    }
  }

  #becomeSlow(): void {
    if (this.#quickCalls > 0) this.#proof *= 2;
    this.#quickCalls = 0;
    this.#isSlow = true;
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
