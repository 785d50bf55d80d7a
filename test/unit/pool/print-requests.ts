// What a differ is asked in the tests.
import fc from 'fast-check';
import type { PrintRequest, RawChange, RawSide } from '../../../src/diff/print/print-changes.ts';

/** A request for a patch of `changes`, with copies of their contents: a differ keeps what it gets. */
export function requestFor(
  changes: readonly RawChange[],
  style: Partial<Omit<PrintRequest, 'changes'>> = {},
): PrintRequest {
  return {
    form: 'patch',
    objectFormat: 'sha1',
    context: 3,
    renames: false,
    ...style,
    changes: changes.map(copyOf),
  };
}

/** A change of a plain file at `path`. */
export function edit(
  path: string,
  before: Uint8Array | string,
  after: Uint8Array | string,
): RawChange {
  return { path: Buffer.from(path), before: plain(before), after: plain(after) };
}

/** Two texts of the same lines, in another order: nothing takes a diff longer. */
export function permuted(count: number): RawChange {
  const lines = Array.from({ length: count }, (_, at) => `line ${at}`);
  const others = lines.map((_, at) => `line ${(at * 7919 + 13) % count}`);
  return edit('permuted', `${lines.join('\n')}\n`, `${others.join('\n')}\n`);
}

const text = fc
  .array(fc.constantFrom('a', 'b', '  c', '}', '', '\r', 'a longer line of text'), {
    maxLength: 40,
  })
  .map((lines) => Buffer.from(lines.join('\n')));
const content = fc.oneof(
  { weight: 3, arbitrary: text },
  { weight: 1, arbitrary: fc.uint8Array({ maxLength: 300 }) },
  // Long enough to be moved to a worker as it is.
  { weight: 1, arbitrary: fc.nat(9).map((byte) => Buffer.alloc(70_000, `${byte} of many\n`)) },
);
const side: fc.Arbitrary<RawSide> = fc.record({
  mode: fc.constantFrom('100644', '100755', '120000'),
  bytes: content,
});
const sides = fc.oneof(
  fc.record({ before: side, after: side }),
  fc.record({ before: side }),
  fc.record({ after: side }),
);

/** Changes of every kind, each of another path. */
export const someChanges: fc.Arbitrary<RawChange[]> = fc
  .array(fc.tuple(fc.constantFrom('a', 'ä', 'b c', '"', 'd/e'), sides), { maxLength: 8 })
  .map((all) => all.map(([name, both], at) => ({ path: Buffer.from(`${at}-${name}`), ...both })));

/** Every way to print. */
export const someStyle: fc.Arbitrary<Omit<PrintRequest, 'changes'>> = fc.record({
  form: fc.constantFrom('patch', 'counts', 'names'),
  objectFormat: fc.constantFrom('sha1', 'sha256'),
  context: fc.constantFrom(0, 3, 20),
  renames: fc.boolean(),
});

function copyOf({ path, before, after }: RawChange): RawChange {
  return {
    path,
    ...(before && { before: { ...before, bytes: new Uint8Array(before.bytes) } }),
    ...(after && { after: { ...after, bytes: new Uint8Array(after.bytes) } }),
  };
}

function plain(bytes: Uint8Array | string): RawSide {
  return { mode: '100644', bytes: typeof bytes === 'string' ? Buffer.from(bytes) : bytes };
}
