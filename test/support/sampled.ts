// How much is tried: every case there is, or a few of them.
import { randomInt } from 'node:crypto';

/** Whether this run tries every case; `npm run test:long` asks for that. */
export const isLong: boolean = process.env['STAGED_FS_LONG'] === '1';

/** Some `count` of the cases in their order, others each time; all of them in a long run. */
export function sampled<T>(cases: readonly T[], count: number): readonly T[] {
  if (isLong) return cases;
  const left = cases.map((_, index) => index);
  const taken = Array.from({ length: Math.min(count, left.length) }, () =>
    left.splice(randomInt(left.length), 1),
  );
  return taken
    .flat()
    .sort((one, other) => one - other)
    .flatMap((index) => cases.slice(index, index + 1));
}

/** Some `count` of them at even distances, from another start each time; all in a long run. */
export function strided<T>(cases: readonly T[], count: number): readonly T[] {
  const stride = isLong ? 1 : Math.max(1, Math.ceil(cases.length / count));
  const start = randomInt(stride);
  return cases.filter((_, index) => index % stride === start);
}
