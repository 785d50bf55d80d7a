// How often the event loop goes round during a piece of work: told by a clock of its own, so that it
// does not matter how fast the machine is.
import { performance } from 'node:perf_hooks';
import { vi } from 'vitest';

/**
 * The turns that `work` takes on a clock which each look advances by a millisecond: every third look
 * then finds the turn used up. On a disk that answers at once only our own looks make any.
 */
export async function turnsDuring(work: () => Promise<unknown>): Promise<number> {
  let now = performance.now();
  const clock = vi.spyOn(performance, 'now').mockImplementation(() => (now += 1));
  let turns = 0;
  let immediate = setImmediate(function turn() {
    turns += 1;
    immediate = setImmediate(turn);
  });
  try {
    await work();
    return turns;
  } finally {
    clearImmediate(immediate);
    clock.mockRestore();
  }
}
