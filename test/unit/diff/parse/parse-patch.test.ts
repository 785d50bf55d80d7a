import { expect, test } from 'vitest';
import { filePatch } from '../../../../src/diff/print/patch.ts';
import { PatchSyntaxError } from '../../../../src/diff/print/patch-section.ts';
import { changed, created, deleted, lines, parsed, side } from '../changes.ts';

const MODE = ['diff --git a/x b/x', 'index 1..2 100644'];
const HUNK = ['@@ -1 +1 @@ text', '-old', '+new'];

function parse(...texts: readonly string[]): ReturnType<typeof parsed> {
  return parsed(Buffer.from(lines(...texts), 'latin1'));
}

function names(...texts: readonly string[]): (string | undefined)[] {
  return parse(...texts).flatMap(({ beforePath, afterPath }) =>
    [beforePath, afterPath].map((path) => path && Buffer.from(path).toString('latin1')),
  );
}

test('a section with a hunk', () => {
  const oids = ['1'.repeat(40), '2'.repeat(40)];
  const [section] = parse(
    'diff --git a/f b/f',
    `index ${oids.join('..')} 100755`,
    '--- a/f',
    '+++ b/f',
    '@@ -7,2 +7 @@',
    ' keep',
    '-gone',
    '\\ No newline at end of file',
  );
  expect(section).toEqual({
    beforePath: Buffer.from('f'),
    afterPath: Buffer.from('f'),
    beforeMode: '100755',
    beforeOid: oids[0],
    afterOid: oids[1],
    isCopy: false,
    patchLine: 1,
    body: {
      kind: 'hunks',
      hunks: [
        {
          beforeStart: 7,
          afterStart: 7,
          patchLine: 5,
          lines: [
            { kind: 'context', bytes: Buffer.from('keep\n') },
            { kind: 'removed', bytes: Buffer.from('gone') },
          ],
        },
      ],
    },
  });
});

test('text around the sections is passed over', () => {
  const mail = ['From: me', '', '---', ' f | 2 +-', ''];
  const patch = ['diff --git a/f b/f', '--- a/f', '+++ b/f', ...HUNK];
  expect(names(...mail, ...patch, '-- ', '2.39.5', ...patch)).toEqual(['f', 'f', 'f', 'f']);
});

test('a plain unified diff, with time stamps and without', () => {
  expect(names('--- old/f.orig\t2020-01-01 00:00:00', '+++ f\t2020-01-02', ...HUNK)).toEqual([
    'f',
    'f',
  ]);
  expect(names('--- a/f', '+++ b/f', ...HUNK)).toEqual(['f', 'f']);
  expect(names('--- /dev/null', '+++ b/f', '@@ -0,0 +1 @@', '+new')).toEqual([undefined, 'f']);
});

test('a header that mail gave carriage returns', () => {
  expect(names('diff --git a/f b/f\r', 'old mode 100644\r', 'new mode 100755\r')).toEqual([
    'f',
    'f',
  ]);
});

test.each(['with space', 'a b/c b/d', 'tab\there', 'é', 'quote"', ' b/ b/ '])(
  'the name %j is found without ---',
  (name) => {
    const patch = filePatch(changed(name, side('x'), side('x', '100755')));
    const [section] = parsed(patch);
    expect(Buffer.from(section?.afterPath ?? []).toString()).toBe(name);
  },
);

test('rename, copy, create, delete', () => {
  const rename = (verb: string): string[] => [
    'diff --git a/x b/"y',
    'similarity index 100%',
    `${verb} from x`,
    `${verb} to "\\"y"`,
  ];
  expect(names(...rename('rename'))).toEqual(['x', '"y']);
  expect(parse(...rename('rename'))[0]?.isCopy).toBe(false);
  expect(parse(...rename('copy'))[0]?.isCopy).toBe(true);
  const [make] = parsed(filePatch(created('new', side(''))));
  expect([make?.beforePath, make?.afterMode]).toEqual([undefined, '100644']);
  const [drop] = parsed(filePatch(deleted('old', side('x', '120000'))));
  expect([drop?.afterPath, drop?.beforeMode]).toEqual([undefined, '120000']);
});

test('a binary block, both ways', () => {
  const [section] = parsed(filePatch(changed('b', side('a\0'), side('b\0c'))));
  expect(section?.body).toEqual({
    kind: 'binary',
    forward: { kind: 'literal', bytes: Buffer.from('b\0c') },
    reverse: { kind: 'literal', bytes: Buffer.from('a\0') },
  });
});

test('a note that binaries differ', () => {
  const [section] = parse(
    'diff --git a/b b/b',
    'index 1..2 100644',
    'Binary files a/b and b/b differ',
  );
  expect(section?.body).toEqual({ kind: 'missing' });
});

test.each([
  ['a hunk cut short', 5, ['--- a/f', '+++ b/f', '@@ -1,2 +1,2 @@', ' x']],
  ['a line that belongs to no hunk', 4, ['--- a/f', '+++ b/f', '@@ -1 +1 @@', '?x']],
  ['more lines than announced', 5, ['--- a/f', '+++ b/f', '@@ -1,2 +1 @@', '+x', '+y']],
  ['a broken hunk header', 3, ['--- a/f', '+++ b/f', '@@ -x +1 @@']],
  ['no name', 2, ['diff --git a/x b/y']],
  ['neither before nor after', 1, ['--- /dev/null', '+++ /dev/null', ...HUNK]],
  ['a strange mode', 2, ['diff --git a/x b/x', 'old mode 040000']],
  ['names without a hunk', 5, [...MODE, '--- a/x', '+++ b/x', 'old', '+new']],
  ['a hunk without names', 1, HUNK],
  ['a hunk whose header is gone', 3, ['diff --git a/x b/x', 'text', ...HUNK]],
  ['a line that is cut', 3, [...MODE, 'inde']],
  ['an index line alone', 3, MODE],
  ['the old mode alone', 3, ['diff --git a/x b/x', 'old mode 100644']],
  ['a binary block without header', 1, ['GIT binary patch', 'literal 0', 'HcmV?d00001', '']],
  ['a combined diff', 1, ['diff --cc x', 'index 1,2..3', '--- a/x', '+++ b/x', '@@@ -1 -1 +1 @@@']],
  ['another name below', 4, [...MODE, 'rename from x', '--- a/y', '+++ b/x', ...HUNK]],
  [
    'a file both made and moved',
    3,
    ['diff --git a/x b/x', 'new file mode 100644', 'rename from y'],
  ],
  ['a file that is not there and has lines', 6, ['--- /dev/null', '+++ b/x', ...HUNK]],
  ['a hunk that changes nothing', 5, ['--- a/x', '+++ b/x', '@@ -1 +1 @@', ' x']],
  ['a broken index line', 2, ['diff --git a/x b/x', 'index zzz']],
  ['a binary block without size', 4, [...MODE, 'GIT binary patch', 'literal']],
  ['a binary line that is not base85', 5, [...MODE, 'GIT binary patch', 'literal 1', 'A"']],
  [
    'a binary that unpacks to another size',
    6,
    [...MODE, 'GIT binary patch', 'literal 1', 'HcmV?d00001', ''],
  ],
  ['a binary block without end', 6, [...MODE, 'GIT binary patch', 'literal 0', 'HcmV?d00001']],
])('%s is an error on line %i', (_, line, texts) => {
  const error = caught(() => parse(...texts));
  expect(error).toBeInstanceOf(PatchSyntaxError);
  expect(error).toMatchObject({ line });
});

function caught(run: () => unknown): unknown {
  try {
    return run();
  } catch (error) {
    return error;
  }
}
