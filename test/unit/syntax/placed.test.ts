import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { joinNeighbours, type Placed } from '../../../src/syntax/placed.ts';

function placed(name: string, depth: number, at: number): Placed {
  return {
    ...{ name, depth, kind: 'function', signature: name, container: null, hasLocals: true },
    ...{
      isHiddenWhenLocal: false,
      level: undefined,
      section: 0,
      start: at,
      end: at + 1,
      nameStart: at,
      pattern: 0,
    },
  };
}

describe('joining neighbours', () => {
  const symbols = fc
    .array(fc.tuple(fc.constantFrom('f', 'g'), fc.nat(4)), { maxLength: 40 })
    .map((list) => list.map(([name, depth], at) => placed(name, depth, at)));

  it('joins each to the last that is not inside of another', () => {
    fc.assert(
      fc.property(symbols, (given) => {
        const expected: Placed[] = [];
        for (const symbol of given) {
          const at = expected.findLastIndex(({ depth }) => depth <= symbol.depth);
          const last = expected[at];
          const isSame = last?.name === symbol.name && last.depth === symbol.depth;
          if (isSame) expected[at] = { ...last, end: symbol.end };
          else expected.push(symbol);
        }
        expect(joinNeighbours(given)).toEqual(expected);
      }),
    );
  });

  it('looks at few of the symbols before', () => {
    let looks = 0;
    const counted = (name: string, depth: number, at: number): Placed => {
      const symbol = placed(name, depth, at);
      return Object.defineProperty(symbol, 'depth', {
        get: () => {
          looks += 1;
          return depth;
        },
      });
    };
    const count = 10_000;
    const locals = Array.from({ length: count }, (_, at) => counted(`g${at}`, 1, at));
    const equations = Array.from({ length: count }, (_, at) => counted('f', 0, count + at));
    joinNeighbours([counted('f', 0, 0), ...locals, ...equations]);
    expect(looks / (2 * count)).toBeLessThan(20);
  });
});
