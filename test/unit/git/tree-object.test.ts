import { expect, it } from 'vitest';
import { treesOf } from '../../../src/git/tree-object.ts';

// A call takes about 120,000 arguments.
it('has a tree for each of more directories than a call takes arguments', () => {
  const count = 130_000;
  const oid = '1'.repeat(40);
  const files = Array.from({ length: count }, (_, at) => {
    return { path: `top/d${at}/f`, mode: '100644', oid };
  });
  const trees = treesOf(files, 'sha1');
  expect(trees.map(({ kind }) => kind)).toEqual(Array.from({ length: count + 2 }, () => 'tree'));
  // All of one content but the two above them.
  expect(new Set(trees.map((tree) => tree.oid)).size).toBe(3);
});
