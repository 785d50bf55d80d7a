import * as fc from 'fast-check';
import { expect, it } from 'vitest';
import { decodeRecord, encodeRecord, type ShadowRecord } from '../../../src/git/shadow-record.ts';
import { counted, last } from '../../support/steps.ts';
import { anyDigest } from '../base/arbitrary.ts';

const anyOid = fc.stringMatching(/^[0-9a-f]{40}$/);
const anyObjects = fc.array(fc.tuple(anyOid, fc.string())).map((members) => new Map(members));
const anyContents = fc.array(fc.tuple(anyDigest, anyOid)).map((members) => new Map(members));
const anyRecord: fc.Arbitrary<ShadowRecord> = fc.record({
  format: fc.constantFrom('sha1' as const, 'sha256' as const),
  inode: fc.string(),
  states: fc.array(fc.record({ commit: anyOid, index: fc.string() }), { maxLength: 2 }),
  objects: anyObjects,
  contents: anyContents,
});
const anyAdded = fc.record({ objects: anyObjects, contents: anyContents });
const NOTHING = { objects: new Map(), contents: new Map() };

it('reads what was written, with what came to it', () => {
  fc.assert(
    fc.property(anyRecord, anyAdded, (record, added) => {
      expect(last(decodeRecord(encoded(record, added)))).toEqual({
        ...record,
        objects: new Map([...record.objects, ...added.objects]),
        contents: new Map([...record.contents, ...added.contents]),
      });
    }),
  );
});

it('is written and read step by step', () => {
  const stamps = Array.from(
    { length: 20_000 },
    (_, n) => [`${n}`.padStart(40, 'a'), `${n}`] as const,
  );
  const record = { ...(fc.sample(anyRecord, 1)[0] as ShadowRecord), objects: new Map(stamps) };
  expect(counted(encodeRecord(record, NOTHING)).count).toBeGreaterThan(50);
  const read = counted(decodeRecord(encoded(record)));
  expect(read.count).toBeGreaterThan(30);
  expect(read.result).toEqual(record);
});

it('is not believed when any byte of its end is gone', () => {
  const [record] = fc.sample(anyRecord, { numRuns: 1, seed: 3 });
  const bytes = encoded(record as ShadowRecord);
  for (let length = 0; length < bytes.length - 1; length += 1) {
    expect(last(decodeRecord(bytes.subarray(0, length)))).toBeUndefined();
  }
});

it.each([
  ['another version', '{"version":1,"format":"sha1","inode":"1","states":[]}\n{"end":true}\n'],
  [
    'a member that is no pair',
    '{"version":2,"format":"sha1","inode":"1","states":[]}\n{"objects":[["a"]]}\n{"end":true}\n',
  ],
  [
    'lines after the last',
    '{"version":2,"format":"sha1","inode":"1","states":[]}\n{"end":true}\n{"objects":[]}\n',
  ],
  [
    'a line that is no object',
    '{"version":2,"format":"sha1","inode":"1","states":[]}\n7\n{"end":true}\n',
  ],
])('is not believed with %s', (_, text) => {
  expect(last(decodeRecord(Buffer.from(text)))).toBeUndefined();
});

function encoded(
  record: ShadowRecord,
  added: Parameters<typeof encodeRecord>[1] = NOTHING,
): Buffer {
  return Buffer.concat(last(encodeRecord(record, added)));
}
