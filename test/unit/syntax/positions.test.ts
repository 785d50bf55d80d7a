// Where nodes are: in bytes of the file, whatever its text is.
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { LANGUAGE_IDS, type LanguageId } from '../../../src/syntax/languages.ts';
import { SourceText } from '../../../src/syntax/source-text.ts';
import type { SyntaxNode } from '../../../src/syntax/syntax-node.ts';
import { decodeLossy, unitOffsets } from '../../../src/syntax/utf8.ts';
import { isLong } from '../../support/sampled.ts';
import { fixtureSource, nodes, symbols } from './fixture.ts';

const WORDS = ['a', 'é', 'ß', '中', '🙂', '👩‍👩‍👧', '\uFEFF', '\u2028', 'ﬁ', '\0', '\uFFFD'];
const text = fc
  .array(fc.constantFrom(...WORDS, ' ', '\t', '\\n'), { maxLength: 8 })
  .map((words) => words.join(''));
const lineEnd = fc.constantFrom('\n', '\r\n', '\n\n');

/** Sources of many statements with text of many widths, one every few on a new line. */
const javascript = sourceOf((word) => `x = "${word}"; /* ${word} */`);
const python = sourceOf((word) => `x = "${word}"  # ${word}`);
const markdown = sourceOf((word) => `# ${word}`);

const LANGUAGES: readonly [LanguageId, fc.Arbitrary<string>][] = [
  ['javascript', javascript],
  ['python', python],
  ['markdown', markdown],
];

describe.each(LANGUAGES)('nodes of %s', (language, sources) => {
  it('cut the file where it says', async () => {
    await fc.assert(
      fc.asyncProperty(sources, async (source) => {
        const bytes = Buffer.from(source);
        const all = await nodes(language, bytes);
        expect([misplaced(all, bytes), miscut(all, bytes)]).toEqual([[], []]);
      }),
      { numRuns: isLong ? 5000 : 50 },
    );
  });
});

describe.each(LANGUAGE_IDS)('nodes of the %s fixture', (language) => {
  it('cut the file where it says, whatever text comes in between', async () => {
    const fixture = await fixtureSource(language);
    const cuts = fc.array(fc.tuple(fc.nat({ max: fixture.length }), text), { maxLength: 5 });
    await fc.assert(
      fc.asyncProperty(cuts, async (inserted) => {
        const bytes = Buffer.from(inserted.reduce(withText, fixture));
        expect(misplaced(await nodes(language, bytes), bytes)).toEqual([]);
      }),
      { numRuns: isLong ? 200 : 3 },
    );
  });
});

describe('the place of a symbol', () => {
  it('counts columns in bytes', async () => {
    const source = '/* 🙂é */ class Größe { 中() {} }\n\tfunction b() {}';
    expect(await symbols('javascript', source)).toEqual([
      { name: 'Größe', kind: 'class', container: null, signature: 'class Größe', ...at(0, 13, 39) },
      { name: '中', kind: 'method', container: 'Größe', signature: '中()', ...at(0, 29, 37) },
      { name: 'b', kind: 'function', container: null, signature: 'function b()', ...at(1, 1, 16) },
    ]);
  });

  it('counts the bytes of a byte order mark, and of bytes that are no text', async () => {
    const source = Buffer.concat([
      Buffer.from('\uFEFFx = "'),
      Buffer.from([0xff, 0xe4, 0xb8, 0x41]),
      Buffer.from('"; function b() {}'),
    ]);
    expect(await symbols('javascript', source)).toEqual([
      { name: 'b', kind: 'function', container: null, signature: 'function b()', ...at(0, 15, 30) },
    ]);
  });
});

describe('offsets of the decoded text', () => {
  it('are those of each sequence, for any bytes at all', () => {
    const byte = fc.constantFrom(...[0x41, 0x80, 0x9f, 0xa0, 0xbf, 0xc1, 0xc2, 0xe0, 0xe4, 0xed]);
    const high = fc.constantFrom(...[0xef, 0xf0, 0xf1, 0xf4, 0xf5, 0xff, 0x0a]);
    fc.assert(
      fc.property(fc.array(fc.oneof(byte, high), { maxLength: 40 }), (list) => {
        const source = Uint8Array.from(list);
        const decoded = decodeLossy(source);
        const offsets = unitOffsets(source, decoded.length) ?? source.map((_, index) => index);
        expect(decoded).toBe(decodedPieces(source, [...offsets].slice(0, decoded.length)));
      }),
      { numRuns: 1000 },
    );
  });

  it('are not kept where each byte is one unit', () => {
    expect(unitOffsets(Buffer.from('plain'), 5)).toBe(undefined);
    expect([...(unitOffsets(Buffer.from('é'), 1) ?? [])]).toEqual([0, 2]);
  });

  it('end with the file', () => {
    const source = new SourceText(Buffer.from('é\n'));
    expect([0, 1, 2, 3].map((unit) => source.byteAt(unit))).toEqual([0, 2, 3, 3]);
    expect(source.placeOf(3)).toEqual({ row: 1, col: 0 });
  });
});

function sourceOf(statement: (word: string) => string): fc.Arbitrary<string> {
  return fc
    .array(fc.tuple(text, lineEnd), { minLength: 1, maxLength: 6 })
    .map((lines) => lines.map(([word, end]) => `${statement(word)}${end}`).join(''));
}

/** The nodes that are not where they say. */
function misplaced(all: readonly SyntaxNode[], source: Uint8Array): SyntaxNode[] {
  const places = placesIn(source);
  return all.filter((node) => {
    const { start_byte, end_byte, start_row, start_col, end_row, end_col } = node;
    const isRight =
      start_byte <= end_byte &&
      places[start_byte] === `${start_row}:${start_col}` &&
      places[end_byte] === `${end_row}:${end_col}`;
    return !isRight;
  });
}

/** Row and column of each byte, and of the end. */
function placesIn(source: Uint8Array): string[] {
  const places = ['0:0'];
  let row = 0;
  let start = 0;
  for (const [at, byte] of source.entries()) {
    if (byte === 0x0a) {
      row += 1;
      start = at + 1;
    }
    places.push(`${row}:${at + 1 - start}`);
  }
  return places;
}

/**
 * The nodes whose bytes are not text of the source: an offset inside a character decodes to another.
 * A broken source has nodes that the parser misses, of no bytes.
 */
function miscut(all: readonly SyntaxNode[], source: Buffer): SyntaxNode[] {
  const whole = source.toString();
  return all.filter(({ start_byte, end_byte, is_named, kind }) => {
    const cut = source.subarray(start_byte, end_byte).toString();
    const isLiteral = !is_named && cut !== '' && /^[\w"=;/*]+$/.test(kind);
    return !whole.includes(cut) || (isLiteral && cut !== kind);
  });
}

function withText(source: string, [at, inserted]: readonly [number, string]): string {
  return source.slice(0, at) + inserted + source.slice(at);
}

/** Each sequence decoded alone. */
function decodedPieces(source: Uint8Array, starts: readonly number[]): string {
  const distinct = [...new Set(starts)];
  return distinct
    .map((start, index) => decodeLossy(source.subarray(start, distinct[index + 1])))
    .join('');
}

function at(row: number, start_col: number, end_col: number) {
  return { start_row: row, start_col, end_row: row, end_col };
}
