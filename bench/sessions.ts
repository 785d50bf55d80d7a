// Many sessions side by side do as much as one, and none waits for the others.
import { openEngine } from '../src/index.ts';
import { freshDirectory, median, type Row, ratioRow, uniqueBytes } from './measure.ts';

const SESSIONS = 64;
const WRITES = 100;

export async function sessions(): Promise<Row[]> {
  // Once unmeasured, so that both have the same compiled code.
  await spread(SESSIONS, WRITES);
  const one = await spread(1, SESSIONS * WRITES);
  const many = await spread(SESSIONS, WRITES);
  const slowest = Math.max(...many.ends);
  return [
    ratioRow('6,400 writes in 64 sessions / in one', many.total / one.total, 2),
    ratioRow('the slowest of 64 sessions / the middle one', slowest / median(many.ends), 1.5),
  ];
}

interface Spread {
  readonly total: number;
  /** When each session was done. */
  readonly ends: readonly number[];
}

async function spread(count: number, writes: number): Promise<Spread> {
  await using engine = await openEngine({ root: freshDirectory() });
  const start = performance.now();
  const ends = await Promise.all(
    Array.from({ length: count }, async (_, id) => {
      const session = await engine.session(`s-${id}`);
      await session.setMode('staged');
      for (let n = 0; n < writes; n += 1) await session.write(`${id}/${n}.txt`, uniqueBytes(4096));
      return performance.now() - start;
    }),
  );
  return { total: performance.now() - start, ends };
}
