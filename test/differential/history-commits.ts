// A history that does everything to a tree that git can record.
import type { MadeCommit } from '../support/fast-import.ts';
import { isLong } from '../support/sampled.ts';
import type { Planted } from '../support/temp-workspace.ts';

const EXEC = 0o755;
const PNG = Buffer.from('89504e470d0a1a0a0000000d49484452000000010000000108060000', 'hex');
const NOISE = Buffer.from(Array.from({ length: 5000 }, (_, n) => (n * n * 31 + (n >> 3)) & 0xff));
const CODE = Array.from({ length: 12 }, (_, n) => [
  `export function step${n}(input) {`,
  `  const value = input + ${n};`,
  '  if (value > 100) {',
  `    return limit(value, ${n});`,
  '  }',
  '  return value;',
  '}',
  '',
]).flat();

function code(edit: (lines: string[]) => void = () => undefined): string {
  const lines = [...CODE];
  edit(lines);
  return lines.join('\n');
}

function commit(title: string, changes: MadeCommit['changes']): MadeCommit {
  return { title, changes };
}

const FIRST = commit('first', {
  'README.md': '# A project\n\nText.\n',
  'src/main.js': code(),
  'src/lib/a.js': 'a\n',
  'src/lib/b.js': 'b\n',
  'src/lib/deep/er/c.js': 'c\n',
  'run.sh': { content: '#!/bin/sh\necho run\n', mode: EXEC },
  'logo.png': PNG,
  'crlf.txt': 'one\r\ntwo\r\nthree\r\n',
  '.gitignore': '*.log\nbuild/\n',
});

const HAND_MADE: readonly MadeCommit[] = [
  commit('edits one line', { 'README.md': '# A project\n\nOther text.\n' }),
  commit('edits far apart', {
    'src/main.js': code((lines) => {
      lines[1] = '  const value = input;';
      lines[60] = '  if (value > 1000) {';
      lines.splice(90, 3);
    }),
  }),
  commit('adds files in new directories', { 'docs/a/b/one.md': '1\n', 'docs/two.md': '2\n' }),
  commit('deletes a file', { 'docs/two.md': null }),
  commit('deletes a directory', { 'docs/a/b/one.md': null }),
  commit('makes a file executable', { 'src/main.js': { content: code(), mode: EXEC } }),
  commit('makes it plain again and edits it', {
    'src/main.js': code((lines) => lines.splice(0, 8)),
  }),
  commit('mode alone', { 'run.sh': '#!/bin/sh\necho run\n' }),
  commit('adds an executable', { 'bin/tool': { content: '#!/usr/bin/env node\n', mode: EXEC } }),
  commit('edits an executable', { 'bin/tool': { content: '#!/usr/bin/node\n', mode: EXEC } }),
  commit('changes a binary', { 'logo.png': Buffer.concat([PNG, Buffer.from([0, 1, 2])]) }),
  commit('adds a large binary', { 'noise.bin': NOISE }),
  commit('edits the large binary', {
    'noise.bin': Buffer.concat([NOISE.subarray(0, 1000), Buffer.from('x'), NOISE.subarray(1500)]),
  }),
  commit('binary becomes text', { 'noise.bin': 'text now\n' }),
  commit('text becomes binary', { 'noise.bin': NOISE.subarray(0, 3000) }),
  commit('deletes binaries', { 'noise.bin': null, 'logo.png': null }),
  commit('adds links', {
    'latest.js': { link: 'src/main.js' },
    'src/up': { link: '../README.md' },
    dangling: { link: 'nowhere/at/all' },
    library: { link: 'src/lib' },
  }),
  commit('moves a link', { 'latest.js': { link: 'src/lib/a.js' } }),
  commit('link becomes file', { 'latest.js': 'a file now\n' }),
  commit('file becomes link', { 'src/lib/b.js': { link: 'a.js' } }),
  commit('link to a directory becomes that directory', {
    library: null,
    'library/a.js': 'a\n',
    'library/b.js': 'b\n',
  }),
  commit('directory becomes link', {
    'library/a.js': null,
    'library/b.js': null,
    library: { link: 'src/lib' },
  }),
  commit('deletes links', { dangling: null, library: null, 'src/up': null }),
  commit('renames', { 'src/lib/a.js': null, 'src/lib/first.js': 'a\n' }),
  commit('renames and edits', {
    'src/main.js': null,
    'src/start.js': code((lines) => lines.splice(20, 2, '  // changed')),
  }),
  commit('renames a directory', {
    'src/lib/deep/er/c.js': null,
    'src/lib/shallow/c.js': 'c\n',
  }),
  commit('file becomes directory', { 'README.md': null, 'README.md/index.md': '# A project\n' }),
  commit('directory becomes file', { 'README.md/index.md': null, 'README.md': '# Back\n' }),
  commit('nested directory becomes file', {
    'src/lib/b.js': null,
    'src/lib/first.js': null,
    'src/lib/shallow/c.js': null,
    'src/lib': 'all in one\n',
  }),
  commit('file becomes nested directory', { 'src/lib': null, 'src/lib/x/y/z.js': 'z\n' }),
  commit('names that need quoting', {
    'with space.txt': 's\n',
    'tab\there': 't\n',
    'new\nline': 'n\n',
    'quo"te': 'q\n',
    'back\\slash': 'b\n',
    'ünïcödé/日本.txt': 'u\n',
    ' leading and trailing ': 'l\n',
    '-dash': 'd\n',
    '*star?[x]': 'g\n',
    __proto__x: 'p\n',
    'a: b & c|d': 'w\n',
  }),
  commit('edits them', {
    'with space.txt': 's\nmore\n',
    'tab\there': 't\nmore\n',
    'new\nline': 'n\nmore\n',
    'quo"te': 'q\nmore\n',
    'back\\slash': 'b\nmore\n',
    'ünïcödé/日本.txt': 'u\nmore\n',
  }),
  commit('deletes them', {
    'tab\there': null,
    'new\nline': null,
    'ünïcödé/日本.txt': null,
    ' leading and trailing ': null,
  }),
  commit('composed and decomposed names', { 'é.md': 'composed\n', 'e\u0301.md': 'decomposed\n' }),
  commit('names that sort close together', {
    sort: 'file\n',
    'sort.txt': 't\n',
    'sort-a/b': 'b\n',
    'sort0/c': 'c\n',
  }),
  commit('file between becomes directory', { sort: null, 'sort/d': 'd\n', 'sort.txt': null }),
  commit('edits lines with CRLF', { 'crlf.txt': 'one\r\nTWO\r\nthree\r\n' }),
  commit('CRLF becomes LF', { 'crlf.txt': 'one\nTWO\nthree\n' }),
  commit('mixed line ends', { 'crlf.txt': 'one\r\nTWO\nthree\r\nfour\r' }),
  commit('empty files', { empty: '', 'also/empty': '' }),
  commit('fills one and deletes the other', { empty: 'x', 'also/empty': null }),
  commit('empties a file', { empty: '' }),
  commit('loses the final newline', { 'src/start.js': 'a\nb\nc' }),
  commit('edits before a missing final newline', { 'src/start.js': 'A\nb\nc' }),
  commit('edits a last line without newline', { 'src/start.js': 'A\nb\nC' }),
  commit('gains the final newline', { 'src/start.js': 'A\nb\nC\n' }),
  commit('adds ignored files', { 'trace.log': 'log\n', 'build/out.js': 'out\n' }),
  commit('attributes that git would heed', {
    '.gitattributes': '*.txt text eol=crlf\n*.js -diff\n*.md filter=lfs\n',
    'crlf.txt': 'one\ntwo\n',
    'src/start.js': 'new\n',
  }),
  commit('bytes that are not UTF-8', {
    'latin1.txt': Buffer.from('caf\xe9\nna\xefve\n', 'latin1'),
  }),
  commit('edits those', { 'latin1.txt': Buffer.from('caf\xe9\nnaive\n', 'latin1') }),
  commit('a byte order mark', { 'bom.txt': '\ufeffone\r\ntwo\r\n' }),
  commit('the same bytes at many paths', {
    'copies/a': 'same\n',
    'copies/b': 'same\n',
    'copies/c/d': { content: 'same\n', mode: EXEC },
  }),
  commit('swaps two files', { 'copies/a': code(), 'copies/b': 'same\n', 'run.sh': 'same\n' }),
  commit('much at once', {
    'bin/tool': null,
    'copies/a': null,
    'copies/b': { link: 'c/d' },
    'copies/c/d': 'plain\n',
    'sort-a/b': null,
    'sort-a': 'file\n',
    'new/x': 'x\n',
    'crlf.txt': NOISE.subarray(0, 200),
  }),
];

