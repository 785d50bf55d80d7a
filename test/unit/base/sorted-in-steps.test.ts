import * as fc from 'fast-check';
import { expect, it } from 'vitest';
import { compareBytes } from '../../../src/base/compare-bytes.ts';
import { sortedInSteps } from '../../../src/base/sorted-in-steps.ts';
import { last } from '../../support/steps.ts';

it('gives every item in order', () => {
  const anyNumbers = fc.array(fc.nat(100_000), { maxLength: 1500, size: 'max' });
  fc.assert(
    fc.property(anyNumbers, (numbers) => {
      const names = numbers.map((n) => `f${n}`);
      expect(last(sortedInSteps(names, compareBytes))).toEqual(names.toSorted(compareBytes));
    }),
    { numRuns: 50 },
  );
});

it('keeps the order of items that are equal', () => {
  const items = Array.from({ length: 2000 }, (_, n) => ({ key: (n * 7) % 13, n }));
  const byKey = (left: { key: number }, right: { key: number }) => left.key - right.key;
  expect(last(sortedInSteps(items, byKey))).toEqual(items.toSorted(byKey));
});

it('takes the items at its first step', () => {
  const names = ['b'];
  const steps = sortedInSteps(names, compareBytes);
  steps.next();
  names.push('a');
  expect(last(steps)).toEqual(['b']);
});

it('rests after every few hundred comparisons', () => {
  let compared = 0;
  let most = 0;
  const names = Array.from({ length: 20_000 }, (_, n) => `f${(n * 7919) % 20_000}`);
  const counting = (left: string, right: string): number => {
    compared += 1;
    return compareBytes(left, right);
  };
  for (const _ of sortedInSteps(names, counting)) {
    most = Math.max(most, compared);
    compared = 0;
  }
  // A run of 256 takes eight comparisons an item.
  expect(most).toBeLessThan(3000);
});
