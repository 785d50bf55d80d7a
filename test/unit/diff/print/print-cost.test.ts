// The glance that decides where a diff is made: 500 and less is made on the event loop.
import { describe, expect, it } from 'vitest';
import type { RawChange } from '../../../../src/diff/print/print-changes.ts';
import { printCost } from '../../../../src/diff/print/print-cost.ts';
import { edit, permuted, requestFor } from '../../pool/print-requests.ts';

const LIMIT = 500;

function lines(count: number, lineOf: (at: number) => string): string {
  return `${Array.from({ length: count }, (_, at) => lineOf(at)).join('\n')}\n`;
}

function costOf(...changes: RawChange[]): number {
  return printCost(requestFor(changes));
}

describe('what takes long', () => {
  it.each<[string, RawChange]>([
    ['permuted lines', permuted(400)],
    ['permuted lines, far more of them', permuted(10_000)],
    [
      'the same few words',
      edit(
        'f',
        lines(400, (at) => `${at % 7}`),
        lines(400, (at) => `${at % 5}`),
      ),
    ],
    ['a long line', edit('f', 'a'.repeat(300_000), 'b'.repeat(300_000))],
    ['empty lines', edit('f', '\n'.repeat(20_000), '\n'.repeat(20_001))],
    ['binaries', edit('f', Buffer.alloc(20_000), Buffer.alloc(20_001))],
    [
      'two changes far apart',
      edit(
        'f',
        lines(900, (at) => `${at}`),
        `x\n${lines(900, (at) => `${at}`)}y`,
      ),
    ],
  ])('%s', (_name, change) => {
    expect(costOf(change)).toBeGreaterThan(LIMIT);
  });

  it('many changes that are each small', () => {
    const small = permuted(100);
    expect(costOf(small)).toBeLessThan(LIMIT);
    expect(costOf(...Array.from({ length: 10 }, () => small))).toBeGreaterThan(LIMIT);
  });

  it('renames among files that are each small', () => {
    const files = Array.from({ length: 30 }, (_, at) =>
      edit(
        `${at}`,
        '',
        lines(20, (n) => `${n}`),
      ),
    );
    expect(printCost(requestFor(files, { renames: true }))).toBeGreaterThan(LIMIT);
  });
});

describe('what does not', () => {
  const text = lines(1000, (at) => `an ordinary line of text, number ${at}`);

  it.each<[string, RawChange]>([
    ['one line of a thousand', edit('f', text, text.replace('number 500', 'changed'))],
    ['a new file', edit('f', '', text)],
    ['a deleted file', edit('f', text, '')],
    ['equal files', edit('f', text, text)],
    ['a small binary', edit('f', Buffer.alloc(2000), Buffer.alloc(2001))],
    ['empty files', edit('f', '', '')],
  ])('%s', (_name, change) => {
    expect(costOf(change)).toBeLessThan(LIMIT);
  });
});
