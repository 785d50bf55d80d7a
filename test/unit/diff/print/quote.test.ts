import fc from 'fast-check';
import { expect, test } from 'vitest';
import { quoteName, readQuotedName } from '../../../../src/diff/print/quote.ts';

test.each([
  ['plain.txt', 'a/plain.txt'],
  ['with space', 'a/with space'],
  ["it's", "a/it's"],
  ['tab\there', '"a/tab\\there"'],
  ['line\nfeed', '"a/line\\nfeed"'],
  ['quote"d', '"a/quote\\"d"'],
  ['back\\slash', '"a/back\\\\slash"'],
  ['\x07\b\v\f\r\x01\x7f', '"a/\\a\\b\\v\\f\\r\\001\\177"'],
  ['ö', '"a/\\303\\266"'],
])('%j prints as %s', (name, printed) => {
  expect(quoteName(Buffer.from(name), 'a/')).toBe(printed);
});

test('a name that is not UTF-8 keeps its bytes', () => {
  expect(quoteName(Uint8Array.of(0x72, 0xe9, 0xff))).toBe('"r\\351\\377"');
});

test('a quoted name reads back as it was, and what follows it is left', () => {
  fc.assert(
    fc.property(fc.uint8Array({ min: 1, minLength: 1 }), (bytes) => {
      const name = Uint8Array.of(0x22, ...bytes);
      const printed = quoteName(name);
      const read = readQuotedName(`${printed} rest`);
      expect([...(read?.name ?? [])]).toEqual([...name]);
      expect(read?.length).toBe(printed.length);
    }),
  );
});

test.each(['plain', '"open', '"bad \\x"', '"short \\30"', ''])('%j is no quoted name', (text) => {
  expect(readQuotedName(text)).toBeUndefined();
});
