import { describe, expect, it, test } from 'vitest';
import { LANGUAGE_IDS } from '../../../src/syntax/languages.ts';
import { drawn, fixtureLanguages, fixtureOutline, fixtureSource, outline } from './fixture.ts';

test('every language has a fixture, and every fixture a language', async () => {
  expect(await fixtureLanguages()).toEqual([...LANGUAGE_IDS].sort());
});

describe.each(LANGUAGE_IDS)('%s', (language) => {
  it('gives the outline that was checked by hand', async () => {
    expect(await outline(language, await fixtureSource(language))).toEqual({
      items: await fixtureOutline(language),
      hadErrors: false,
    });
  });

  it('gives the same outline with CRLF line ends', async () => {
    const source = (await fixtureSource(language)).replaceAll('\n', '\r\n');
    expect((await outline(language, source)).items).toEqual(await fixtureOutline(language));
  });

  it('gives the same outline, without errors, when the last line has no end', async () => {
    const source = (await fixtureSource(language)).trimEnd();
    expect(await outline(language, source)).toEqual({
      items: await fixtureOutline(language),
      hadErrors: false,
    });
  });

  it('gives the same outline after a byte order mark', async () => {
    const source = `\uFEFF${await fixtureSource(language)}`;
    expect((await outline(language, source)).items).toEqual(await fixtureOutline(language));
  });

  it('gives what is there of an empty source', async () => {
    expect(await outline(language, '')).toEqual({ items: [], hadErrors: false });
  });

  it('gives some outline of broken source, and never fails', async () => {
    const source = await fixtureSource(language);
    for (const part of [0.2, 0.5, 0.8]) {
      const at = Math.floor(source.length * part);
      await outline(language, source.slice(0, at));
      await outline(language, source.slice(at));
      await outline(language, `${source.slice(0, at)}\n)}]"'\`(<{\0\n${source.slice(at)}`);
    }
  });

  it('gives some outline of bytes that are no text, and never fails', async () => {
    const noise = Uint8Array.from({ length: 2000 }, (_, index) => (index * 7919) % 256);
    await outline(language, noise);
  });
});

describe('broken source', () => {
  it.each([
    [
      'a brace too few',
      'typescript',
      'class A {\n  b() {}\n\n  c(): void {\n    if (x) {\n  }\n\n  d() {}\n}\n\nfunction e() {}\n',
      ['A 0-8', '  b 1-1', '  c 3-7', 'e 10-10'],
    ],
    [
      'a brace too many',
      'typescript',
      'const a = ;\nfunction b() {}\n}\nfunction c() {}\n',
      ['a 0-0', 'b 1-1', 'c 3-3'],
    ],
    [
      'an open parameter list',
      'python',
      'class A:\n    def b(self):\n        pass\n\n    def c(self\n        return 1\n\n    def d(self):\n        pass\n',
      ['A 0-8', '  b 1-2', '  d 7-8'],
    ],
    [
      'a missing value',
      'rust',
      'struct A;\n\nfn b() {\n    let x = ;\n}\n\nfn c() {}\n',
      ['A 0-0', 'b 2-4', 'c 6-6'],
    ],
    [
      'a missing end',
      'java',
      'class A {\n  void b() { int x = ; }\n  void c() {}\n',
      ['A 0-2', '  b 1-1', '  c 2-2'],
    ],
  ] as const)('keeps the symbols around %s', async (...[, language, source, expected]) => {
    const { items, hadErrors } = await outline(language, source);
    expect({ lines: drawn(items), hadErrors }).toEqual({ lines: expected, hadErrors: true });
  });
});
