import { describe, expect, it } from 'vitest';
import * as asyncCalls from '../../../src/disk/async-calls.ts';
import { type DiskMode, Pace } from '../../../src/disk/pace.ts';

const call = { verb: 'lstat', path: '/x' } as const;

/** A pace whose calls take as long as they are told. */
function pacer(mode: DiskMode) {
  let now = 0;
  const pace = new Pace(mode, () => now);
  const run = async (ms: number, isLong = false) =>
    await pace.run({ ...call, isLong }, (calls) => {
      now += ms;
      return calls === asyncCalls ? 'pool' : 'at once';
    });
  const runMany = async (count: number, ms: number) => {
    for (let n = 0; n < count; n += 1) await run(ms);
  };
  return { run, runMany };
}

describe('a pace', () => {
  it('makes calls at once until two of sixteen were slow', async () => {
    const { run, runMany } = pacer('auto');
    await run(11);
    await runMany(16, 1);
    expect([await run(11), await run(11), await run(0)]).toEqual(['at once', 'at once', 'pool']);
  });

  it('comes back when the disk has proved quick, later each time', async () => {
    const { run, runMany } = pacer('auto');
    await runMany(2, 11);
    await runMany(63, 1);
    await run(3);
    await runMany(8, 1);
    expect(await run(1)).toBe('pool');
    await runMany(2, 11);
    await runMany(127, 1);
    expect([await run(1), await run(1)]).toEqual(['pool', 'at once']);
  });

  it('makes long calls in the pool, and learns nothing from them', async () => {
    const { run } = pacer('auto');
    expect([await run(50, true), await run(0)]).toEqual(['pool', 'at once']);
  });

  it('does always what it is told otherwise', async () => {
    const always = pacer('sync');
    expect([await always.run(50), await always.run(50, true)]).toEqual(['at once', 'at once']);
    const never = pacer('async');
    expect([await never.run(0), await never.run(0, true)]).toEqual(['pool', 'pool']);
  });

  it('lets the event loop turn when its calls have held it for 1.5 ms', async () => {
    using turns = countTurns();
    const { run, runMany } = pacer('auto');
    await runMany(70, 0.25);
    expect([await run(0), turns.count]).toEqual(['at once', 10]);
  });

  it('shares one turn among many callers, in order', async () => {
    using turns = countTurns();
    const { run } = pacer('auto');
    const order: string[] = [];
    const callers = [0, 1, 2, 3, 4, 5, 6, 7, 8, 9].map(async (n) => {
      await run(0.5);
      order.push(`${n} in turn ${turns.count}`);
    });
    await Promise.all(callers);
    const inTurn = (turn: number) => (n: number) => `${n} in turn ${turn}`;
    const expected = [
      [0, 1, 2, 3].map(inTurn(0)),
      [4, 5, 6, 7].map(inTurn(1)),
      [8, 9].map(inTurn(2)),
    ];
    expect(order).toEqual(expected.flat());
  });
});

function countTurns(): Disposable & { readonly count: number } {
  let immediate = setImmediate(turn);
  let count = 0;
  function turn(): void {
    count += 1;
    immediate = setImmediate(turn);
  }
  return {
    get count() {
      return count;
    },
    [Symbol.dispose]: () => {
      clearImmediate(immediate);
    },
  };
}
