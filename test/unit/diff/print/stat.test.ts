import { expect, test } from 'vitest';
import {
  formatNameStatus,
  formatNumstat,
  formatStat,
  lineCounts,
} from '../../../../src/diff/print/stat.ts';
import { last } from '../../../support/steps.ts';
import { changed, created, deleted, lines, side, textOf } from '../changes.ts';

const changes = [
  created('added.txt', side('one\ntwo\n')),
  changed('bin', side('a\0'), side('a\0b')),
  deleted('gone "x"', side('one')),
  changed('link', side('there', '120000'), side('text\n')),
  changed('same', side('x'), side('x')),
  changed('script', side('x'), side('x', '100755')),
];

test('--numstat', () => {
  expect(textOf(last(formatNumstat(changes)))).toBe(
    lines('2\t0\tadded.txt', '-\t-\tbin', '0\t1\t"gone \\"x\\""', '1\t1\tlink', '0\t0\tscript'),
  );
});

test('--name-status', () => {
  expect(textOf(last(formatNameStatus(changes)))).toBe(
    lines('A\tadded.txt', 'M\tbin', 'D\t"gone \\"x\\""', 'T\tlink', 'M\tscript'),
  );
});

test('--stat', () => {
  expect(textOf(last(formatStat(changes)))).toBe(
    lines(
      ' added.txt    |   2 ++',
      ' bin          | Bin 2 -> 3 bytes',
      ' "gone \\"x\\"" |   1 -',
      ' link         |   2 +-',
      ' script       |   0',
      ' 5 files changed, 3 insertions(+), 2 deletions(-)',
    ),
  );
});

test('--stat of nothing is nothing', () => {
  expect(textOf(last(formatStat([])))).toBe('');
});

test('a graph longer than its share is scaled, and both signs stay visible', () => {
  const many = lines(...Array.from({ length: 1000 }, (_, index) => `${index}`));
  const stat = formatStat([
    created('many', side(many)),
    changed('few', side(lines('a', 'b')), side(lines('a', 'c'))),
  ]);
  expect(textOf(last(stat))).toBe(
    lines(
      ` many | 1000 ${'+'.repeat(66)}`,
      ' few  |    2 +-',
      ' 2 files changed, 1001 insertions(+), 1 deletion(-)',
    ),
  );
});

test('a rename shows once what the names share', () => {
  const renamed = (from: string, to: string): string => {
    const change = changed(to, side('a\n'), side('a\n'));
    const source = { path: Buffer.from(from), similarity: 100 };
    return textOf(last(formatNumstat([{ ...change, renamedFrom: source }]))).slice(
      '0\t0\t'.length,
      -1,
    );
  };
  expect(renamed('a', 'b')).toBe('a => b');
  expect(renamed('dir/a', 'dir/b')).toBe('dir/{a => b}');
  expect(renamed('x/same', 'y/same')).toBe('{x => y}/same');
  expect(renamed('dir/x/f', 'dir/y/f')).toBe('dir/{x => y}/f');
  expect(renamed('dir/f', 'dir/sub/f')).toBe('dir/{ => sub}/f');
  expect(renamed('dir/sub/f', 'dir/f')).toBe('dir/{sub => }/f');
  expect(renamed('a"', 'b')).toBe('"a\\"" => b');
});

test('counts of one change', () => {
  expect(lineCounts(changed('a', side('1\n2\n'), side('2\n3\n4')))).toEqual({
    added: 2,
    removed: 1,
    binary: false,
    beforeSize: 4,
    afterSize: 5,
  });
});
