import PQueue from 'p-queue';

/** Gives the work of one session its turns, in the order in which it arrives. */
export interface Turns {
  run<T>(work: () => Promise<T>): Promise<T>;
}

/** One queue a session: sessions do not wait for each other. */
export function createTurns(): Turns {
  const queue = new PQueue({ concurrency: 1 });
  return { run: (work) => queue.add(work) };
}
