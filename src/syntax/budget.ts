import { type Clock, systemClock } from '../base/clock.ts';

/** Why work was given up before its end. */
export type Halt = 'cancelled' | 'timed_out';

/** How long work may go on. */
export interface BudgetOptions {
  /** Milliseconds from now. */
  readonly deadlineMs: number;
  /** Asked often: must be cheap. @default never */
  readonly isCancelled?: () => boolean;
  readonly clock?: Clock;
}

/** Tells running work when to give up. */
export interface Budget {
  haltedBy(): Halt | undefined;
}

/** A budget that starts now. Once spent it stays spent. */
export function createBudget(options: BudgetOptions): Budget {
  const { deadlineMs, isCancelled = () => false, clock = systemClock } = options;
  const end = clock.now() + deadlineMs;
  let halt: Halt | undefined;
  return {
    haltedBy() {
      if (halt === undefined && isCancelled()) halt = 'cancelled';
      if (halt === undefined && clock.now() >= end) halt = 'timed_out';
      return halt;
    },
  };
}
