// Our pathspecs against git's own, over a tree that has every kind of name.

import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { parsePathspec } from '../../src/cli/pathspec.ts';
import { placesOf } from '../../src/cli/places.ts';
import { gitOk } from '../support/git.ts';
import type { TempWorkspace } from '../support/temp-workspace.ts';
import { pathspecRepository } from './pathspec-repository.ts';

const FILES = [
  '*',
  '[a]',
  'a.ts',
  'a/*/star',
  'a/b/c.ts',
  'a/b/d.js',
  'a/x.ts',
  'ab',
  'b',
  'back\\slash',
  'dash-]',
  'deep/er/and/deeper.ts',
  'src/[id].ts',
  'src/a.ts',
  'src/b.js',
  'src/sub/c.ts',
  'src2/a.ts',
  'test/src/a.ts',
];

const SPECS = [
  'a.ts',
  'a',
  'a/',
  './a',
  'src/../a',
  '*.ts',
  'src/*.ts',
  's?c',
  's?c/*',
  '*c.ts',
  'a*',
  '[ab]',
  '[!a]',
  '[^a]',
  '[a-b]*',
  '[b-a]',
  '[]-]',
  'dash-[]x]',
  '[[:alpha:]]',
  '[[:alpha:][:digit:]]*',
  '[a',
  '\\[a\\]',
  '[a]',
  '\\*',
  'back\\\\slash',
  'back\\',
  '**',
  '**/a.ts',
  'src/**',
  'src**',
  'a/**/c.ts',
  'src/[id].ts',
  'src/\\[id\\].ts',
  '.',
  'none',
  'src/',
  'a/\\*',
  '*/*',
  '?',
  '???',
  ':(glob)*.ts',
  ':(glob)src/*.ts',
  ':(glob)src/**',
  ':(glob)**/a.ts',
  ':(glob)**',
  ':(glob)a/**/c.ts',
  ':(glob)src/**/a.ts',
  ':(glob)s?c',
  ':(glob)src',
  ':(glob)s*',
  ':(glob)a?b',
  ':(glob)a[/]x.ts',
  ':(glob)deep/**/deeper.ts',
  ':(glob)deep/**er.ts',
  ':(glob)***/a.ts',
  ':(glob)src/*',
  ':(glob)*/*.ts',
  ':(literal)*',
  ':(literal)[a]',
  ':(literal)src',
  ':(top)a.ts',
  ':/src',
  ':(top,glob)src/*',
  ':()a.ts',
  ':(literal)src/[id].ts',
  ':(icase)SRC/A.ts',
  ':(icase)SRC',
  ':(icase)*.TS',
  ':(icase)[A-B]',
  ':(icase)[[:upper:]]',
  ':(icase,glob)SRC/*.TS',
  ':(icase,literal)SRC/[ID].ts',
] as const;

let workspace: TempWorkspace;

beforeAll(async () => {
  workspace = await pathspecRepository(FILES);
});

afterAll(async () => {
  await workspace[Symbol.asyncDispose]();
});

describe('a pathspec matches what git matches', () => {
  it.each(SPECS)('%s at the top', async (spec) => {
    expect(ours(spec, '')).toEqual(await theirs(spec, '.'));
  });

  it.each([
    'a.ts',
    '*.ts',
    '.',
    '..',
    '../a',
    '../*.ts',
    ':/a',
    ':(glob)*.ts',
    ':(top)*.ts',
    'sub',
    '[id].ts',
    ':(icase)A.TS',
    ':(icase)../A.ts',
    ':(icase)../SRC/a.ts',
    ':(top,icase)SRC',
  ])('%s below src', async (spec) => {
    expect(ours(spec, 'src')).toEqual(await theirs(spec, 'src'));
  });

  it.each(['star', '*', '../b/*'])('%s below a directory named with a star', async (spec) => {
    expect(ours(spec, 'a/*')).toEqual(await theirs(spec, 'a/*'));
  });

  it('of which a slash at the end wants a directory', async () => {
    for (const spec of ['src/a.ts/', 'src/']) {
      expect(ours(spec, '')).toEqual(await theirs(spec, ''));
      expect(ours(workspace.path(spec), '')).toEqual(await theirs(workspace.path(spec), ''));
    }
  });

  it('when it is absolute', async () => {
    const spec = workspace.path('src/*.ts');
    expect(ours(spec, 'a')).toEqual(await theirs(spec, '.'));
    expect(ours(workspace.root, 'a')).toEqual(FILES);
  });
});

describe('a pathspec is refused', () => {
  it.each([':(attr:x)a', ':(exclude,attr:x)a', ':!%a', ':/-a', ':(glob,literal)a', ':(glob', ':x'])(
    '%s, for its magic',
    (spec) => {
      expect(() => ours(spec, '')).toThrow(
        expect.objectContaining({ code: 'ERR_STAGED_INVALID_ARGUMENT' }),
      );
    },
  );

  it.each(['..', '../x', 'a/../../x', '/etc/passwd', ':(top)..'])('%s, for its place', (spec) => {
    expect(() => ours(spec, '')).toThrow(
      expect.objectContaining({ code: 'ERR_STAGED_PATH_ESCAPE' }),
    );
  });
});

function ours(spec: string, prefix: string): string[] {
  const { root } = workspace;
  const places = placesOf({ root, spelledRoot: root, cwd: workspace.path(prefix) });
  const { matches } = parsePathspec(spec, places);
  return FILES.filter(matches);
}

async function theirs(spec: string, directory: string): Promise<string[]> {
  const { stdout } = await gitOk(
    workspace.path(directory),
    'ls-files',
    '-z',
    '--full-name',
    '--',
    spec,
  );
  return stdout.toString().split('\0').filter(Boolean);
}
