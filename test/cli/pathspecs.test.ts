// Lists of pathspecs, excluding ones among them, against git's own over names that are hard.

import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { parsePathspec } from '../../src/cli/pathspec.ts';
import { placesOf } from '../../src/cli/places.ts';
import { gitOk } from '../support/git.ts';
import type { TempWorkspace } from '../support/temp-workspace.ts';
import { cliFixture, printed } from './cli.ts';
import { pathspecRepository } from './pathspec-repository.ts';

const RUNS = Number(process.env['FC_RUNS'] ?? 30);

const FILES = [
  '!',
  '!a',
  '*',
  ':a',
  'A/b',
  '[a]',
  '^a',
  'a b',
  'a/*/b',
  'a/B',
  'a/b/a.ts',
  'a/b/b',
  'a/é',
  'aa',
  'ab/a',
  'b',
  'back\\slash',
  'é',
  'line\nfeed',
  'quo"te',
  'src/a.ts',
  'src/b/a.ts',
  'tab\there',
  '日本/a',
];

let workspace: TempWorkspace;

beforeAll(async () => {
  workspace = await pathspecRepository(FILES);
});

afterAll(async () => {
  await workspace[Symbol.asyncDispose]();
});

describe('a list of pathspecs selects what git selects', () => {
  it.each([
    [['a', ':!a/b']],
    [[':!a/b', 'a']],
    [[':!a']],
    [[':^a', ':(exclude)src']],
    [['*.ts', ':(exclude,glob)src/*.ts']],
    [['.', ':(exclude,literal)*']],
    [['.', ':!*']],
    [['.', ':!:a']],
    [['.', ':!!']],
    [['a', ':!/a/b']],
    [['a', ':/!a/b']],
    [[':(exclude,icase)A']],
    [['a/b', 'src', ':!a']],
    [['./:a', ':!b']],
    [[':!é', ':!日本']],
    [['?']],
    [['??']],
    [['[é]', 'a/[!a-z]*']],
    [['a', ':!none']],
    [[':']],
    [['a/']],
    [['b/']],
    [['b/', 'a/b/']],
    [['*/']],
    [[':(glob)a/*/']],
    [[':!a/']],
    [['./', ':!b/']],
    [[':(glob)a**']],
    [[':(glob)b**']],
    [[':(glob)s**/a.ts']],
    [[':(icase)*/\\B', ':(icase)A*/\\b']],
    [[':(icase)?/[B]', ':(icase)[A-C]/[^A-C]']],
    [[':(icase)a/[[:upper:]]', ':(icase)[^[:upper:]]A']],
  ])('%j', async (specs) => {
    for (const prefix of ['', 'a', 'src'])
      expect({ prefix, paths: ours(specs, prefix) }).toEqual({
        prefix,
        paths: await theirs(specs, prefix),
      });
  });

  it('whatever they are', async () => {
    await fc.assert(
      fc.asyncProperty(lists, fc.constantFrom('', 'a', 'a/*'), async (specs, prefix) => {
        expect(ours(specs, prefix)).toEqual(await theirs(specs, prefix));
      }),
      { numRuns: RUNS, endOnFailure: true },
    );
  });
});

describe('the command line', () => {
  it('leaves out what is excluded, and does not warn of an exclude that matches nothing', async () => {
    await using cli = await cliFixture();
    for (const path of ['a.txt', 'src/b.txt', 'src/c.lock']) await cli.write(path, 'x');
    expect(await cli.run('diff', '--name-status', 'src', ':!*.lock', ':!none')).toEqual(
      printed('A\tsrc/b.txt\n'),
    );
    expect(await cli.runIn('.', 'discard', ':!*.txt')).toEqual(printed('discarded  src/c.lock\n'));
    expect(await cli.run('commit', ':!src')).toEqual(printed('committed  a.txt\n'));
    expect(await cli.run('commit', ':!src')).toEqual(printed('nothing to commit\n'));
    expect(await cli.run('commit', 'src', ':!src/b.txt')).toEqual({
      stdout: '',
      stderr:
        'staged-fs: ERR_STAGED_NOT_FOUND: Every pending change that matches is excluded again.\n' +
        '  Run `staged-fs status` to see what is pending.\n',
      code: 1,
    });
  });
});

const common = fc.constantFrom(
  'a',
  'b',
  'B',
  '*',
  '?',
  '**',
  '/',
  '[ab]',
  '[!a]',
  '.ts',
  'é',
  '\\',
);
const classes = fc.constantFrom('[B]', '[!B]', '[A-C]', '[^A-C]', '[Z-a]', '[b-a]', '[[:upper:]]');
const piece = fc.oneof({ weight: 5, arbitrary: common }, { weight: 1, arbitrary: classes });
const pattern = fc
  .array(piece, { minLength: 1, maxLength: 5 })
  .map((pieces) => pieces.join('').replace(/^\/+/, '').replaceAll(/\/+/g, '/'))
  .filter((text) => text !== '');
const magic = fc.constantFrom(
  '',
  ':!',
  ':^',
  ':/',
  ':!/',
  ':(glob)',
  ':(exclude,glob)',
  ':(icase)',
);
const rarer = fc.constantFrom(':(literal)', ':(exclude,literal)', ':(top,exclude,icase)');
const spec = fc
  .tuple(fc.oneof({ weight: 4, arbitrary: magic }, { weight: 1, arbitrary: rarer }), pattern)
  .map(([before, after]) => before + after);
const lists = fc.array(spec, { minLength: 1, maxLength: 4 });

function ours(texts: readonly string[], prefix: string): string[] {
  const { root } = workspace;
  const places = placesOf({ root, spelledRoot: root, cwd: workspace.path(prefix) });
  const specs = texts.map((text) => parsePathspec(text, places));
  const wanted = specs.filter(({ isExclude }) => !isExclude);
  const unwanted = specs.filter(({ isExclude }) => isExclude);
  return FILES.filter(
    (path) =>
      (wanted.length === 0 || wanted.some(({ matches }) => matches(path))) &&
      !unwanted.some(({ matches }) => matches(path)),
  ).sort(compareBytes);
}

// Where only excludes are given, `git diff` starts from everything, as we do.
async function theirs(specs: readonly string[], directory: string): Promise<string[]> {
  const names = ['diff', '--cached', '--no-renames', '--name-only', '-z'];
  const { stdout } = await gitOk(workspace.path(directory), ...names, '--', ...specs);
  return stdout.toString().split('\0').filter(Boolean).sort(compareBytes);
}

function compareBytes(left: string, right: string): number {
  return Buffer.compare(Buffer.from(left), Buffer.from(right));
}
