import { describe, expect, it } from 'vitest';
import { foldOutline } from '../../../src/syntax/outline.ts';
import { cut, parameterList } from '../../../src/syntax/signature.ts';
import type { SymbolKind, SyntaxSymbol } from '../../../src/syntax/symbol.ts';
import { bytes, drawn, LIMITS, outline, run, symbols } from './fixture.ts';

describe('symbols', () => {
  it('are told flat, with their container', async () => {
    const source = 'class A:\n    class B:\n        def c(self): pass\n    def d(self): pass\n';
    expect(
      (await symbols('python', source)).map(({ name, container }) => [name, container]),
    ).toEqual([
      ['A', null],
      ['B', 'A'],
      ['c', 'B'],
      ['d', 'A'],
    ]);
  });

  it('written outside of their container name it all the same', async () => {
    const rust =
      'struct A<T>(T);\nimpl<T> A<T> {\n    fn b() {}\n}\nimpl std::fmt::Debug for a::C {\n    fn d() {}\n}\n';
    expect(containers(await symbols('rust', rust))).toEqual(['A: null', 'b: A', 'd: a::C']);
    const go = 'package p\n\nfunc (a A) B() {}\n\nfunc (a *C[T]) D() {}\n';
    expect(containers(await symbols('go', go))).toEqual(['p: null', 'B: A', 'D: C']);
  });

  it('are only those of the kinds that were asked for', async () => {
    const source = bytes('class A { b() {} }\nfunction c() {}\nconst d = 1;\n');
    const reply = await run({
      ...{ kind: 'symbols', language: 'javascript', source, kinds: ['method', 'variable'] },
      ...LIMITS,
    });
    expect(reply.kind === 'symbols' && reply.symbols.map(({ name }) => name)).toEqual(['b', 'd']);
  });

  it('inside functions are local: functions stay, variables and short functions do not', async () => {
    const source = 'function a() {\n  const b = () => 1;\n  const c = 2;\n  function d() {}\n}\n';
    expect(drawn((await outline('javascript', source)).items)).toEqual(['a 0-4', '  d 3-3']);
  });

  it('on one row nest only when one is inside the other', async () => {
    const source = 'class A { b() {} } class C { d() {} }\n';
    expect(drawn((await outline('javascript', source)).items)).toEqual([
      'A 0-0',
      '  b 0-0',
      'C 0-0',
      '  d 0-0',
    ]);
  });
});

describe('folding', () => {
  const nested = [
    symbol('A', 'class', [0, 9]),
    symbol('B', 'class', [1, 5]),
    symbol('c', 'method', [2, 4]),
    symbol('d', 'method', [6, 8]),
    symbol('e', 'function', [10, 12]),
    symbol('f', 'variable', [13, 13]),
  ];

  it('keeps flat symbols flat', () => {
    const flat = [symbol('a', 'function', [0, 1]), symbol('b', 'variable', [2, 2])];
    expect(drawn(foldOutline(flat))).toEqual(['a 0-1', 'b 2-2']);
  });

  it('gives each symbol to the innermost one around it', () => {
    expect(drawn(foldOutline(nested))).toEqual([
      ...['A 0-9', '  B 1-5', '    c 2-4', '  d 6-8'],
      ...['e 10-12', 'f 13-13'],
    ]);
  });

  it('keeps as many levels as asked', () => {
    expect(drawn(foldOutline(nested, { maxDepth: 1 }))).toEqual(['A 0-9', 'e 10-12', 'f 13-13']);
    expect(drawn(foldOutline(nested, { maxDepth: 2 }))).toEqual([
      ...['A 0-9', '  B 1-5', '  d 6-8'],
      ...['e 10-12', 'f 13-13'],
    ]);
    expect(foldOutline(nested, { maxDepth: 3 })).toEqual(foldOutline(nested));
  });

  it('ends at 100 levels: what is deeper is on the last one', () => {
    const deep = Array.from({ length: 103 }, (_, level) => {
      return symbol(`m${level}`, 'module', [level, 300 - level]);
    });
    expect(drawn(foldOutline(deep)).slice(98)).toEqual([
      `${' '.repeat(196)}m98 98-202`,
      `${' '.repeat(198)}m99 99-201`,
      `${' '.repeat(200)}m100 100-200`,
      `${' '.repeat(200)}m101 101-199`,
      `${' '.repeat(200)}m102 102-198`,
    ]);
  });

  it('takes two of the same range for neighbours', () => {
    const twins = [symbol('a', 'class', [0, 1]), symbol('b', 'class', [0, 1])];
    expect(drawn(foldOutline(twins))).toEqual(['a 0-1', 'b 0-1']);
  });
});

describe('a parameter list', () => {
  it.each([
    ['()', '()'],
    ['( a,\n  b,\n)', '(a, b)'],
    ['(a = ( 1 ))', '(a = ( 1 ))'],
    ['a, b', '(a, b)'],
    ['', ''],
    ['(f)(g)', '(f)(g)'],
  ])('is one line in brackets: %j', (text, expected) => {
    expect(parameterList(text)).toBe(expected);
  });

  it.each([
    ['(self)', '()'],
    ['(self, a)', '(a)'],
    ['(selfish, a)', '(selfish, a)'],
    ['(a, self)', '(a, self)'],
    ['(self: "A", a)', '(self: "A", a)'],
  ])('leaves the receiver out: %s', (text, expected) => {
    expect(parameterList(text, 'self')).toBe(expected);
  });

  it('is cut at 80 characters, not in the middle of one', () => {
    expect(parameterList(`(${'a'.repeat(78)})`)).toBe(`(${'a'.repeat(78)})`);
    expect(parameterList(`(${'a'.repeat(79)})`)).toBe(`(${'a'.repeat(79)}…`);
    expect(cut('🙂'.repeat(80))).toBe('🙂'.repeat(80));
    expect(cut('🙂'.repeat(81))).toBe(`${'🙂'.repeat(80)}…`);
  });
});

function symbol(name: string, kind: SymbolKind, rows: readonly [number, number]): SyntaxSymbol {
  const place = { start_row: rows[0], start_col: 0, end_row: rows[1], end_col: 9 };
  return { name, kind, container: null, signature: name, ...place };
}

function containers(found: readonly SyntaxSymbol[]): string[] {
  return found.map(({ name, container }) => `${name}: ${container}`);
}
