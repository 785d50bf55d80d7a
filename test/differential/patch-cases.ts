// Changes of every kind a patch can carry: what there is, and what an agent does to it.
import type { FileMode } from '../../src/index.ts';
import type { Planted } from '../support/temp-workspace.ts';

/** A write, with git's mode where it matters; null deletes, whatever is there. */
export type Change =
  | string
  | Uint8Array
  | { readonly content: string | Uint8Array; readonly fileMode: FileMode }
  | null;

export interface PatchCase {
  readonly title: string;
  readonly before: Readonly<Record<string, Planted>>;
  /** In order. */
  readonly changes: readonly (readonly [path: string, change: Change])[];
}

const BYTES = Buffer.from(Array.from({ length: 4096 }, (_, n) => (n * n + (n >> 4)) & 0xff));
const TEXT = 'one\ntwo\nthree\nfour\nfive\nsix\nseven\neight\nnine\nten\n';
const SCRIPT = { content: '#!/bin/sh\n', mode: 0o755 };

export const PATCH_CASES: readonly PatchCase[] = [
  made('creates text', {}, { 'a.txt': TEXT }),
  made('creates in new directories', { 'x/y': '' }, { 'x/new/deep/a': 'a\n' }),
  made('creates an empty file', {}, { empty: '' }),
  made('creates a binary', {}, { 'a.bin': BYTES }),
  made('creates an executable', {}, { run: { content: '#!/bin/sh\n', fileMode: '100755' } }),
  made('creates an empty executable', {}, { run: { content: '', fileMode: '100755' } }),
  made('creates a link', { a: 'a\n' }, { link: { content: 'a', fileMode: '120000' } }),
  made('modifies text', { 'a.txt': TEXT }, { 'a.txt': TEXT.replace('five', '5') }),
  made('modifies both ends', { 'a.txt': TEXT }, { 'a.txt': `zero\n${TEXT}eleven\n` }),
  made('modifies a binary', { b: BYTES }, { b: Buffer.concat([BYTES, BYTES.subarray(9, 99)]) }),
  made('text becomes binary', { b: TEXT }, { b: BYTES }),
  made('binary becomes text', { b: BYTES }, { b: TEXT }),
  made('binary becomes empty', { b: BYTES }, { b: '' }),
  made('fills an empty file', { a: '' }, { a: 'x\n' }),
  made('empties a file', { a: 'x\n' }, { a: '' }),
  made('keeps CRLF', { a: 'one\r\ntwo\r\nthree\r\n' }, { a: 'one\r\n2\r\nthree\r\n' }),
  made(
    'keeps bytes that are not UTF-8',
    { a: latin1('caf\xe9\nx\n') },
    { a: latin1('caf\xe9\ny\n') },
  ),
  made('deletes text', { 'a.txt': TEXT }, { 'a.txt': null }),
  made('deletes an empty file', { empty: '' }, { empty: null }),
  made('deletes a binary', { b: BYTES }, { b: null }),
  made('deletes an executable', { run: SCRIPT }, { run: null }),
  made('deletes a link', { a: 'a\n', link: { link: 'a' } }, { link: null }),
  made(
    'deletes a directory with everything in it',
    {
      'd/a': 'a\n',
      'd/e/b.bin': BYTES,
      'd/e/f/empty': '',
      'd/link': { link: 'a' },
      'd/run': SCRIPT,
    },
    { d: null },
  ),
  made(
    'deletes a directory and writes into it anew',
    { 'd/a': 'a\n', 'd/b': 'b\n' },
    { d: null, 'd/b': 'B\n', 'd/c': 'c\n' },
  ),
  made('sets the exec bit', { run: 'x\n' }, { run: { content: 'x\n', fileMode: '100755' } }),
  made(
    'takes the exec bit',
    { run: SCRIPT },
    { run: { content: SCRIPT.content, fileMode: '100644' } },
  ),
  made(
    'sets the exec bit of an empty file',
    { run: '' },
    { run: { content: '', fileMode: '100755' } },
  ),
  made(
    'sets the exec bit and edits',
    { run: 'x\n' },
    { run: { content: 'y\n', fileMode: '100755' } },
  ),
  made('keeps the exec bit', { run: SCRIPT }, { run: '#!/bin/bash\n' }),
  made('moves a link', { link: { link: 'a' } }, { link: { content: 'b', fileMode: '120000' } }),
  made('file becomes link', { a: 'a\n', b: 'b\n' }, { b: { content: 'a', fileMode: '120000' } }),
  made(
    'link becomes file',
    { a: 'a\n', b: { link: 'a' } },
    { b: { content: 'b\n', fileMode: '100644' } },
  ),
  made('file becomes directory', { d: 'd\n' }, { d: null, 'd/a': 'a\n' }),
  made('directory becomes file', { 'd/a': 'a\n', 'd/b/c': 'c\n' }, [
    ['d', null],
    ['d', 'x\n'],
  ]),
  made('directory becomes link', { 'd/a': 'a\n', e: 'e\n' }, [
    ['d', null],
    ['d', link('e')],
  ]),
  made('emptied directory becomes file', { 'd/a': 'a\n' }, [
    ['d/a', null],
    ['d', 'x\n'],
  ]),
  made('link becomes directory', { 'e/a': 'a\n', d: { link: './e' } }, { d: null, 'd/a': 'new\n' }),
  made(
    'names that are quoted, and names that are not',
    { 'tab\there': 't\n', 'ünï/日本': 'u\n' },
    {
      'tab\there': 'T\n',
      'ünï/日本': 'U\n',
      'with space': 's\n',
      'new\nline': 'n\n',
      'quo"te': 'q\n',
      'back\\slash': 'b\n',
      ' edge ': 'e\n',
      '\u0001': '1\n',
      '-dash': 'd\n',
      '*?[x]': 'g\n',
    },
  ),
  made(
    'deletes quoted names',
    { 'a\tb': '1\n', 'é"': '2\n', 'c d': '3\n' },
    { 'a\tb': null, 'é"': null, 'c d': null },
  ),
  ...finalNewlines(),
  made(
    'much at once',
    { a: TEXT, b: BYTES, run: SCRIPT, 'd/x': 'x\n', 'd/y': '', link: { link: 'a' } },
    {
      a: TEXT.replace('ten\n', '10'),
      b: BYTES.subarray(100),
      run: { content: '#!/bin/sh\nexit\n', fileMode: '100644' },
      d: null,
      link: null,
      'new/é': 'x',
    },
  ),
];

