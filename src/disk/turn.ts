import { performance } from 'node:perf_hooks';

/**
 * One turn of the event loop, as a budget: work done at once may take this long before everyone
 * who wants to go on waits for the next turn. Measures the wall clock from the first question in a
 * turn, so the callers' own work counts too. Costs about 1 µs a turn.
 */
export class Turn {
  readonly #budgetMs: number;
  #began: number | undefined;
  #next: Promise<void> = Promise.resolve();

  /** 1.5 ms leave room for one last call within the 2 ms that the loop may be held. */
  constructor(budgetMs = 1.5) {
    this.#budgetMs = budgetMs;
  }

  /** Whether the budget is used up; asking starts the turn. */
  isOver(now: number = performance.now()): boolean {
    if (this.#began === undefined) this.#begin(now);
    return now - (this.#began ?? now) > this.#budgetMs;
  }

  /** Resolves in the next turn, in the order of the calls. */
  next(): Promise<void> {
    return this.#next;
  }

  #begin(now: number): void {
    this.#began = now;
    this.#next = new Promise((resolve) => {
      setImmediate(() => {
        this.#began = undefined;
        resolve();
      });
    });
  }
}
