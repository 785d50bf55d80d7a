// Each of these must end long before the test's time is up: a few seconds on an idle machine. At a
// fifth of their size here when not every case is tried; the tests of sessions have them whole.
import { expect, test } from 'vitest';
import { applyBody } from '../../../src/diff/apply/apply-section.ts';
import { filePatch } from '../../../src/diff/print/patch.ts';
import { isLong } from '../../support/sampled.ts';
import { changed, finished, parsed, side } from './changes.ts';

const SHARE = isLong ? 1 : 5;
const MEGABYTE = 1_000_000 / SHARE;
const THOUSAND = 1000 / SHARE;

function text(count: number, lineOf: (index: number) => string): Buffer {
  return Buffer.from(`${Array.from({ length: count }, (_, index) => lineOf(index)).join('\n')}\n`);
}

// A fixed sequence without a pattern.
function scattered(index: number, below: number): number {
  return (Math.imul(index ^ 0x5bd1_e995, 0x9e37_79b1) >>> 8) % below;
}

test.each([
  [
    'two unrelated texts',
    text(200 * THOUSAND, (at) => `left ${at}`),
    text(200 * THOUSAND, (at) => `right ${at}`),
  ],
  [
    'two texts of the same few words',
    text(100 * THOUSAND, (at) => `word ${scattered(at, 500)}`),
    text(100 * THOUSAND, (at) => `word ${scattered(at + MEGABYTE, 500)}`),
  ],
  ['one long line', Buffer.alloc(20 * MEGABYTE, 'a'), Buffer.alloc(20 * MEGABYTE + 1, 'a')],
  [
    'a blank line of megabytes that can slide',
    text(2, (at) => (at === 0 ? '\r'.repeat(5 * MEGABYTE) : 'x')),
    text(3, (at) => (at < 2 ? '\r'.repeat(5 * MEGABYTE) : 'x')),
  ],
  [
    'a million lines, one of them changed',
    text(MEGABYTE, (at) => `line ${at}`),
    text(MEGABYTE, (at) => (at === MEGABYTE / 2 ? 'changed' : `line ${at}`)),
  ],
  [
    'many lines, every tenth of them changed',
    text(400 * THOUSAND, (at) => `line ${at}`),
    text(400 * THOUSAND, (at) => (at % 10 === 5 ? `changed ${at}` : `line ${at}`)),
  ],
  ['many equal lines', text(500 * THOUSAND, () => 'same'), text(400 * THOUSAND, () => 'same')],
  ['zeros', Buffer.alloc(5 * MEGABYTE), Buffer.alloc(5 * MEGABYTE + 1)],
])('%s', (_, before, after) => {
  const [section] = parsed(filePatch(changed('f', side(before), side(after))));
  const result = finished(applyBody(before, section?.body ?? { kind: 'none' }));
  expect('bytes' in result && Buffer.from(result.bytes).equals(after)).toBe(true);
});
