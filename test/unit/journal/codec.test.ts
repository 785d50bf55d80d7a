import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { digestOf } from '../../../src/base/digest.ts';
import { joinPath, parseWorkspacePath, ROOT_PATH } from '../../../src/base/workspace-path.ts';
import { checkLine, decodeLine, encodeRecord } from '../../../src/journal/codec.ts';
import { type JournalRecord, NO_RECORDS } from '../../../src/journal/record.ts';
import { counted, last } from '../../support/steps.ts';
import { anyRecord, RUNS } from '../base/arbitrary.ts';

const ROOT = '/w';
const PLAIN: JournalRecord = {
  op: 'write',
  path: parseWorkspacePath('src/a.txt'),
  pendingCount: 1,
  tsMs: 1780000000000,
  sessionId: 's-7',
  change: {
    put: [
      {
        path: parseWorkspacePath('src/a.txt'),
        entry: {
          kind: 'write',
          digest: digestOf(Buffer.from('hello')),
          size: 5,
          fileMode: '100644',
          base: { kind: 'absent' },
          createdAtMs: 1780000000000,
          snapshotId: 'call_9',
        },
      },
    ],
  },
};

describe('a journal line', () => {
  it('has the fields of the reference first and the seal last', () => {
    expect(last(encodeRecord(PLAIN, { after: NO_RECORDS, root: ROOT })).line).toBe(
      '{"op":"write","path":"/w/src/a.txt","pending_count":1,"ts_ms":1780000000000,' +
        '"session_id":"s-7","put":[["src/a.txt",{"kind":"write",' +
        '"body_hash":"2cf24dba5fb0a30e26e83b2ac5b9e29e1b161e5c1fa7425e73043362938b9824","len":5,' +
        '"snapshot_id":"call_9",' +
        '"base":{"kind":"absent"}}]],"seq":1,"prev":"00000000","sum":"933ea228"}',
    );
  });

  it('leaves out what is empty', () => {
    const record: JournalRecord = {
      op: 'rotate',
      path: null,
      pendingCount: 0,
      tsMs: 1,
      change: { clear: [], drop: [], put: [] },
    };
    const { line } = last(encodeRecord(record, { after: { seq: 6, sum: '0123abcd' }, root: ROOT }));
    expect(line.replace(/"sum":.*/, '')).toBe(
      '{"op":"rotate","path":null,"pending_count":0,"ts_ms":1,"seq":7,"prev":"0123abcd",',
    );
  });

  it('names the root itself by its own path', () => {
    const record = { ...PLAIN, path: parseWorkspacePath('') };
    expect(last(encodeRecord(record, { after: NO_RECORDS, root: ROOT })).line).toContain(
      '"path":"/w",',
    );
    const inRoot = last(encodeRecord(PLAIN, { after: NO_RECORDS, root: '/' }));
    expect(inRoot.line).toContain('"path":"/src/a.txt",');
  });

  it('J1: decodes to the record that was encoded', () => {
    fc.assert(
      fc.property(anyRecord, fc.integer({ min: 1, max: 2 ** 40 }), (record, seq) => {
        const after = { seq: seq - 1, sum: '89abcdef' };
        const { line, ...end } = last(encodeRecord(record, { after, root: ROOT }));
        expect(line).not.toMatch(/[\n\0]/);
        expect(Buffer.from(line, 'utf8').toString('utf8')).toBe(line);
        const seal = { ...end, prev: after.sum, isRotate: false };
        expect(last(decodeLine(line))).toEqual({ kind: 'record', record, ...seal });
        expect(checkLine(Buffer.from(line, 'utf8'))).toEqual(seal);
      }),
      { numRuns: RUNS },
    );
  });

  it('J2: proves itself: no changed byte goes unnoticed', () => {
    const line = Buffer.from(
      last(encodeRecord(PLAIN, { after: NO_RECORDS, root: ROOT })).line,
      'utf8',
    );
    for (let at = 0; at < line.length; at += 1) {
      for (const flip of [0x01, 0x20, 0x80]) {
        const changed = Buffer.from(line);
        changed[at] = (changed[at] ?? 0) ^ flip;
        expect(last(decodeLine(changed)).kind, `byte ${at} ^ ${flip}`).toBe('damaged');
        expect(checkLine(changed)).toBeUndefined();
      }
    }
  });

  it('J2: is no record when it was cut anywhere', () => {
    const { line } = last(encodeRecord(PLAIN, { after: NO_RECORDS, root: ROOT }));
    for (let length = 1; length < line.length; length += 1) {
      expect(last(decodeLine(line.slice(0, length))).kind).toBe('damaged');
    }
  });
});

