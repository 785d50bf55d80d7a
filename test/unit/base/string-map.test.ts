import * as fc from 'fast-check';
import { expect, it } from 'vitest';
import { StringMap } from '../../../src/base/string-map.ts';

const anyKey = fc.oneof(
  fc.string({ maxLength: 3 }),
  fc.constantFrom('__proto__', 'a/1.txt', 'a/2.txt'),
);
const anyStep = fc.tuple(fc.boolean(), anyKey, fc.nat());

it('does what a map does', () => {
  fc.assert(
    fc.property(fc.array(anyStep, { maxLength: 100 }), (steps) => {
      const [map, plain] = [new StringMap<string, number>(), new Map<string, number>()];
      for (const [isPut, key, value] of steps) {
        for (const each of [map, plain]) {
          if (isPut) each.set(key, value);
          else each.delete(key);
        }
      }
      expect(new Map(map.entries())).toEqual(plain);
      expect(map.size).toBe(plain.size);
      for (const [, key] of steps) {
        expect([map.get(key), map.has(key)]).toEqual([plain.get(key), plain.has(key)]);
      }
    }),
  );
});
