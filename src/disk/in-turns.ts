import { type Order, sortedInSteps } from '../base/sorted-in-steps.ts';
import { Turn } from './turn.ts';

/** Does work that comes in steps, with rests between; returns its result. */
export async function inTurns<T>(
  steps: Generator<unknown, T>,
  turn: Turn = new Turn(),
): Promise<T> {
  for (;;) {
    const step = steps.next();
    if (step.done === true) return step.value;
    if (turn.isOver()) await turn.next();
  }
}

/** Sorts, with rests between. The items are those of the call, whatever becomes of the list. */
export async function sortedInTurns<T extends object | string>(
  items: Iterable<T>,
  order: Order<T>,
): Promise<readonly T[]> {
  return await inTurns(sortedInSteps(items, order));
}

/** Items between two looks at the clock: work of a microsecond each must not cost twice as much. */
const ITEMS_AT_ONCE = 32;

/** What `map` makes of each item, with rests between. */
export async function mapInTurns<T, R>(
  items: Iterable<T>,
  map: (item: T) => R,
  turn: Turn = new Turn(),
): Promise<R[]> {
  const mapped: R[] = [];
  for (const item of items) {
    mapped.push(map(item));
    if (mapped.length % ITEMS_AT_ONCE === 0 && turn.isOver()) await turn.next();
  }
  return mapped;
}
