import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  digestOf,
  EMPTY_DIGEST,
  isDigest,
  labelOf,
  parseDigest,
  RunningDigest,
} from '../../../src/base/digest.ts';
import { baseSizeOf, changeKindOf, type Entry, sizeOf } from '../../../src/base/entry.ts';
import { entryFromJson, entryToJson } from '../../../src/base/entry-json.ts';
import { fileModeOf, permissionsFor } from '../../../src/base/file-mode.ts';
import { isSameStat, provesSameBytes } from '../../../src/base/stat-identity.ts';
import { anyEntry, anyStat, RUNS } from './arbitrary.ts';
import { failureOf } from './failure.ts';

const DIGEST = digestOf(Buffer.from('hello'));

describe('an entry', () => {
  it('M1: is read from its stored form as it was', () => {
    fc.assert(
      fc.property(anyEntry, (entry) => {
        expect(entryFromJson(JSON.parse(JSON.stringify(entryToJson(entry))))).toEqual(entry);
      }),
      { numRuns: RUNS },
    );
  });

  const write = { kind: 'write', body_hash: DIGEST, len: 5, created_at_ms: 1 };
  const stat = { dev: '1', ino: '2', size: 3, mtime_ns: '4', ctime_ns: '-5', settled: true };
  const file = { kind: 'file', digest: DIGEST, size: 3, permissions: 0o644, stat };

  it('of the reference has no base, git mode 100644, and perhaps no snapshot', () => {
    const entry = entryFromJson(write);
    expect(entry).toMatchObject({ base: { kind: 'unobserved' }, snapshotId: null });
    expect(entry).toMatchObject({ fileMode: '100644' });
    expect(entryFromJson({ ...write, snapshot_id: null }).snapshotId).toBeNull();
    expect(entryFromJson({ ...write, unknown: 1 })).toEqual(entry);
  });

  it.each<[string, unknown]>([
    ['null', null],
    ['a list', []],
    ['no kind', { ...write, kind: undefined }],
    ['a digest of another form', { ...write, body_hash: `sha256:${DIGEST}` }],
    ['a fraction for a length', { ...write, len: 0.5 }],
    ['a negative time', { ...write, created_at_ms: -1 }],
    ['a snapshot that is a number', { ...write, snapshot_id: 7 }],
    ['another mode', { ...write, file_mode: '100600' }],
    ['no recursive', { kind: 'delete', created_at_ms: 1 }],
    ['a base that is text', { ...write, base: 'absent' }],
    ['a base of another kind', { ...write, base: { kind: 'unobserved' } }],
    ['a base without its stat', { ...write, base: { ...file, stat: undefined } }],
    ['a stat with numbers', { ...write, base: { ...file, stat: { ...stat, ino: 2 } } }],
    ['a stat with text', { ...write, base: { ...file, stat: { ...stat, ino: '2x' } } }],
    [
      'a tree that is no digest',
      { ...write, base: { kind: 'directory', tree: '..', size: 1, stat } },
    ],
    ['a link without target', { ...write, base: { kind: 'symlink', stat } }],
  ])('is never %s', async (_what, value) => {
    const { code, hint } = await failureOf(() => entryFromJson(value));
    expect(code).toBe('ERR_STAGED_CORRUPT');
    expect(hint).toContain('staged-fs verify --repair');
  });

  it('is a create, a modify or a delete, seen from its base', () => {
    const absent: Entry = entryFromJson({ ...write, base: { kind: 'absent' } });
    const modify: Entry = entryFromJson({ ...write, base: file });
    const whiteout: Entry = entryFromJson({ kind: 'delete', recursive: false, created_at_ms: 1 });
    const all = [absent, modify, entryFromJson(write), whiteout];
    expect(all.map(changeKindOf)).toEqual(['create', 'modify', 'modify', 'delete']);
    expect(all.map(sizeOf)).toEqual([5, 5, 5, 0]);
    expect(all.map(({ base }) => baseSizeOf(base))).toEqual([0, 3, 0, 0]);
  });
});

describe('a digest', () => {
  it('is lower-case hex of SHA-256', () => {
    expect(DIGEST).toBe('2cf24dba5fb0a30e26e83b2ac5b9e29e1b161e5c1fa7425e73043362938b9824');
    expect(EMPTY_DIGEST.slice(0, 12)).toBe('e3b0c44298fc');
    expect(labelOf(DIGEST)).toBe(`sha256:${DIGEST}`);
    expect(parseDigest(DIGEST)).toBe(DIGEST);
    expect([DIGEST.toUpperCase(), DIGEST.slice(1), `${DIGEST}\n`, 7].map(isDigest)).toEqual([
      false,
      false,
      false,
      false,
    ]);
  });

  it('can be taken piece by piece', () => {
    const running = new RunningDigest();
    for (const piece of ['he', '', 'llo']) running.add(Buffer.from(piece));
    expect(running.finish()).toBe(DIGEST);
  });
});

describe('a file mode', () => {
  it.each([
    ['100755', 0o644, 0o755],
    ['100755', 0o600, 0o700],
    ['100755', 0o755, 0o755],
    ['100755', 0o744, 0o744],
    ['100644', 0o755, 0o644],
    ['100644', 0o640, 0o640],
    ['100644', 0o4755, 0o4644],
  ] as const)('%s over %o gives %o', (mode, existing, expected) => {
    expect(permissionsFor(mode, existing)).toBe(expected);
    expect(fileModeOf(expected)).toBe(mode);
  });
});

describe('a stat', () => {
  it('proves equal bytes only when it is equal and settled', () => {
    fc.assert(
      fc.property(anyStat, anyStat, (left, right) => {
        expect(isSameStat(left, { ...left, settled: !left.settled })).toBe(true);
        expect(provesSameBytes(left, { ...left })).toBe(left.settled);
        for (const field of ['dev', 'ino', 'size', 'mtimeNs', 'ctimeNs'] as const) {
          const other = { ...left, [field]: right[field] };
          expect(isSameStat(left, other)).toBe(left[field] === right[field]);
        }
      }),
    );
  });
});
