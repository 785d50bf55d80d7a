import type { Turn } from './turn.ts';

/** Does work that comes in steps, with rests between; returns its result. */
export async function inTurns<T>(steps: Generator<unknown, T>, turn: Turn): Promise<T> {
  for (;;) {
    const step = steps.next();
    if (step.done === true) return step.value;
    if (turn.isOver()) await turn.next();
  }
}
