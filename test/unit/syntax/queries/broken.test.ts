// Sources that are cut or half written keep what was whole before the break, as what it was.
import { describe, expect, it } from 'vitest';
import { LANGUAGE_IDS } from '../../../../src/syntax/languages.ts';
import type { OutlineItem } from '../../../../src/syntax/outline.ts';
import type { SyntaxSymbol } from '../../../../src/syntax/symbol.ts';
import { isLong } from '../../../support/sampled.ts';
import { fixtureSource, outline, symbols } from '../fixture.ts';

describe('a source that breaks off', () => {
  it.each([
    [
      'cpp',
      'namespace n {\nclass A : public B {\npublic:\n  A();\n  ~A();\n  int *c() const;\n  int d() {\n',
      ['module n', '  class A', '    method A', '    method ~A', '    method c'],
    ],
    [
      'cpp',
      'int a();\nstruct B {\n  int c() { return 1; }\n',
      ['function a', 'struct B', '  method c'],
    ],
    [
      'c',
      'int a(void);\nstruct b { int c; };\nint d(void) {\n  if (x) {\n',
      ['function a', 'struct b'],
    ],
    ['c', 'extern int a(void) B;\nextern int *c(void) D E;\n', ['function a', 'function c']],
    [
      'ruby',
      "VERSION = '1'\ndef top(a)\n  a\nend\nmodule M\n  class Foo\n    def baz; end\n    def bar\n      if x",
      [
        'variable VERSION',
        'function top',
        'module M',
        '  class Foo',
        '    method baz',
        '    method bar',
      ],
    ],
    [
      'rust',
      'pub const MAX: u32 = 1;\nfn a() {}\nimpl Foo {\n  fn b(&self) {\n    if x {',
      ['variable MAX', 'function a', 'function b'],
    ],
    [
      'json',
      '{\n  "a": 1,\n  "b": { "c": 1 },\n  "d": {\n    "e": [],\n    "f',
      ['variable a', 'module b', '  variable c', 'module d', '  variable e'],
    ],
    ['yaml', 'a: 1\nb:\n  c: 1\nd: "', ['variable a', 'module b', '  variable c']],
    [
      'go',
      'package p\nconst (\n\tA = 1\n\tB, C = 2, 3\n',
      ['module p', 'variable A', 'variable B', 'variable C'],
    ],
    ['go', 'package p\nvar (\n\tA = 1\n\tB int\n', ['module p', 'variable A', 'variable B']],
    [
      'go',
      'package p\ntype (\n\tA int\n\tB struct{ c int }\n\tD interface{}\n',
      ['module p', 'type A', 'struct B', 'interface D'],
    ],
    [
      'php',
      '<?php\nconst MAX = 1;\nclass A {\n  const B = 2;\n  function c() {}\n  function d() {\n',
      ['variable MAX', 'class A', '  method c', '  method d'],
    ],
    [
      'python',
      'A = 1\nB, C = 1, 2\nclass D:\n    def e(self):\n        pass\n    def f(self):\n        return (',
      ['variable A', 'variable B', 'variable C', 'class D', '  method e', '  method f'],
    ],
    [
      'csharp',
      'namespace A {\n  class B {\n    enum C { D }\n    void E() { }\n    void F() { if (x) {\n',
      ['module A', '  class B', '    enum C', '    method E'],
    ],
    [
      'javascript',
      'const A = 1;\nexport const B = 2;\nvar C;\nclass D extends E {\n  f() {}\n  g() {\n    const h = 1;\n    if (',
      ['variable A', 'variable B', 'variable C', 'class D', '  method f'],
    ],
    ['javascript', 'const a = () => {\n  const b = 1;\n  const c = [', ['function a']],
    [
      'typescript',
      'const A = 1;\nclass C {\n    d(): void;\n    d() {}\n    e(f: string) {\n      g(',
      ['variable A', 'class C', '  method d', '  method d'],
    ],
    [
      'swift',
      'let a = 1\nstruct B {\n  init() {}\n  func c() {}\n  func d() {\n    let e = (',
      ['variable a', 'struct B', '  method init', '  method c', '  method d'],
    ],
    [
      'kotlin',
      'val a = 1\nclass B : C() {\n  fun d() {}\n  fun e() {\n    if (',
      ['variable a', 'class B', '  method d', '  method e'],
    ],
    [
      'zig',
      'const a = 1;\nconst B = struct {\n  pub fn c() void {}\n  pub fn d() void {\n    if (',
      ['variable a', 'struct B', '  method c', '  method d'],
    ],
    [
      'scala',
      'val a = 1\nclass B(c: Int) extends D {\n  def e = 1\n  def f(g: Int) = {\n    if (',
      ['variable a', 'class B', '  method e', '  method f'],
    ],
    [
      'elixir',
      'defmodule A do\n  defmodule B do\n    def c, do: 1\n  end\n  def d do\n    e(',
      ['module A', '  module B', '    method c'],
    ],
    ['html', '<div id="a">\n<p id="b">x</p>\n<h1', ['module a', '  module b']],
  ] as const)('keeps its symbols: %s %j', async (language, source, expected) => {
    const { items, hadErrors } = await outline(language, source);
    expect({ lines: drawn(items), hadErrors }).toEqual({ lines: expected, hadErrors: true });
  });
});

describe.each(LANGUAGE_IDS)('a cut fixture of %s', (language) => {
  it('keeps each symbol that ends before the cut', async () => {
    const lines = (await fixtureSource(language)).split('\n');
    const whole = await symbols(language, lines.join('\n'));
    for (let cut = 1; cut < lines.length; cut += isLong ? 1 : 4) {
      const left = new Set((await symbols(language, lines.slice(0, cut).join('\n'))).map(labelOf));
      const lost = whole.filter((symbol) => symbol.end_row < cut - 1 && !left.has(labelOf(symbol)));
      expect([cut, lost.map(labelOf)]).toEqual([cut, []]);
    }
  });
});

it('knows the type of an unclosed impl', async () => {
  const source = 'impl<T> A for B<T> {\n  fn c() {}\n  type D = u8;\n  fn e(&self) {\n';
  expect((await symbols('rust', source)).map(({ name, container }) => [name, container])).toEqual([
    ['c', 'B'],
    ['D', 'B'],
    ['e', 'B'],
  ]);
});

function labelOf({ name, start_row }: SyntaxSymbol): string {
  return `${start_row}: ${name}`;
}

function drawn(items: readonly OutlineItem[], indent = ''): string[] {
  return items.flatMap(({ kind, name, children }) => [
    `${indent}${kind} ${name}`,
    ...drawn(children, `${indent}  `),
  ]);
}
