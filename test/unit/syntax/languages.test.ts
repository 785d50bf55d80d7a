import { access } from 'node:fs/promises';
import { describe, expect, it, test } from 'vitest';
import { fileName, grammarUrl } from '../../../src/syntax/grammar-url.ts';
import { languageNamed, languageOf } from '../../../src/syntax/language-of.ts';
import { isLanguageId, LANGUAGE_IDS, LANGUAGES } from '../../../src/syntax/languages.ts';

const BUILT = new URL('../../../dist/grammars/', import.meta.url);

describe('the language of a file', () => {
  it.each([
    ['src/a.ts', 'typescript'],
    ['src/a.d.mts', 'typescript'],
    ['A.PY', 'python'],
    ['C:\\work\\a.Go', 'go'],
    ['a.h', 'c'],
    ['a.hpp', 'cpp'],
    ['Gemfile', 'ruby'],
    ['dir/Cargo.lock', 'toml'],
    ['.bashrc', 'bash'],
    ['README.markdown', 'markdown'],
    ['a.sql', undefined],
    ['go', undefined],
    ['.json', undefined],
    ['a.', undefined],
    ['', undefined],
    ['dir.ts/file', undefined],
    ['a.constructor', undefined],
  ])('is known by its path: %s', (path, language) => {
    expect(languageOf(path)).toBe(language);
  });

  it.each([
    ['#!/bin/sh', 'bash'],
    ['#!/usr/bin/env python3', 'python'],
    ['#! /usr/bin/env -S FOO=1 node --no-warnings', 'javascript'],
    ['#!/usr/local/bin/ruby2.7 -w', 'ruby'],
    ['\uFEFF#!/usr/bin/Rscript\r', 'r'],
    ['#!/usr/bin/env', undefined],
    ['#!', undefined],
    ['// #!/bin/sh', undefined],
    ['', undefined],
  ])('is known by its first line: %s', (firstLine, language) => {
    expect(languageOf('bin/run', { firstLine })).toBe(language);
  });

  it('is known by its path before its first line', () => {
    expect(languageOf('run.ts', { firstLine: '#!/bin/sh' })).toBe('typescript');
  });

  it.each([
    ['ts', 'typescript'],
    ['js', 'javascript'],
    ['py', 'python'],
    ['golang', 'go'],
    ['rs', 'rust'],
    ['c++', 'cpp'],
    ['cxx', 'cpp'],
    ['c#', 'csharp'],
    ['cs', 'csharp'],
    ['rb', 'ruby'],
    ['kt', 'kotlin'],
    ['shell', 'bash'],
    ['sh', 'bash'],
    ['zsh', 'bash'],
    ['ex', 'elixir'],
    ['hs', 'haskell'],
    ['yml', 'yaml'],
    ['htm', 'html'],
    ['md', 'markdown'],
    [' TypeScript ', 'typescript'],
    ['klingon', undefined],
    ['__proto__', undefined],
  ])('is what the caller says: %s', (override, language) => {
    expect(languageOf('a.java', { override, firstLine: '#!/bin/sh' })).toBe(language);
  });

  it('is not said by an empty override', () => {
    expect(languageOf('a.java', { override: '' })).toBe('java');
  });
});

test.each(LANGUAGE_IDS)('%s is a language, and its grammar travels with us', async (id) => {
  expect([languageNamed(id), isLanguageId(id)]).toEqual([id, true]);
  const { grammar } = LANGUAGES[id];
  await access(grammarUrl(grammar));
  await access(new URL(fileName(grammar), BUILT));
});

test('no two languages claim the same name, extension, file or interpreter', () => {
  for (const key of ['aliases', 'extensions', 'fileNames', 'interpreters'] as const) {
    const all = LANGUAGE_IDS.flatMap((id) => LANGUAGES[id][key] ?? []);
    expect(new Set(all).size).toBe(all.length);
    expect(all).toEqual(all.map((entry) => entry.toLowerCase()));
  }
});
