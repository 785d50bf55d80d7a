import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parseDigest } from '../../../src/base/digest.ts';
import type { Entry, PlacedEntry } from '../../../src/base/entry.ts';
import { parseWorkspacePath, type WorkspacePath } from '../../../src/base/workspace-path.ts';
import { decodeManifest, encodeManifest } from '../../../src/manifest/codec.ts';
import type { Manifest } from '../../../src/manifest/manifest.ts';
import { last } from '../../support/steps.ts';
import { anyEntries, anyEntry, anyMode, RUNS } from '../base/arbitrary.ts';
import { failureOf } from '../base/failure.ts';

const HELLO = parseDigest('2cf24dba5fb0a30e26e83b2ac5b9e29e1b161e5c1fa7425e73043362938b9824');

/** The example in the reference's specification. */
const REFERENCE = `{
  "version": 1,
  "session_id": "s-7",
  "mode": "staged",
  "root": "/w",
  "entries": {
    "/w/a.txt": {"kind":"write","body_hash":"${HELLO}","len":5,"created_at_ms":1780000000000,"snapshot_id":"call_9"},
    "/w/old":   {"kind":"delete","recursive":true,"created_at_ms":1780000000500}
  }
}
`;

/** The same, as we write it, with what we add. */
const OURS = `{
  "version": 1,
  "session_id": "s-7",
  "mode": "staged",
  "root": "/w",
  "seq": 12,
  "entries": {
    "/w/a.txt": {
      "kind": "write",
      "body_hash": "${HELLO}",
      "len": 5,
      "created_at_ms": 1780000000000,
      "snapshot_id": "call_9",
      "file_mode": "100644",
      "base": {
        "kind": "absent"
      }
    },
    "/w/old": {
      "kind": "delete",
      "recursive": true,
      "created_at_ms": 1780000000500
    }
  }
}
`;

const WRITE: Entry = {
  kind: 'write',
  digest: HELLO,
  size: 5,
  fileMode: '100644',
  base: { kind: 'absent' },
  createdAtMs: 1780000000000,
  snapshotId: 'call_9',
};
const WHITEOUT: Entry = {
  kind: 'whiteout',
  recursive: true,
  base: { kind: 'unobserved' },
  createdAtMs: 1780000000500,
  snapshotId: null,
};
const MANIFEST: Manifest = {
  sessionId: 's-7',
  mode: 'staged',
  root: '/w',
  seq: 12,
  entries: [
    { path: parseWorkspacePath('a.txt'), entry: WRITE },
    { path: parseWorkspacePath('old'), entry: WHITEOUT },
  ],
};

describe('the manifest', () => {
  it('is literally the example of the reference, plus ours', () => {
    expect(encode(MANIFEST)).toBe(OURS);
    const stripped = OURS.replace('  "seq": 12,\n', '').replace(
      /,\s+"file_mode": "100644",\s+"base": \{\s+"kind": "absent"\s+\}/,
      '',
    );
    expect(JSON.parse(stripped)).toEqual(JSON.parse(REFERENCE));
  });

  it('reads what the reference wrote: its bases are unobserved, it has no seq', () => {
    expect(decode(REFERENCE)).toEqual({
      ...MANIFEST,
      seq: undefined,
      entries: [
        { path: 'a.txt', entry: { ...WRITE, base: { kind: 'unobserved' } } },
        { path: 'old', entry: WHITEOUT },
      ],
    });
  });

  it('is laid out as JSON.stringify lays it out, also without entries', () => {
    for (const manifest of [MANIFEST, { ...MANIFEST, seq: undefined, entries: [] }]) {
      const text = encode(manifest);
      expect(text).toBe(`${JSON.stringify(JSON.parse(text), null, 2)}\n`);
    }
  });

  it('M1: decodes to what was encoded, in the same order', () => {
    fc.assert(
      fc.property(anyManifest, (manifest) => {
        const text = encode(manifest);
        const decoded = decode(text);
        expect(decoded).toEqual(manifest);
        expect(decode(JSON.stringify(JSON.parse(text)))).toEqual(manifest);
      }),
      { numRuns: RUNS },
    );
  });

  it('M1: keeps its entries when the workspace was moved', () => {
    const moved = decode(OURS.replaceAll('/w', '/some where/"else"'.replaceAll('"', '\\"')));
    expect(moved.root).toBe('/some where/"else"');
    expect(pathsOf(moved)).toEqual(['a.txt', 'old']);
  });

  it.each(['/', '/w/'])('takes the root %j', (root) => {
    const prefix = root.endsWith('/') ? root : `${root}/`;
    const text = OURS.replace('"/w"', JSON.stringify(root)).replaceAll('"/w/', `"${prefix}`);
    expect(pathsOf(decode(text))).toEqual(['a.txt', 'old']);
  });

  it('tolerates fields it does not know, wherever they are', () => {
    const first = OURS.replace('{\n', '{\n  "new": {\n    "a": 1\n  },\n');
    const last = OURS.replace(/\n {2}\}\n\}\n$/, '\n  },\n  "new": {\n    "/w/a": 1\n  }\n}\n');
    const inEntry = OURS.replace(
      '"len": 5',
      '"len": 5,\n      "new": {\n    "a": 1\n    },\n"b": 2',
    );
    for (const text of [first, last, inEntry]) {
      expect(JSON.parse(text)).toHaveProperty('entries');
      expect(decode(text)).toEqual(MANIFEST);
    }
  });

  it('takes the prototype of objects for a name like any other', () => {
    const text = OURS.replace('/w/a.txt', '/w/__proto__');
    expect(pathsOf(decode(text))).toEqual(['__proto__', 'old']);
  });

  it('reads large ones in parts', () => {
    const entries = Array.from({ length: 700 }, (_, n) => {
      return { path: parseWorkspacePath(`dir/${n}\u00e9`), entry: WRITE };
    });
    const manifest = { ...MANIFEST, entries };
    const steps = [...partsOf(Buffer.from(encode(manifest)))];
    expect(steps.length).toBeGreaterThan(5);
    expect(decode(encode(manifest))).toEqual(manifest);
  });
});

