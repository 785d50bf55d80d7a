/** A call at once that took this long held the event loop far too long. */
const SLOW_MS = 10;

/** The disk is slow when two of so many calls are: one alone is an outlier, or a busy processor. */
const SLOW_WITHIN = 16;

/** A call through the thread pool this quick would have been no burden at once. */
const QUICK_MS = 2;

/** So many quick calls end the slow time: first 64, then twice as many each time. */
const FIRST_PROOF = 64;
const LONGEST_PROOF = 4096;

/**
 * Whether a disk is slow, learned from how long its calls take. One slow call is not enough: on a
 * busy machine a process is often suspended for 10 ms in the middle of a quick call, and pooled
 * calls, which wait for the processor twice, are then ten times slower than calls at once.
 */
export class Speed {
  #isSlow = false;
  /** Calls at once for which another slow one counts. */
  #suspicion = 0;
  /** Quick pooled calls; each other one takes back eight. */
  #proven = 0;
  #proof = FIRST_PROOF;

  get isSlow(): boolean {
    return this.#isSlow;
  }

  tookAtOnce(ms: number): void {
    if (ms <= SLOW_MS) {
      if (this.#suspicion > 0) this.#suspicion -= 1;
      return;
    }
    this.#isSlow = this.#suspicion > 0;
    this.#suspicion = this.#isSlow ? 0 : SLOW_WITHIN;
  }

  tookPooled(ms: number): void {
    this.#proven = ms < QUICK_MS ? this.#proven + 1 : Math.max(this.#proven - 8, 0);
    if (this.#proven < this.#proof) return;
    this.#isSlow = false;
    this.#proven = 0;
    this.#proof = Math.min(this.#proof * 2, LONGEST_PROOF);
  }
}
