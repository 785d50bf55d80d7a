import fc from 'fast-check';
import { expect, test } from 'vitest';
import { decodeBase85, encodeBase85 } from '../../../../src/diff/binary/base85.ts';

test.each([
  [[], ''],
  [[0, 0, 0, 0], '00000'],
  [[255, 255, 255, 255], '|NsC0'],
  // The deflated form of nothing, as git prints it after the length letter `H`.
  [[0x78, 0x01, 0x03, 0, 0, 0, 0, 1], 'cmV?d00001'],
])('%j encodes to %s', (bytes, text) => {
  expect(Buffer.from(encodeBase85(Uint8Array.from(bytes))).toString()).toBe(text);
});

test('what was encoded decodes, filled up with zero bytes', () => {
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 60 }), (bytes) => {
      const decoded = decodeBase85(Buffer.from(encodeBase85(bytes)).toString()) ?? [];
      expect([...decoded]).toEqual([...bytes, ...new Uint8Array(-bytes.length & 3)]);
    }),
  );
});

test.each(['1234', '1234"', '123 5', '~~~~~'])('%j is not base85', (text) => {
  expect(decodeBase85(text)).toBeUndefined();
});
