import PQueue from 'p-queue';

/** Runs the work of one session, one after the other in the order in which it arrives. */
export interface SessionQueue {
  run<T>(work: () => Promise<T>): Promise<T>;
}

/** One queue a session: sessions do not wait for each other. */
export function createSessionQueue(): SessionQueue {
  const queue = new PQueue({ concurrency: 1 });
  return { run: (work) => queue.add(work) };
}
