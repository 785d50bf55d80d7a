import { throwIfAborted } from '../../store/abortable.ts';
import type { Held } from '../state/held.ts';
import type { SessionState } from '../state/state.ts';

/** A value that comes later, or the word that it could not be had yet. */
export type Early<T> = { readonly value: T } | undefined;

/** One mutation of a session. */
export interface Mutation<T> {
  /** Aborted before its turn, it fails and changes nothing. */
  readonly signal?: AbortSignal | undefined;
  /** Stages several records, all or none: its failure undoes what it staged before. */
  readonly isWhole?: boolean;
  /** Whether it must have a hold of its own. */
  readonly isAlone?: boolean;
  /** Whether its hold takes the root's commit lock too. */
  readonly withCommitLock?: boolean;
  /**
   * Runs in turn, before the lock is taken: what takes long and decides nothing. Skipped for one
   * that shares another's hold, unless it is alone or runs again.
   */
  prepare?(): Promise<void>;
  /** Does the whole without the lock where no staged state is concerned. */
  early?(): Promise<Early<T>>;
  /** Decides on the current state and stages, as its last step. */
  run(held: Held): Promise<T>;
  /** Gives up what was prepared: called once it has failed for good, whether it ran or not. */
  abandon?(): Promise<void>;
  /** Called when `run` threw: true when it should run again after `prepare`. */
  retry?(error: unknown): boolean;
}

// Other processes wait for our lock meanwhile.
const LONGEST_HOLD_MS = 50;

/**
 * The mutations of one session in the order of their arrival. Those that wait together share one
 * hold of the lock and one append.
 */
export class Mutations {
  readonly #state: SessionState;
  readonly #queued: <T>(work: () => Promise<T>) => Promise<T>;
  readonly #waiting: Waiting[] = [];
  #isDraining = false;
  #closed: Error | undefined;
  #last: Promise<unknown> = Promise.resolve();

  constructor(state: SessionState, queued: <T>(work: () => Promise<T>) => Promise<T>) {
    this.#state = state;
    this.#queued = queued;
  }

  /** Settles when every mutation that arrived before this call has. */
  get arrived(): Promise<unknown> {
    return this.#last;
  }

  /** Runs `mutation` in its turn; resolves when its record is in the journal. */
  add<T>(mutation: Mutation<T>): Promise<T> {
    const done = new Promise<T>((resolve, reject) => {
      const waiting = waitingFor(mutation, { resolve, reject });
      if (this.#closed === undefined) this.#waiting.push(waiting);
      else void waiting.fail(this.#closed);
    });
    this.#last = done.catch(ignore);
    if (!this.#isDraining) this.#drain();
    return done;
  }

  /** Refuses, with `error`, what comes from now on: such as a stream that closing overtook. */
  close(error: Error): void {
    this.#closed = error;
  }

  #drain(): void {
    this.#isDraining = true;
    void this.#queued(() => this.#runNext()).then(
      () => this.#goOn(),
      (error: unknown) => {
        for (const waiting of this.#waiting.splice(0)) void waiting.fail(error);
        this.#isDraining = false;
      },
    );
  }

  #goOn(): void {
    if (this.#waiting.length > 0) this.#drain();
    else this.#isDraining = false;
  }

  // The first that waits sets the pace: what it must do before the lock, others wait for.
  async #runNext(): Promise<void> {
    const first = this.#waiting[0];
    if (first === undefined) return;
    if (await first.finishEarly()) {
      this.#waiting.shift();
      return;
    }
    const batch: Waiting[] = [];
    try {
      const { withCommitLock } = first;
      await this.#state.hold((held) => this.#runBatch(held, batch), { withCommitLock });
    } catch (error) {
      // The hold failed as a whole: at its lock, its append, or its state.
      if (batch.length === 0) batch.push(...this.#waiting.splice(0, 1));
      for (const waiting of batch) await waiting.fail(error);
      return;
    }
    for (const waiting of batch) waiting.acknowledge();
  }

  async #runBatch(held: Held, batch: Waiting[]): Promise<void> {
    const end = performance.now() + LONGEST_HOLD_MS;
    do {
      const next = this.#waiting[0];
      if (next === undefined || (batch.length > 0 && !next.mayJoin)) return;
      if (!(await next.run(held))) return;
      this.#waiting.shift();
      batch.push(next);
      if (!next.mayJoin) return;
    } while (performance.now() < end);
  }
}

/** A mutation in the queue. */
interface Waiting {
  /** Whether it may share another's hold. */
  readonly mayJoin: boolean;
  readonly withCommitLock: boolean | undefined;
  /** Prepares; true when that was all there was to do. */
  finishEarly(): Promise<boolean>;
  /** False when it must prepare and run again. */
  run(held: Held): Promise<boolean>;
  acknowledge(): void;
  /** Never rejects. */
  fail(error: unknown): Promise<void>;
}

interface Settle<T> {
  resolve(value: T): void;
  reject(error: unknown): void;
}

function waitingFor<T>(mutation: Mutation<T>, settle: Settle<T>): Waiting {
  let outcome = (): void => undefined;
  let isAgain = false;
  return {
    get mayJoin() {
      return mutation.isAlone !== true && !isAgain;
    },
    async finishEarly() {
      try {
        throwIfAborted(mutation.signal);
        const early = await mutation.early?.();
        if (early !== undefined) settle.resolve(early.value);
        else await mutation.prepare?.();
        return early !== undefined;
      } catch (error) {
        await this.fail(error);
        return true;
      }
    },
    withCommitLock: mutation.withCommitLock,
    async run(held) {
      try {
        throwIfAborted(mutation.signal);
        const value = await mutation.run(held);
        outcome = () => settle.resolve(value);
      } catch (error) {
        isAgain = mutation.retry?.(error) === true;
        if (isAgain) return false;
        // The hold then loads what the journal has.
        if (mutation.isWhole === true) throw error;
        await abandon(mutation);
        outcome = () => settle.reject(error);
      }
      return true;
    },
    acknowledge: () => outcome(),
    fail: async (error) => await abandon(mutation).then(() => settle.reject(error)),
  };
}

// A failure here is not the caller's: what could not be removed is swept later.
async function abandon(mutation: Pick<Mutation<unknown>, 'abandon'>): Promise<void> {
  try {
    await mutation.abandon?.();
  } catch {
    // Its caller gets the failure that led here.
  }
}

function ignore(): void {
  // Its own caller sees the failure.
}
