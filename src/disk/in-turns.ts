import { type Order, sortedInSteps } from '../base/sorted-in-steps.ts';
import type { WorkspacePath } from '../base/workspace-path.ts';
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

/** Calls `work` with each item, with rests between. */
export async function eachInTurns<T>(
  items: Iterable<T>,
  work: (item: T) => void,
  turn: Turn = new Turn(),
): Promise<void> {
  let count = 0;
  for (const item of items) {
    work(item);
    if (++count % ITEMS_AT_ONCE === 0 && turn.isOver()) await turn.next();
  }
}

/** What `map` makes of each item, with rests between. */
export async function mapInTurns<T, R>(items: Iterable<T>, map: (item: T) => R): Promise<R[]> {
  const mapped: R[] = [];
  await eachInTurns(items, (item) => void mapped.push(map(item)));
  return mapped;
}

/** The items by their paths, with rests between. */
export async function byPathInTurns<T extends { readonly path: WorkspacePath }>(
  items: Iterable<T>,
): Promise<Map<WorkspacePath, T>> {
  const byPath = new Map<WorkspacePath, T>();
  await eachInTurns(items, (item) => void byPath.set(item.path, item));
  return byPath;
}
