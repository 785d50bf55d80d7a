// Work that comes in steps, done at once.

/** What the work comes to. */
export function last<T>(steps: Generator<unknown, T>): T {
  return counted(steps).result;
}

/** The same, and in how many steps. */
export function counted<T>(steps: Generator<unknown, T>): {
  readonly result: T;
  readonly count: number;
} {
  for (let count = 0; ; count += 1) {
    const step = steps.next();
    if (step.done === true) return { result: step.value, count };
  }
}