// Those above have every kind; chance adds combinations, a second a commit.
const RANDOM_COMMITS = isLong ? 40 : 2;

/** The history: one commit to start from, those above, and some at random. */
export function nastyHistory(): MadeCommit[] {
  const commits = [FIRST, ...HAND_MADE];
  const random = randomFrom(20_260_101);
  const files = new Map<string, Planted>();
  for (let count = 0; count < RANDOM_COMMITS; count += 1) {
    commits.push(commit(`random ${count}`, randomChanges(random, files)));
  }
  return commits;
}

type Random = (below: number) => number;

// Names of few letters, so that files and directories take each other's places.
function randomChanges(random: Random, files: Map<string, Planted>): MadeCommit['changes'] {
  const changes = new Map<string, Planted | null>();
  for (let count = 4 + random(8); count > 0; count -= 1) {
    const depth = 1 + random(3);
    const path = ['random', ...Array.from({ length: depth }, () => 'abc'.charAt(random(3)))].join(
      '/',
    );
    for (const other of files.keys()) {
      const isInTheWay = path.startsWith(`${other}/`) || other.startsWith(`${path}/`);
      if (isInTheWay || (other === path && random(4) === 0)) {
        files.delete(other);
        changes.set(other, null);
      }
    }
    if (changes.get(path) === null && random(3) === 0) continue;
    const planted = randomContent(random);
    files.set(path, planted);
    changes.set(path, planted);
  }
  return Object.fromEntries(changes);
}

function randomContent(random: Random): Planted {
  const text = Array.from({ length: random(30) }, () => `line ${random(9)}\n`).join('');
  const kind = random(6);
  if (kind === 0) return { link: `${'abc'.charAt(random(3))}/${'abc'.charAt(random(3))}` };
  if (kind === 1) return { content: text, mode: EXEC };
  if (kind === 2) return Buffer.from(`${text}\0${random(99)}`);
  return kind === 3 ? `${text}no newline` : text;
}

function randomFrom(seed: number): Random {
  let state = seed;
  return (below) => {
    state = (Math.imul(state, 1_103_515_245) + 12_345) & 0x7fff_ffff;
    return Math.floor((state / 0x8000_0000) * below);
  };
}