describe('a long line', () => {
  const paths = Array.from({ length: 5000 }, (_, n) => parseWorkspacePath(`d/${n}`));
  const [entry] = PLAIN.change.put ?? [];
  const long: JournalRecord = {
    op: 'discard_staged',
    path: null,
    pendingCount: 1,
    tsMs: 1780000000000,
    change: {
      drop: paths,
      put: paths.flatMap((path) => (entry === undefined ? [] : [{ ...entry, path }])),
    },
    note: { paths },
  };

  it('J1: is written and read step by step', () => {
    const written = counted(encodeRecord(long, { after: NO_RECORDS, root: ROOT }));
    expect(written.count).toBeGreaterThan(100);
    const { line } = written.result;
    const read = counted(decodeLine(line));
    expect(read.count).toBeGreaterThan(150);
    expect(read.result).toMatchObject({ kind: 'record', record: long });
    expect(JSON.parse(line)).toMatchObject({ drop: paths, note: { paths } });
  });

  it('J2: is damaged when an element is', () => {
    const bad = { ...long, change: { drop: [...paths, joinPath(ROOT_PATH, '../x')] } };
    const { line } = last(encodeRecord(bad, { after: NO_RECORDS, root: ROOT }));
    expect(last(decodeLine(line))).toMatchObject({ kind: 'damaged' });
  });
});

describe('other lines', () => {
  it.each([
    ['of the reference', '{"op":"write","path":"/w/a","pending_count":1,"ts_ms":5}'],
    ['in its order', '{"op":"set_mode","path":null,"pending_count":0,"ts_ms":5}'],
    ['with a field more', '{"extra":1,"op":"x","path":null,"pending_count":0,"ts_ms":5}'],
  ])('are foreign: %s', (_what, line) => {
    expect(last(decodeLine(line))).toEqual({ kind: 'foreign' });
  });

  it.each([
    ['text', 'hello'],
    ['half JSON', '{"op":"write","path":"/w/a","pend'],
    ['another type', '[1,2]'],
    ['a missing field', '{"op":"write","path":"/w/a","pending_count":1}'],
    ['a wrong type', '{"op":"write","path":7,"pending_count":1,"ts_ms":5}'],
    ['ours without its seal', '{"op":"write","path":null,"pending_count":1,"ts_ms":5,"seq":1}'],
    ['bytes that are not UTF-8', Buffer.from([0x7b, 0xff, 0x7d])],
  ])('are damaged: %s', (_what, line) => {
    expect(last(decodeLine(line)).kind).toBe('damaged');
  });

  it('are blank when they hold nothing but NULs', () => {
    expect(last(decodeLine('\0\0\0'))).toEqual({ kind: 'blank' });
    expect(last(decodeLine(''))).toEqual({ kind: 'blank' });
  });

  it('may have NULs before them', () => {
    const { line } = last(encodeRecord(PLAIN, { after: NO_RECORDS, root: ROOT }));
    expect(last(decodeLine(`\0\0${line}`))).toEqual(last(decodeLine(line)));
  });
});

describe('a sealed line with a wrong field', () => {
  const wrong: readonly [string, object][] = [
    ['op', { op: 'explode' }],
    ['key', { path: '/w/a', key: '../a' }],
    ['pending_count', { pending_count: -1 }],
    ['ts_ms', { ts_ms: 0.5 }],
    ['session_id', { session_id: 7 }],
    ['reset', { reset: false }],
    ['mode', { mode: 'other' }],
    ['clear', { clear: 'a' }],
    ['drop', { drop: ['a//b'] }],
    ['put', { put: [['a', { kind: 'write' }]] }],
    ['put', { put: [['', { kind: 'delete', recursive: true, created_at_ms: 1 }]] }],
    ['put', { put: [7] }],
    ['note', { note: 'text' }],
  ];

  it.each(wrong)('is damaged and says why: %s', (_field, fields) => {
    const json = { op: 'write', path: null, pending_count: 0, ts_ms: 0, ...fields };
    const line = sealed(json);
    const decoded = last(decodeLine(line));
    expect(decoded.kind === 'damaged' && decoded.reason).toMatch(/^Expected/);
    expect(checkLine(Buffer.from(line, 'utf8'))).toBeDefined();
  });
});

// The encoder can't write wrong fields.
function sealed(json: object): string {
  return sealText(`${JSON.stringify(json).slice(0, -1)},"seq":1,"prev":"00000000"`);
}

function sealText(text: string): string {
  return `${text},"sum":"${crc(text)}"}`;
}

// Bit by bit, independent of node:zlib.
function crc(text: string): string {
  let value = 0xffffffff;
  for (const byte of Buffer.from(text, 'utf8')) {
    value ^= byte;
    for (let bit = 0; bit < 8; bit += 1) {
      value = (value & 1) === 0 ? value >>> 1 : (value >>> 1) ^ 0xedb88320;
    }
  }
  return ((value ^ 0xffffffff) >>> 0).toString(16).padStart(8, '0');
}
