// Work on large patches rests between steps, and no step is more than a line, a hunk, or a piece.
import { expect, test } from 'vitest';
import { applyBody } from '../../../src/diff/apply/apply-section.ts';
import { splitLines, splitLinesInSteps } from '../../../src/diff/lines/lines.ts';
import { parseSeries } from '../../../src/diff/parse/parse-patch.ts';
import { filePatch } from '../../../src/diff/print/patch.ts';
import { changed, finished, lines, parsed, side } from './changes.ts';

const KILOBYTE = 'x'.repeat(1023);
const numbered = (count: number): string[] =>
  Array.from({ length: count }, (_, at) => `${at} ${KILOBYTE}`);

function stepsOf(work: Generator<void, unknown>): number {
  let steps = 1;
  while (work.next().done !== true) steps += 1;
  return steps;
}

test('a patch is read line by line', () => {
  const before = numbered(100);
  const change = changed('f', side(lines(...before)), side(lines(...before.with(50, 'new'))));
  // The hunk has seven lines of either side and one more that is new.
  expect(stepsOf(parseSeries(filePatch(change)))).toBe(8 + 2);
});

test('hunks are applied line by line, to a text that is taken apart and joined in pieces', () => {
  const before = numbered(2000);
  const after = before.map((line, at) => (at % 20 === 10 ? 'new' : line));
  const [from, to] = [lines(...before), lines(...after)];
  const [section] = parsed(filePatch(changed('f', side(from), side(to))));
  const body = section?.body ?? { kind: 'none' };
  const hunks = body.kind === 'hunks' ? body.hunks.length : 0;
  const taken = stepsOf(splitLinesInSteps(Buffer.from(from))) - 1;
  // Eight lines of a hunk are sorted by side, seven compared, seven put in, and one place tried.
  const put = 22 * hunks;
  // Of each hunk its seven lines are joined, and the untouched ones before it and after the last.
  const joined = hunks * 8 + 1;
  const steps = stepsOf(applyBody(Buffer.from(from), body));
  expect({ hunks, taken, steps }).toEqual({
    hunks: 100,
    taken: 8,
    steps: taken + put + 2 * joined + 1,
  });
});

test.each([
  ['with a last line feed', lines(...numbered(700))],
  ['without', lines(...numbered(700)).slice(0, -1)],
  ['of one line', 'y'.repeat(600_000)],
  ['of nothing', ''],
])('a text %s has the same lines in pieces as at once', (_, text) => {
  const bytes = Buffer.from(text);
  const { count, starts, hashes } = splitLines(bytes);
  const pieced = finished(splitLinesInSteps(bytes));
  expect({
    count: pieced.count,
    starts: pieced.starts,
    hashes: pieced.hashes.subarray(0, count),
  }).toEqual({
    count,
    starts: starts.slice(0, count + 1),
    hashes: hashes.slice(0, count),
  });
});
