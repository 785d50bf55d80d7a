import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { packSymbols, unpackSymbols } from '../../../src/syntax/packed-symbols.ts';
import { cut, parameterList, unquoted } from '../../../src/syntax/signature.ts';
import { SYMBOL_KINDS, type SymbolKind, type SyntaxSymbol } from '../../../src/syntax/symbol.ts';
import { drawn, folded, outline, symbols } from './fixture.ts';

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
    const cpp =
      'A::A() = default;\nint a::B<c::D>::e() {}\nA::operator c::D() {}\nnamespace f {}\nint f::g() {}\n';
    expect((await symbols('cpp', cpp)).map(({ kind }) => kind)).toEqual([
      ...['method', 'method', 'method'],
      ...['module', 'function'],
    ]);
    expect(containers(await symbols('cpp', cpp))).toEqual([
      ...['A::A: A', 'a::B<c::D>::e: a::B', 'A::operator c::D: A'],
      ...['f: null', 'f::g: f'],
    ]);
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
    expect(drawn(folded(flat))).toEqual(['a 0-1', 'b 2-2']);
  });

  it('gives each symbol to the innermost one around it', () => {
    expect(drawn(folded(nested))).toEqual([
      ...['A 0-9', '  B 1-5', '    c 2-4', '  d 6-8'],
      ...['e 10-12', 'f 13-13'],
    ]);
  });

  it('keeps as many levels as asked', () => {
    expect(drawn(folded(nested, 1))).toEqual(['A 0-9', 'e 10-12', 'f 13-13']);
    expect(drawn(folded(nested, 2))).toEqual([
      ...['A 0-9', '  B 1-5', '  d 6-8'],
      ...['e 10-12', 'f 13-13'],
    ]);
    expect(folded(nested, 3)).toEqual(folded(nested));
  });

  it('ends at 100 levels: what is deeper is on the last one', () => {
    const deep = Array.from({ length: 103 }, (_, level) => {
      return symbol(`m${level}`, 'module', [level, 300 - level]);
    });
    expect(drawn(folded(deep)).slice(98)).toEqual([
      `${' '.repeat(196)}m98 98-202`,
      `${' '.repeat(198)}m99 99-201`,
      `${' '.repeat(200)}m100 100-200`,
      `${' '.repeat(200)}m101 101-199`,
      `${' '.repeat(200)}m102 102-198`,
    ]);
  });

  it('takes two of the same range for neighbours', () => {
    const twins = [symbol('a', 'class', [0, 1]), symbol('b', 'class', [0, 1])];
    expect(drawn(folded(twins))).toEqual(['a 0-1', 'b 0-1']);
  });
});

describe('a packed list of symbols', () => {
  it('unpacks to what was packed', () => {
    const row = fc.nat({ max: 0xffffffff });
    const any: fc.Arbitrary<SyntaxSymbol> = fc.record({
      name: fc.string({ unit: 'binary' }),
      kind: fc.constantFrom(...SYMBOL_KINDS),
      container: fc.option(fc.string()),
      signature: fc.string({ unit: 'grapheme' }),
      ...{ start_row: row, start_col: row, end_row: row, end_col: row },
    });
    fc.assert(
      fc.property(fc.array(any), (list) => {
        expect([...unpackSymbols(packSymbols(list))]).toEqual(list);
      }),
    );
  });
});

describe('a name', () => {
  it.each([
    ['`a`', 'a'],
    ['"a \\" b"', 'a \\" b'],
    ['`a` and `b`', '`a` and `b`'],
    ['"a"."b"', '"a"."b"'],
    ["'", "'"],
    ['"a', '"a'],
  ])('loses the quotes that are around all of it: %s', (text, expected) => {
    expect(unquoted(text)).toBe(expected);
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
