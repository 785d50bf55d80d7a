import { isUtf8 } from 'node:buffer';
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  base64Text,
  decodedText,
  encodedText,
  isText,
  joined,
  joinedPiecesOf,
  linesIn,
  piecesOf,
} from '../../../src/base/text-pieces.ts';
import { counted, last } from '../../support/steps.ts';

const anyText = fc.string({ unit: 'binary', minLength: 1 });
/** Texts whose characters lie across the places where a long one is cut. */
const anyLong = fc
  .tuple(anyText, fc.integer({ min: 60_000, max: 300_000 }))
  .map(([text, length]) => text.repeat(Math.ceil(length / text.length)));

describe('text and bytes', () => {
  it('become each other step by step', () => {
    fc.assert(
      fc.property(anyLong, (text) => {
        const bytes = Buffer.from(text, 'utf8');
        expect(bytes.equals(last(encodedText(text)))).toBe(true);
        expect(last(decodedText(bytes)) === text).toBe(true);
      }),
      { numRuns: 40 },
    );
  });

  it.each(['\u{1f600}', 'x\u{1f600}', '\u00e9', 'x\u00e9', '\u20ac', 'xx\u20ac'])(
    'are never cut inside %j',
    (unit) => {
      const text = unit.repeat(200_000);
      const encoded = counted(encodedText(text));
      const decoded = counted(decodedText(encoded.result));
      expect(decoded.result === text).toBe(true);
      expect([encoded.count > 2, decoded.count > 2]).toEqual([true, true]);
    },
  );

  it('are told from bytes that are no text', () => {
    const anyBytes = fc
      .tuple(fc.uint8Array({ minLength: 1, maxLength: 9 }), fc.nat(5), anyText)
      .map(([bytes, shift, text]) => {
        const before = Buffer.alloc(64 * 1024 - shift, text);
        return Buffer.concat([before, bytes, Buffer.from(text)]);
      });
    fc.assert(
      fc.property(anyBytes, (bytes) => {
        expect(last(isText(bytes))).toBe(isUtf8(bytes));
        expect(last(decodedText(bytes))).toBe(isUtf8(bytes) ? bytes.toString('utf8') : undefined);
      }),
    );
    const inside = Buffer.alloc(200_000, 0x80);
    expect([last(isText(inside)), last(decodedText(inside))]).toEqual([false, undefined]);
  });

  it('become base64 step by step', () => {
    for (const length of [0, 1, 2, 3, 49_151, 49_152, 49_153, 200_000]) {
      const bytes = Buffer.from(Array.from({ length }, (_, n) => (n * 7) & 0xff));
      expect(last(base64Text(bytes)) === bytes.toString('base64')).toBe(true);
    }
  });

  it('may begin with a byte order mark, and be empty', () => {
    for (const text of ['', '\ufeffx']) {
      expect(last(decodedText(last(encodedText(text))))).toBe(text);
    }
  });
});

describe('parts', () => {
  it('come as their bytes, in pieces that are quick to write', () => {
    const parts = Array.from({ length: 30_000 }, (_, n) => `part ${n} \u00e9\n`);
    const { result, count } = counted(piecesOf(parts));
    expect(Buffer.concat(result).toString('utf8')).toBe(parts.join(''));
    expect(Math.max(...result.map(({ length }) => length))).toBeLessThan(256 * 1024);
    expect(count).toBe(parts.length);
    expect(Buffer.from(last(joinedPiecesOf(parts))).equals(Buffer.concat(result))).toBe(true);
  });

  it('are joined step by step, into bytes that are nobody else’s', () => {
    const one = Buffer.from('one');
    const copy = last(joined([one]));
    copy[0] = 0;
    expect(one.toString()).toBe('one');
    const many = Array.from({ length: 100 }, (_, n) => Buffer.alloc(32 * 1024, n));
    const { result, count } = counted(joined(many));
    expect(Buffer.concat(many).equals(result)).toBe(true);
    expect(count).toBeGreaterThan(10);
    const [large] = [Buffer.alloc(4 * 1024 * 1024, 'large')];
    expect(counted(joined([large])).count).toBeGreaterThan(10);
    expect(large.equals(last(joined([large])))).toBe(true);
  });
});

describe('lines', () => {
  it('are those of the text, some at a time', () => {
    const lines = Array.from({ length: 5000 }, (_, n) => `${'x'.repeat(n % 40)}\u00e9${n}`);
    const groups = [...linesIn(Buffer.from(`${lines.join('\n')}\n`))];
    expect(groups.flat()).toEqual(lines);
    expect(groups.length).toBeGreaterThan(8);
  });

  it.each([
    ['', []],
    ['a', ['a']],
    ['a\n', ['a']],
    ['a\n\n', ['a', '']],
  ])('of %j are %j', (text, lines) => {
    expect([...linesIn(Buffer.from(text))].flat()).toEqual(lines);
  });
});
