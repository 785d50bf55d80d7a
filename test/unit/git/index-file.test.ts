import * as fc from 'fast-check';
import { expect, it } from 'vitest';
import { encodeIndex, indexOf } from '../../../src/git/index-file.ts';
import { libraryIndex } from '../../../src/git/library-index.ts';
import type { TreeFile } from '../../../src/git/tree-object.ts';
import { counted, last } from '../../support/steps.ts';

const segment = fc.string({ unit: 'binary', minLength: 1, maxLength: 12 });
const path = fc
  .array(segment, { minLength: 1, maxLength: 3 })
  .map((names) => names.map((name) => name.replace(/[/\0]/g, '_')).join('/'));
const file: fc.Arbitrary<TreeFile> = fc.record({
  path: path.map((text) => Buffer.from(text, 'utf8').toString('latin1')),
  mode: fc.constantFrom('100644', '100755', '120000'),
  oid: fc.stringMatching(/^[0-9a-f]{40}$/),
});

it('is what isomorphic-git writes, byte for byte, where that can', async () => {
  const files = fc.uniqueArray(file, {
    minLength: 1,
    maxLength: 20,
    selector: (each) => each.path,
  });
  const property = fc.asyncProperty(files, async (given) => {
    const library = Buffer.from(await indexOf(given, 'sha1')).toString('latin1');
    expect(library).toBe(Buffer.from(last(encodeIndex(given, 'sha1'))).toString('latin1'));
  });
  await fc.assert(property);
});

it('is made step by step for many files, and is what isomorphic-git writes', async () => {
  const many = Array.from({ length: 3000 }, (_, at) => {
    return { path: `d${(at * 7) % 13}/f${at}`, mode: '100644', oid: `${at}`.padStart(40, '0') };
  });
  const { result, count } = counted(encodeIndex(many, 'sha1'));
  expect(count).toBeGreaterThan(20);
  expect(Buffer.from(await indexOf(many, 'sha1')).equals(result)).toBe(true);
  expect(Buffer.from(await libraryIndex(many)).equals(result)).toBe(true);
});

it('holds a name longer than its length field', async () => {
  const long = { path: `${'x/'.repeat(2100)}x`, mode: '100644', oid: '1'.repeat(40) };
  const [library, own] = [await indexOf([long], 'sha1'), last(encodeIndex([long], 'sha1'))];
  expect(Buffer.from(library).equals(own)).toBe(true);
});
