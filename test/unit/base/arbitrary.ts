// Values of the state, weighted to the nasty.
import * as fc from 'fast-check';
import { type Digest, digestOf } from '../../../src/base/digest.ts';
import type { Base, Entry, PlacedEntry, StatIdentity } from '../../../src/base/entry.ts';
import type { FileMode } from '../../../src/base/file-mode.ts';
import type { Mode } from '../../../src/base/ids.ts';
import type { Operation, StateChange } from '../../../src/base/state-change.ts';
import { parseWorkspacePath, type WorkspacePath } from '../../../src/base/workspace-path.ts';
import type { JournalRecord } from '../../../src/journal/record.ts';
import { isLong } from '../../support/sampled.ts';

export const RUNS: number = isLong ? 5000 : 200;

const NASTY_NAMES: readonly string[] = [
  'a',
  'a.b',
  'a b',
  'ab',
  '"quoted"',
  "'",
  'line\nbreak',
  '\\',
  '\u00e9',
  'e\u0301',
  '\udce9',
  'x\udc80\udcff',
  '\u{1f600}',
  '\uff01',
  '__proto__',
  '},',
  '}],["',
  '...',
  '\u0001',
  '\u2028',
];

export const anyName: fc.Arbitrary<string> = fc.oneof(
  fc.constantFrom(...NASTY_NAMES),
  fc
    .string({ unit: 'binary', minLength: 1, maxLength: 6 })
    .filter((name) => !/[/\0]/.test(name) && name !== '.' && name !== '..'),
);

export const anyPath: fc.Arbitrary<WorkspacePath> = fc
  .array(anyName, { minLength: 1, maxLength: 4 })
  .map((names) => parseWorkspacePath(names.join('/')));

export const anyDigest: fc.Arbitrary<Digest> = fc.nat().map((n) => digestOf(Buffer.from(`${n}`)));

const anyNumeral = fc.bigInt({ min: 0n, max: 2n ** 64n - 1n }).map(String);

export const anyStat: fc.Arbitrary<StatIdentity> = fc.record({
  dev: anyNumeral,
  ino: anyNumeral,
  size: fc.maxSafeNat(),
  mtimeNs: fc.bigInt({ min: -(2n ** 62n), max: 2n ** 62n }).map(String),
  ctimeNs: anyNumeral,
  settled: fc.boolean(),
});

const anyFileMode = fc.constantFrom<FileMode>('100644', '100755', '120000');

export const anyBase: fc.Arbitrary<Base> = fc.oneof(
  fc.constant<Base>({ kind: 'unobserved' }),
  fc.constant<Base>({ kind: 'absent' }),
  fc.record({
    kind: fc.constant('file'),
    digest: anyDigest,
    size: fc.maxSafeNat(),
    permissions: fc.nat(0o7777),
    stat: anyStat,
  }),
  fc.record({ kind: fc.constant('symlink'), target: anyName, stat: anyStat }),
  fc.record({
    kind: fc.constant('directory'),
    tree: anyDigest,
    size: fc.maxSafeNat(),
    stat: anyStat,
  }),
  fc.record({ kind: fc.constant('other'), stat: anyStat }),
);

const staged = {
  base: anyBase,
  createdAtMs: fc.maxSafeNat(),
  snapshotId: fc.option(fc.string()),
};

export const anyEntry: fc.Arbitrary<Entry> = fc.oneof(
  fc.record({
    kind: fc.constant('write'),
    digest: anyDigest,
    size: fc.maxSafeNat(),
    fileMode: anyFileMode,
    ...staged,
  }),
  fc.record({ kind: fc.constant('whiteout'), recursive: fc.boolean(), ...staged }),
);

export const anyPlacedEntry: fc.Arbitrary<PlacedEntry> = fc.record({
  path: anyPath,
  entry: anyEntry,
});

export const anyEntries: fc.Arbitrary<ReadonlyMap<WorkspacePath, Entry>> = fc
  .array(fc.tuple(anyPath, anyEntry), { maxLength: 12 })
  .map((members) => new Map(members));

export const anyMode: fc.Arbitrary<Mode> = fc.constantFrom<Mode>('immediate', 'staged');

function nonEmpty<T>(item: fc.Arbitrary<T>): fc.Arbitrary<T[]> {
  return fc.array(item, { minLength: 1, maxLength: 4 });
}

export const anyChange: fc.Arbitrary<StateChange> = fc.record(
  {
    reset: fc.constant(true),
    mode: anyMode,
    clear: nonEmpty(anyPath),
    drop: nonEmpty(anyPath),
    put: nonEmpty(anyPlacedEntry),
  },
  { requiredKeys: [] },
);

const anyOperation = fc.constantFrom<Operation>(
  'set_mode',
  'write',
  'safe_text_patch',
  'delete',
  'commit_staged',
  'discard_staged',
  'adopt',
  'checkpoint',
);

export const anyRecord: fc.Arbitrary<JournalRecord> = fc.record(
  {
    op: anyOperation,
    path: fc.option(anyPath),
    pendingCount: fc.maxSafeNat(),
    tsMs: fc.maxSafeNat(),
    sessionId: fc.string({ minLength: 1 }),
    change: anyChange,
    note: fc.record({ paths: fc.array(anyPath, { maxLength: 3 }) }),
  },
  { requiredKeys: ['op', 'path', 'pendingCount', 'tsMs', 'change'] },
);
