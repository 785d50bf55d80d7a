import { expect, test } from 'vitest';
import type { FileChange } from '../../../../src/diff/file-change.ts';
import { filePatch, type PatchOptions } from '../../../../src/diff/print/patch.ts';
import { changed, created, deleted, lines, side, textOf } from '../changes.ts';

const ZERO = '0'.repeat(40);
const EMPTY = 'e69de29bb2d1d6434b8b29ae775ad8c2e48c5391';

function patch(change: FileChange, options?: PatchOptions): string {
  return textOf(filePatch(change, options));
}

test('a changed file', () => {
  const before = side(lines('one', 'two', 'three'));
  const after = side(lines('one', '2', 'three'));
  expect(patch(changed('a.txt', before, after))).toBe(
    lines(
      'diff --git a/a.txt b/a.txt',
      `index ${before.oid}..${after.oid} 100644`,
      '--- a/a.txt',
      '+++ b/a.txt',
      '@@ -1,3 +1,3 @@',
      ' one',
      '-two',
      '+2',
      ' three',
    ),
  );
});

test('nothing when both sides are the same', () => {
  expect(patch(changed('a', side('x'), side('x')))).toBe('');
  expect(patch({ path: Buffer.from('a') })).toBe('');
});

test('an empty file made and deleted', () => {
  expect(patch(created('empty', side('')))).toBe(
    lines('diff --git a/empty b/empty', 'new file mode 100644', `index ${ZERO}..${EMPTY}`),
  );
  expect(patch(deleted('empty', side('', '100755')))).toBe(
    lines('diff --git a/empty b/empty', 'deleted file mode 100755', `index ${EMPTY}..${ZERO}`),
  );
});

test('only the mode changed', () => {
  expect(patch(changed('run.sh', side('x'), side('x', '100755')))).toBe(
    lines('diff --git a/run.sh b/run.sh', 'old mode 100644', 'new mode 100755'),
  );
});

test('mode and content changed: the index line has no mode', () => {
  const after = side('b\n', '100755');
  expect(patch(changed('run.sh', side('a\n'), after))).toBe(
    lines(
      'diff --git a/run.sh b/run.sh',
      'old mode 100644',
      'new mode 100755',
      `index ${side('a\n').oid}..${after.oid}`,
      '--- a/run.sh',
      '+++ b/run.sh',
      '@@ -1 +1 @@',
      '-a',
      '+b',
    ),
  );
});

test('a link that becomes a file is deleted, then created', () => {
  const link = side('target', '120000');
  const file = side('text\n');
  expect(patch(changed('lnk', link, file))).toBe(
    lines(
      'diff --git a/lnk b/lnk',
      'deleted file mode 120000',
      `index ${link.oid}..${ZERO}`,
      '--- a/lnk',
      '+++ /dev/null',
      '@@ -1 +0,0 @@',
      '-target',
      '\\ No newline at end of file',
      'diff --git a/lnk b/lnk',
      'new file mode 100644',
      `index ${ZERO}..${file.oid}`,
      '--- /dev/null',
      '+++ b/lnk',
      '@@ -0,0 +1 @@',
      '+text',
    ),
  );
});

test('a submodule shows the commit it is at', () => {
  const at = (digit: string) =>
    ({ mode: '160000', oid: digit.repeat(40), bytes: new Uint8Array() }) as const;
  expect(patch(changed('sub', at('1'), at('2')))).toBe(
    lines(
      'diff --git a/sub b/sub',
      `index ${'1'.repeat(40)}..${'2'.repeat(40)} 160000`,
      '--- a/sub',
      '+++ b/sub',
      '@@ -1 +1 @@',
      `-Subproject commit ${'1'.repeat(40)}`,
      `+Subproject commit ${'2'.repeat(40)}`,
    ),
  );
});

test.each([
  ['a b', 'a/a b', '--- a/a b\t'],
  ['t\tb', '"a/t\\tb"', '--- "a/t\\tb"'],
  ['é b', '"a/\\303\\251 b"', '--- "a/\\303\\251 b"\t'],
])('the name %j', (name, quoted, oldName) => {
  const text = patch(changed(name, side('1\n'), side('2\n')));
  const [first, , third] = text.split('\n');
  expect([first, third]).toEqual([`diff --git ${quoted} ${quoted.replace('a/', 'b/')}`, oldName]);
});

test('a rename with an edit', () => {
  const change = {
    ...changed('new name', side('1\n'), side('2\n')),
    renamedFrom: { path: Buffer.from('old"'), similarity: 97 },
  };
  expect(patch(change).split('\n').slice(0, 7)).toEqual([
    'diff --git "a/old\\"" b/new name',
    'similarity index 97%',
    'rename from "old\\""',
    'rename to new name',
    `index ${side('1\n').oid}..${side('2\n').oid} 100644`,
    '--- "a/old\\""',
    '+++ b/new name\t',
  ]);
});

test('a binary, with both ways', () => {
  const before = side('a\0b');
  const after = side('');
  expect(patch(changed('bin', before, after))).toBe(
    lines(
      'diff --git a/bin b/bin',
      `index ${before.oid}..${EMPTY} 100644`,
      'GIT binary patch',
      'literal 0',
      'HcmV?d00001',
      '',
      'literal 3',
      'KcmYdfNCE%>hycU@',
      '',
    ),
  );
});

test('a large binary with a small change is a delta', () => {
  const bytes = Uint8Array.from({ length: 3000 }, (_, index) => (index * index * 31) >> 5);
  const other = Uint8Array.from(bytes);
  other[1500] = 0;
  other[0] = 0;
  const labels = patch(changed('bin', side(bytes), side(other))).match(/^(literal|delta) \d+$/gm);
  expect(labels?.every((label) => label.startsWith('delta'))).toBe(true);
});

test('object ids of 64 digits have 64 zeros opposite', () => {
  const after = { ...side('x\n'), oid: 'f'.repeat(64) };
  expect(patch(created('a', after)).split('\n')[2]).toBe(`index ${'0'.repeat(64)}..${after.oid}`);
});

test('changes 2 × context apart share a hunk; one line more and they do not', () => {
  const text = (gap: number, mark: string): string =>
    lines(`x${mark}`, ...Array.from({ length: gap }, (_, index) => `${index}`), `y${mark}`);
  const hunks = (gap: number, context?: number): (string | undefined)[] =>
    patch(
      changed('a', side(text(gap, '')), side(text(gap, '!'))),
      context === undefined ? {} : { context },
    )
      .split('\n')
      .filter((line) => line.startsWith('@@'));
  expect(hunks(6)).toEqual(['@@ -1,8 +1,8 @@']);
  expect(hunks(7)).toEqual(['@@ -1,4 +1,4 @@', '@@ -6,4 +6,4 @@ x']);
  expect(hunks(1, 0)).toEqual(['@@ -1 +1 @@', '@@ -3 +3 @@ x']);
});
