// Where nodes are: in bytes of the file, whatever its text is.
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { LanguageId } from '../../../src/syntax/languages.ts';
import type { SyntaxNode } from '../../../src/syntax/nodes.ts';
import { SourceText } from '../../../src/syntax/source-text.ts';
import { decodeLossy, unitOffsets } from '../../../src/syntax/utf8.ts';
import { nodes, symbols } from './fixture.ts';

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
        for (const node of await nodes(language, bytes)) expectRight(node, bytes);
      }),
      { numRuns: 50 },
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

function expectRight(node: SyntaxNode, source: Buffer): void {
  const { start_byte, end_byte, start_row, start_col, end_row, end_col } = node;
  expect(start_byte).toBeLessThanOrEqual(end_byte);
  expect(end_byte).toBeLessThanOrEqual(source.length);
  expect([start_row, start_col]).toEqual(placeIn(source, start_byte));
  expect([end_row, end_col]).toEqual(placeIn(source, end_byte));
  // An offset inside a character would decode to a replacement that is not in the source.
  const text = source.toString();
  expect(text).toContain(source.subarray(start_byte, end_byte).toString());
  if (!node.is_named && /^[\w"=;/*]+$/.test(node.kind)) {
    expect(source.subarray(start_byte, end_byte).toString()).toBe(node.kind);
  }
}

function placeIn(source: Buffer, byte: number): number[] {
  const before = source.subarray(0, byte);
  return [before.filter((value) => value === 0x0a).length, byte - before.lastIndexOf('\n') - 1];
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