function made(
  title: string,
  before: PatchCase['before'],
  changes: PatchCase['changes'] | Readonly<Record<string, Change>>,
): PatchCase {
  const isList = (given: typeof changes): given is PatchCase['changes'] => Array.isArray(given);
  return { title, before, changes: isList(changes) ? changes : Object.entries(changes) };
}

function link(target: string): Change {
  return { content: target, fileMode: '120000' };
}

function finalNewlines(): PatchCase[] {
  const ends = ['', '\n'];
  const pairs = ends.flatMap((old) => ends.map((now): [string, string] => [old, now]));
  const edits: [string, string][] = [
    ...pairs.map(([old, now]): [string, string] => [`a\nb${old}`, `a\nc${now}`]),
    ...pairs.map(([old, now]): [string, string] => [`a\n1\n2\n3\nb${old}`, `A\n1\n2\n3\nb${now}`]),
    ['', 'x'],
    ['x', ''],
    ['a\nb\nc', 'a\nb'],
    ['a', 'a\n'],
  ];
  return edits.map(([old, now]) =>
    made(`final newline: ${JSON.stringify(old)} to ${JSON.stringify(now)}`, { f: old }, { f: now }),
  );
}

function latin1(text: string): Buffer {
  return Buffer.from(text, 'latin1');
}