describe('M1: a manifest that is not whole is refused, never half read', () => {
  const corrupt: readonly [string, string | Uint8Array][] = [
    ['nothing', ''],
    ['blank', '\n'],
    ['NULs', '\0'.repeat(64)],
    ['half of it', OURS.slice(0, OURS.length / 2)],
    ['its last brace missing', OURS.trimEnd().slice(0, -1)],
    ['more after it', `${OURS}{}`],
    ['a comma too many', OURS.replace('\n  }\n}', ',\n  }\n}')],
    ['a list', '[]'],
    ['bytes that are not UTF-8', Buffer.from(OURS.replace('call_9', '\u00e9'), 'latin1')],
    ['a byte order mark', `\ufeff${OURS}`],
    ['no version', OURS.replace('"version": 1,', '')],
    ['a version that is text', OURS.replace('"version": 1', '"version": "1"')],
    ['no session', OURS.replace('"session_id": "s-7",', '')],
    ['a mode we do not know', OURS.replace('"staged"', '"other"')],
    ['no root', OURS.replace('"root": "/w",', '')],
    ['a relative root', OURS.replace('"root": "/w"', '"root": "w"')],
    ['a seq that is no count', OURS.replace('"seq": 12', '"seq": -1')],
    ['no entries', '{"version":1,"session_id":"s","mode":"staged","root":"/w"}'],
    [
      'entries in a list',
      '{"version":1,"session_id":"s","mode":"staged","root":"/w","entries":[]}',
    ],
    ['a key outside the root', OURS.replace('/w/a.txt', '/else/a.txt')],
    ['a key beside the root', OURS.replace('/w/a.txt', '/w2/a.txt')],
    ['the root as a key', OURS.replace('/w/a.txt', '/w')],
    ['the root and a slash as a key', OURS.replace('/w/a.txt', '/w/')],
    ['a relative key', OURS.replace('/w/a.txt', 'a.txt')],
    ['a key that climbs', OURS.replace('/w/a.txt', '/w/../etc/passwd')],
    ['a key with a dot segment', OURS.replace('/w/a.txt', '/w/./a.txt')],
    ['a key with an empty segment', OURS.replace('/w/a.txt', '/w//a.txt')],
    ['a key that ends in a slash', OURS.replace('/w/a.txt', '/w/a.txt/')],
    ['a key with a NUL', OURS.replace('/w/a.txt', '/w/a\\u0000b')],
    ['an entry of another kind', OURS.replace('"write"', '"move"')],
    ['a digest of another form', OURS.replace(HELLO, HELLO.toUpperCase())],
    ['a digest that is a path', OURS.replace(HELLO, '../../../etc/passwd')],
    ['a length that is text', OURS.replace('"len": 5', '"len": "5"')],
    ['a length that is negative', OURS.replace('"len": 5', '"len": -5')],
    ['a mode git does not have', OURS.replace('100644', '100600')],
    ['a base of another kind', OURS.replace('absent', 'elsewhere')],
  ];

  it.each(corrupt)('%s', async (_what, text) => {
    const { code, hint } = await failureOf(() => decode(text));
    expect(code).toBe('ERR_STAGED_CORRUPT');
    expect(hint).toContain('staged-fs verify --repair');
  });

  it.each([0, 2, 1.5])('version %j is another format', (version) => {
    const text = OURS.replace('"version": 1', `"version": ${version}`);
    expect(() => decode(text)).toThrow(expect.objectContaining({ code: 'ERR_STAGED_FORMAT' }));
  });

  it('cut at any byte', () => {
    const bytes = Buffer.from(OURS.trimEnd());
    for (let length = 0; length < bytes.length; length += 1) {
      expect(() => decode(bytes.subarray(0, length))).toThrow(
        expect.objectContaining({ code: 'ERR_STAGED_CORRUPT' }),
      );
    }
  });
});

const anyRoot = fc.constantFrom('/', '/w', '/a "b"/\u00e9', '/x\udce9');
const anyManifest: fc.Arbitrary<Manifest> = fc.record({
  sessionId: fc.string({ minLength: 1 }),
  mode: anyMode,
  root: anyRoot,
  seq: fc.option(fc.maxSafeNat(), { nil: undefined }),
  entries: fc.oneof(
    { weight: 9, arbitrary: anyEntries.map(placed) },
    { weight: 1, arbitrary: fc.array(anyEntry, { maxLength: 90, size: 'max' }).map(numbered) },
  ),
});

function numbered(entries: readonly Entry[]): readonly PlacedEntry[] {
  return entries.map((entry, n) => ({ path: parseWorkspacePath(`n/${n}`), entry }));
}

function placed(entries: ReadonlyMap<WorkspacePath, Entry>): readonly PlacedEntry[] {
  return Array.from(entries, ([path, entry]) => ({ path, entry }));
}

function pathsOf({ entries }: Manifest): readonly string[] {
  return entries.map(({ path }) => path);
}

function encode(manifest: Manifest): string {
  return [...encodeManifest(manifest)].join('');
}

function decode(text: string | Uint8Array): Manifest {
  return last(decodeManifest(typeof text === 'string' ? Buffer.from(text, 'utf8') : text));
}

function partsOf(bytes: Uint8Array): Generator<undefined, Manifest> {
  return decodeManifest(bytes);
}
