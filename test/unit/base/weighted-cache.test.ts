import { describe, expect, it } from 'vitest';
import { WeightedCache } from '../../../src/base/weighted-cache.ts';

describe('the weighted cache', () => {
  it('forgets what was used longest ago, by number and by weight', () => {
    const cache = new WeightedCache<string>({ maxEntries: 3, maxWeight: 10 });
    for (const key of ['a', 'b', 'c']) cache.set(key, key.toUpperCase(), 1);
    expect(cache.get('a')).toBe('A');
    cache.set('d', 'D', 1);
    expect(['a', 'b', 'c', 'd'].map((key) => cache.get(key))).toEqual(['A', undefined, 'C', 'D']);
    cache.set('e', 'E', 9);
    expect(['a', 'c', 'd', 'e'].map((key) => cache.get(key))).toEqual([
      undefined,
      undefined,
      'D',
      'E',
    ]);
  });

  it('replaces, and keeps nothing that is too heavy', () => {
    const cache = new WeightedCache<string>({ maxEntries: 3, maxWeight: 10 });
    cache.set('a', 'light', 1);
    cache.set('b', 'kept', 1);
    cache.set('a', 'heavy', 11);
    expect([cache.get('a'), cache.get('b')]).toEqual([undefined, 'kept']);
    for (let round = 0; round < 20; round += 1) cache.set('c', `round ${round}`, 8);
    expect([cache.get('b'), cache.get('c')]).toEqual(['kept', 'round 19']);
  });
});
