import * as fc from 'fast-check';
import { expect, it } from 'vitest';
import { jsonParts, parseParts } from '../../../src/base/json-parts.ts';
import { isLong } from '../../support/sampled.ts';
import { counted, last } from '../../support/steps.ts';

const anyElement = fc.oneof(
  fc.jsonValue({ maxDepth: 2 }),
  fc.constantFrom('\tlist', ['\tlist'], ['\tlist', '0'], '","', ',\t', ']', '[\t', '__proto__'),
);
const anyList = fc
  .tuple(fc.array(anyElement, { minLength: 1 }), fc.integer({ min: 1, max: 400 }))
  .map(([some, length]) => Array.from({ length }, (_, at) => some[at % some.length]));
const anyRecord = fc.dictionary(
  fc.oneof(fc.string(), fc.constantFrom('a\tb', '__proto__', 'list')),
  fc.oneof(fc.jsonValue({ maxDepth: 3 }), anyList, fc.dictionary(fc.string(), anyList)),
);

it('is the same JSON, and read as it was written', () => {
  fc.assert(
    fc.property(anyRecord, (value) => {
      const text = [...jsonParts(value)].join('');
      expect(text.replaceAll('\t', '')).toBe(JSON.stringify(value));
      expect(last(parseParts(Buffer.from(text)))).toEqual(JSON.parse(text));
    }),
    { numRuns: isLong ? 2000 : 100 },
  );
});

it('is read too where somebody else put tabs', () => {
  fc.assert(
    fc.property(anyRecord, (value) => {
      const text = JSON.stringify(value, null, '\t');
      expect(last(parseParts(Buffer.from(text)))).toEqual(JSON.parse(text));
    }),
  );
});

it.each([
  '{"a":[\t1,\t2\t,3]}',
  '{"a":[\t1\t,2],"b":[\t3\t]}',
  '[[\t1\t],[\t2,\t3\t],4]',
  '{"a":[\t[\t1\t]\t]}',
  '["\\tlist",0,[\t1\t]]',
  '\t["\\tlist",7]',
  '{"a":["\\tlist",0],"b":{"c":{"d":{"e":{"f":[\t1\t]}}}}}',
])('reads %j as JSON.parse does', (text) => {
  expect(last(parseParts(Buffer.from(text)))).toEqual(JSON.parse(text));
});

it.each(['', '{', '[\t1', '[\t1,\t2', '[\t1\t]]', '{"a":[\t1,\t2],\t}', '[\t"a\t]'])(
  'refuses %j',
  (text) => {
    expect(() => last(parseParts(Buffer.from(text)))).toThrow(SyntaxError);
  },
);

it('reads what is nested deeper than a call may go', () => {
  const text = `${'{"a":'.repeat(100_000)}[\t1\t]${'}'.repeat(100_000)}`;
  expect(last(parseParts(Buffer.from(text)))).toHaveProperty('a');
});

it('comes in parts where a list is long', () => {
  const value = { paths: Array.from({ length: 20_000 }, (_, n) => `path/${n}`), few: [1, 2] };
  const parts = [...jsonParts(value)];
  expect(Math.max(...parts.map(({ length }) => length))).toBeLessThan(4000);
  const read = counted(parseParts(Buffer.from(parts.join(''))));
  expect(read.result).toEqual(value);
  expect(read.count).toBeGreaterThan(100);
});

it('comes in parts where a text is long', () => {
  for (const unit of ['"\\\u0001', 'x\u{1f600}', '\ud800']) {
    const value = { content: unit.repeat(100_000), short: 'x' };
    const parts = [...jsonParts(value)];
    expect(Math.max(...parts.map(({ length }) => length))).toBeLessThan(200_000);
    expect(parts.join('') === JSON.stringify(value)).toBe(true);
  }
});

it('leaves to an object how it is written', () => {
  const value = { toJSON: () => 'itself', list: Array.from({ length: 500 }, () => 0) };
  expect([...jsonParts({ value })].join('')).toBe('{"value":"itself"}');
});

it('is one part where none is', () => {
  expect([...jsonParts({ a: [1], b: { c: [2] } })]).toEqual(['{"a":[1],"b":{"c":[2]}}']);
});
