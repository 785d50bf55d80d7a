/** Tells the time, so that tests can set it. */
export interface Clock {
  /** Milliseconds since the epoch, whole. */
  now(): number;
}

/** The real clock. */
export const systemClock: Clock = { now: () => Date.now() };
