import { expect, it } from 'vitest';
import { treesOf } from '../../../src/git/tree-object.ts';
import { counted, last } from '../../support/steps.ts';

// A call takes about 120,000 arguments.
it('has a tree for each of more directories than a call takes arguments', () => {
  const count = 130_000;
  const oid = '1'.repeat(40);
  const files = Array.from({ length: count }, (_, at) => {
    return { path: `top/d${at}/f`, mode: '100644', oid };
  });
  const trees = last(treesOf(files, 'sha1'));
  expect(trees.map(({ kind }) => kind)).toEqual(Array.from({ length: count + 2 }, () => 'tree'));
  // All of one content but the two above them.
  expect(new Set(trees.map((tree) => tree.oid)).size).toBe(3);
});

it('makes a tree of many names step by step, in the order of their bytes', () => {
  const oid = '1'.repeat(40);
  const files = Array.from({ length: 5000 }, (_, at) => {
    return { path: `${(at * 7919) % 5000}${at % 2 === 0 ? '' : '/f'}`, mode: '100644', oid };
  });
  const { result, count } = counted(treesOf(files, 'sha1'));
  expect(count).toBeGreaterThan(20);
  const names = Buffer.from(result.at(-1)?.bytes ?? [])
    .toString('latin1')
    .match(/\d+ \d+(?=\0)/g)
    ?.map((entry) => (entry.startsWith('4') ? `${entry.slice(6)}/` : entry.slice(7)));
  expect(names?.length).toBe(5000);
  expect(names).toEqual(names?.toSorted());
});
