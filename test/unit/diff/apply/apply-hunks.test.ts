import { expect, test } from 'vitest';
import type { ApplyOptions } from '../../../../src/diff/apply/apply-hunks.ts';
import { applyBody } from '../../../../src/diff/apply/apply-section.ts';
import { filePatch } from '../../../../src/diff/print/patch.ts';
import { changed, finished, lines, parsed, side } from '../changes.ts';

const numbered = (count: number): string[] =>
  Array.from({ length: count }, (_, at) => `line ${at}`);
const base = numbered(20);
const edited = base.with(10, 'changed');

function apply(
  pair: { before: string; after: string; to: string; context?: number },
  options?: ApplyOptions,
): unknown {
  const change = changed('f', side(pair.before), side(pair.after));
  const [section] = parsed(filePatch(change, { context: pair.context ?? 3 }));
  const result = finished(
    applyBody(Buffer.from(pair.to), section?.body ?? { kind: 'none' }, options),
  );
  return 'bytes' in result ? { ...result, bytes: Buffer.from(result.bytes).toString() } : result;
}

test('a hunk goes where it was made for', () => {
  const pair = { before: lines(...base), after: lines(...edited), to: lines(...base) };
  expect(apply(pair)).toEqual({ result: 'applied', bytes: lines(...edited), offsets: [0] });
});

test('a hunk finds its place when lines were put above', () => {
  const to = lines('new', 'lines', ...base);
  const result = apply({ before: lines(...base), after: lines(...edited), to });
  const bytes = lines('new', 'lines', ...edited);
  expect(result).toEqual({ result: 'applied', bytes, offsets: [2] });
});

test('of two places as near the lower one is taken', () => {
  const block = ['a', 'b', 'c', 'X', 'd', 'e', 'f'];
  const before = lines(...numbered(10), ...block, ...numbered(10));
  const after = before.replace('X', 'Y');
  const to = lines(...numbered(3), ...block, ...numbered(7), ...block, ...numbered(10));
  expect(apply({ before, after, to })).toMatchObject({ result: 'applied', offsets: [7] });
});

test('a hunk whose context changed is refused, by number and line', () => {
  const far = [...base, ...numbered(30)];
  const pair = {
    before: lines(...far),
    after: lines(...far.with(2, 'first').with(40, 'second')),
    to: lines(...far.with(39, 'not the context')),
  };
  expect(apply(pair)).toEqual({ result: 'failed', hunk: 2, patchLine: 13 });
});

test('a hunk without context below has to be at the end', () => {
  const before = lines(...base);
  const after = lines(...base, 'appended');
  const longer = lines(...base, 'more');
  expect(apply({ before, after, to: before })).toMatchObject({ result: 'applied' });
  expect(apply({ before, after, to: longer })).toMatchObject({ result: 'failed', hunk: 1 });
});

test('a hunk that starts at line 1 has to be at the beginning', () => {
  const before = lines(...base);
  const after = lines('prepended', ...base);
  expect(apply({ before, after, to: lines('more', ...base) })).toMatchObject({ result: 'failed' });
});

test('hunks without context apply when they are trusted', () => {
  const pair = { before: lines(...base), after: lines(...edited), to: lines(...base), context: 0 };
  expect(apply(pair)).toMatchObject({ result: 'failed' });
  const bytes = lines(...edited);
  expect(apply(pair, { unidiffZero: true })).toEqual({ result: 'applied', bytes, offsets: [0] });
});

test('a final newline must be there, or not, as in the hunk', () => {
  expect(apply({ before: 'a', after: 'b', to: 'a\n' })).toMatchObject({ result: 'failed' });
  expect(apply({ before: 'a', after: 'b', to: 'a' })).toMatchObject({ bytes: 'b' });
});

test('a delta is refused for another source', () => {
  const bytes = Uint8Array.from({ length: 4000 }, (_, index) => (index * index) >> 4);
  const other = bytes.with(2000, 0);
  const [section] = parsed(filePatch(changed('b', side(bytes), side(other))));
  const body = section?.body ?? { kind: 'none' };
  expect(finished(applyBody(bytes, body))).toMatchObject({ result: 'applied' });
  expect(finished(applyBody(bytes.subarray(1), body))).toEqual({ result: 'other_source' });
});

test('a note that binaries differ cannot be applied', () => {
  const result = finished(applyBody(new Uint8Array(), { kind: 'missing' }));
  expect(result).toEqual({ result: 'no_content' });
});
