import * as fc from 'fast-check';
import { expect, it } from 'vitest';
import { decodeTree, encodeTree, type TreeNode } from '../../../src/workspace/tree-record.ts';
import { counted, last } from '../../support/steps.ts';
import { anyDigest, anyPath, anyStat } from '../base/arbitrary.ts';

const anyNode: fc.Arbitrary<TreeNode> = fc.oneof(
  fc.record({
    path: anyPath,
    kind: fc.constantFrom('file' as const, 'directory' as const, 'other' as const),
    permissions: fc.nat(0o7777),
    stat: anyStat,
  }),
  fc.record({
    path: anyPath,
    kind: fc.constant('file' as const),
    permissions: fc.nat(0o7777),
    stat: anyStat,
    digest: anyDigest,
  }),
  fc.record({
    path: anyPath,
    kind: fc.constant('symlink' as const),
    permissions: fc.nat(0o7777),
    stat: anyStat,
    target: fc.string(),
  }),
);

it('is read as it was written', () => {
  fc.assert(
    fc.property(fc.array(anyNode), (nodes) => {
      expect(last(decodeTree(last(encodeTree(nodes))))).toEqual(nodes);
    }),
  );
});

it('is written and read step by step', () => {
  const some = fc.sample(anyNode, 20);
  const nodes = Array.from({ length: 200 }, () => some).flat();
  const written = counted(encodeTree(nodes));
  expect(written.count).toBeGreaterThan(50);
  const read = counted(decodeTree(written.result));
  expect(read.count).toBeGreaterThan(20);
  expect(read.result).toEqual(nodes);
});

it('is one JSON object a line', () => {
  const nodes = fc.sample(anyNode, 300);
  const lines = Buffer.from(last(encodeTree(nodes)))
    .toString('utf8')
    .trimEnd()
    .split('\n');
  expect(lines.map((line) => JSON.parse(line) as unknown)).toHaveLength(nodes.length);
});

it('is refused when it is cut', () => {
  const bytes = last(encodeTree(fc.sample(anyNode, { numRuns: 2, seed: 1 })));
  for (const length of [1, bytes.length >> 1, bytes.length - 2]) {
    expect(() => last(decodeTree(bytes.subarray(0, length)))).toThrow(
      expect.objectContaining({ code: 'ERR_STAGED_CORRUPT' }),
    );
  }
});
