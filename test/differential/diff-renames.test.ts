import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import type { FileChange, FileSide } from '../../src/diff/file-change.ts';
import { filePatch } from '../../src/diff/print/patch.ts';
import { detectRenames } from '../../src/diff/print/renames.ts';
import { formatNameStatus, formatNumstat, formatStat } from '../../src/diff/print/stat.ts';
import { last } from '../support/steps.ts';
import { gitDiff, sideOf, writeTrees } from './diff-oracle.ts';

const OPTIONS = ['--binary', '--full-index'];

test.each([
  ['equal content', equalContent()],
  ['edited content', editedContent()],
  ['many to choose from', manyAlike()],
] as const)('renames with %s are git’s, in every form', async (_, unsorted) => {
  const changes = [...unsorted].sort((left, right) => Buffer.compare(left.path, right.path));
  const directory = await mkdtemp(join(tmpdir(), 'staged-fs-renames-'));
  const trees = await writeTrees(directory, changes);
  for (const similarity of [50, 30, 80]) {
    const rename = `-M${similarity}%`;
    const found = detectRenames(changes, { similarity });
    const forms = [
      [[...OPTIONS, rename], Buffer.concat(found.map((change) => filePatch(change)))],
      [['--numstat', rename], last(formatNumstat(found))],
      [['--name-status', rename], last(formatNameStatus(found))],
      [['--stat', rename], last(formatStat(found))],
    ] as const;
    for (const [options, ours] of forms) {
      expect(text(ours).split('\n')).toEqual(text(await gitDiff(trees, options)).split('\n'));
    }
  }
  await rm(directory, { recursive: true });
});

function equalContent(): FileChange[] {
  return [
    ...move(['plain', 'moved/elsewhere'], sideOf('some content\n')),
    ...move(['dir/sub/name', 'dir/other/name'], sideOf('kept name\n')),
    ...move(['dir/up', 'up'], sideOf('up\n')),
    ...move(['tab\tname', 'é name'], sideOf('odd\n')),
    ...move(['script', 'script.sh'], sideOf('#!\n', '100755')),
    ...move(['bit', 'bit-set'], sideOf('exec\n'), sideOf('exec\n', '100755')),
    ...move(['link', 'link-moved'], sideOf('target', '120000')),
    ...move(['file-or-link', 'link-or-file'], sideOf('both'), sideOf('both', '120000')),
    ...move(['empty', 'still-empty'], sideOf('')),
    ...move(['binary', 'binary-moved'], sideOf('a\0b')),
    ...['a', 'b', 'c'].map((name) => gone(`twin/${name}`, sideOf('twin\n'))),
    ...['b', 'x'].map((name) => made(`twins/${name}`, sideOf('twin\n'))),
    { path: Buffer.from('stays'), before: sideOf('1\n'), after: sideOf('2\n') },
  ];
}

function editedContent(): FileChange[] {
  const sizes = [1, 2, 3, 10, 25, 48, 49, 50, 51, 60, 90];
  const edits = sizes.flatMap((edited) => [
    ...move([`old-${edited}`, `new-${edited}`], numbered(edited, 0), numbered(edited, edited)),
    ...move(
      [`a/same-${edited}`, `b/same-${edited}`],
      numbered(-edited, 0),
      numbered(-edited, edited),
    ),
  ]);
  const long = 'long line '.repeat(50);
  return [
    ...edits,
    ...move(['crlf', 'lf'], sideOf('a\r\nb\r\nc\r\n'), sideOf('a\nb\nc\n')),
    ...move(['long', 'longer'], sideOf(long), sideOf(`${long}end`)),
    ...move(['bin/x', 'bin/y'], binary(0), binary(40)),
    ...move(['link', 'link-2'], sideOf('target/a', '120000'), sideOf('target/b', '120000')),
    ...move(['was-empty', 'not-empty'], sideOf(''), sideOf('x')),
    ...move(['mode', 'mode-and-edit'], numbered(7, 0), { ...numbered(7, 5), mode: '100755' }),
  ];
}

function manyAlike(): FileChange[] {
  const indexes = Array.from({ length: 12 }, (_, index) => index);
  return [
    ...indexes.map((index) => gone(`from/${index % 5}/f${index % 7}`, numbered(0, index * 3))),
    ...indexes.map((index) => made(`to/${index % 4}/f${index % 6}`, numbered(0, index * 4))),
  ].filter(({ path }, at, all) => all.findIndex((other) => text(other.path) === text(path)) === at);
}

// 100 lines that no other `kind` has; the first `edited` of them changed.
function numbered(kind: number, edited: number): FileSide {
  const lines = Array.from({ length: 100 }, (_, index) =>
    index < edited ? `edited ${index} of ${kind}\n` : `line ${index} of ${kind}, as it was\n`,
  );
  return sideOf(lines.join(''));
}

function binary(edited: number): FileSide {
  const bytes = Uint8Array.from({ length: 1000 }, (_, index) => (index * index) >> 3);
  return sideOf(bytes.fill(0, 0, edited + 1));
}

function move(
  [from, to]: readonly [string, string],
  before: FileSide,
  after: FileSide = before,
): FileChange[] {
  return [gone(from, before), made(to, after)];
}

function gone(path: string, before: FileSide): FileChange {
  return { path: Buffer.from(path), before };
}

function made(path: string, after: FileSide): FileChange {
  return { path: Buffer.from(path), after };
}

function text(bytes: Uint8Array): string {
  return Buffer.from(bytes).toString('latin1');
}
