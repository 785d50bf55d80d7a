import { type HashedFile, hashLarge, LargeBase } from '../../workspace/observe.ts';
import type { SessionParts } from '../parts.ts';

/** The base of one mutation, hashed outside the lock when it turns out to be large. */
export class DeferredBase {
  readonly #parts: SessionParts;
  readonly #signal: AbortSignal | undefined;
  #large: LargeBase | undefined;
  #known: HashedFile | 'defer' | undefined = 'defer';

  /** `signal` ends the hashing. */
  constructor(parts: SessionParts, signal: AbortSignal | undefined) {
    this.#parts = parts;
    this.#signal = signal;
  }

  /** What to pass to `observeBase`. */
  get known(): HashedFile | 'defer' | undefined {
    return this.#known;
  }

  /** Whether `error` asks for hashing, and then for another run. */
  asksFor(error: unknown): boolean {
    if (!(error instanceof LargeBase)) return false;
    this.#large = error;
    return true;
  }

  /** Hashes what was asked for. A file that changes again after this is hashed under the lock. */
  async prepare(): Promise<void> {
    if (this.#large === undefined) return;
    this.#known = await hashLarge(this.#parts.observer, this.#large.path, this.#signal);
    this.#large = undefined;
  }
}
