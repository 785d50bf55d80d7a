import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { applyBody } from '../../src/diff/apply/apply-section.ts';
import { filePatch } from '../../src/diff/print/patch.ts';
import { git, gitOk } from '../support/git.ts';
import { finished, parsed } from '../unit/diff/changes.ts';
import { sideOf } from './diff-oracle.ts';

// A run is a batch of files for one git process.
const RUNS = Number(process.env['FC_RUNS'] ?? 100) / 20;
let directory: string;

beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), 'staged-fs-apply-'));
});

afterAll(async () => {
  await rm(directory, { recursive: true });
});

const line = fc.constantFrom(
  '',
  'a',
  'b',
  'a\r',
  '  c',
  '}',
  '\\ No',
  'été',
  '-x',
  '+y',
  '@@ -1 +1 @@',
);
const text = fc
  .tuple(fc.array(line, { maxLength: 30 }), fc.boolean())
  .map(([lines, isWhole]) =>
    Buffer.from(lines.join('\n') + (isWhole && lines.length > 0 ? '\n' : '')),
  );
const bytes = fc.oneof(
  { weight: 4, arbitrary: text },
  {
    weight: 1,
    arbitrary: fc.uint8Array({ maxLength: 200 }).map((some) => Buffer.from([0, ...some])),
  },
);
const edits = fc.array(fc.tuple(bytes, bytes), { minLength: 1, maxLength: 60, size: 'max' });

test('git applies our patch, and takes it back', async () => {
  await fc.assert(
    fc.asyncProperty(edits, async (pairs) => {
      const patch = Buffer.concat(
        pairs.map(([before, after], index) => patchOf(index, before, after)),
      );
      await writeAll(pairs.map(([before]) => before));
      fc.pre(patch.length > 0);
      await gitOk({ cwd: directory, stdin: patch }, 'apply', '--whitespace=nowarn', '-');
      expect(await readAll(pairs.length)).toEqual(
        pairs.map(([, after]) => after.toString('latin1')),
      );
      await gitOk({ cwd: directory, stdin: patch }, 'apply', '--whitespace=nowarn', '-R', '-');
      expect(await readAll(pairs.length)).toEqual(
        pairs.map(([before]) => before.toString('latin1')),
      );
    }),
    { numRuns: RUNS, endOnFailure: true },
  );
});

test('we read back and apply our own patch', () => {
  fc.assert(
    fc.property(bytes, bytes, fc.nat(4), (before, after, context) => {
      const [section] = parsed(filePatch(changeOf(0, before, after), { context }));
      const result = finished(
        applyBody(before, section?.body ?? { kind: 'none' }, { unidiffZero: context === 0 }),
      );
      expect('bytes' in result && Buffer.from(result.bytes).equals(after)).toBe(true);
    }),
    { numRuns: RUNS * 100 },
  );
});

// With a final newline: a hunk that ends without one git lets match a line that has one, and joins
// it to the next. We refuse that.
const wholeText = fc
  .array(line, { maxLength: 30 })
  .map((lines) => Buffer.from(lines.map((some) => `${some}\n`).join('')));
const moved = fc
  .record({
    before: wholeText,
    after: wholeText,
    at: fc.nat(30),
    put: fc.array(line, { maxLength: 9 }),
    drop: fc.nat(2),
  })
  .map(({ before, after, at, put, drop }) => {
    const lines = before.toString().split('\n');
    lines.splice(at, drop, ...put);
    return { before, after, now: Buffer.from(lines.join('\n')) };
  });

test('on a text that has moved on, we apply what git applies, to the same place', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(moved, { minLength: 40, maxLength: 80, size: 'max' }),
      async (cases) => {
        const tried = cases.map(({ before, after, now }, index) => {
          const patch = patchOf(index, before, after);
          const [section] = parsed(patch);
          return { patch, now, ours: finished(applyBody(now, section?.body ?? { kind: 'none' })) };
        });
        await writeAll(tried.map(({ now }) => now));
        const stdin = Buffer.concat(tried.map(({ patch }) => patch));
        // Git says of each file whether all its hunks fit, and goes on with the next.
        const { stderr } = await git(
          { cwd: directory, stdin },
          'apply',
          '--reject',
          '--whitespace=nowarn',
          '-',
        );
        const results = await readAll(tried.length);
        for (const [index, { ours, patch }] of tried.entries()) {
          const isRefused = stderr.includes(`error: patch failed: file ${index}:`);
          expect([index, ours.result]).toEqual([index, isRefused ? 'failed' : 'applied']);
          const isCompared = 'bytes' in ours && patch.length > 0;
          if (isCompared) expect(Buffer.from(ours.bytes).toString('latin1')).toBe(results[index]);
        }
      },
    ),
    { numRuns: RUNS, endOnFailure: true },
  );
});

function changeOf(
  index: number,
  before: Uint8Array,
  after: Uint8Array,
): Parameters<typeof filePatch>[0] {
  return { path: Buffer.from(`file ${index}`), before: sideOf(before), after: sideOf(after) };
}

function patchOf(index: number, before: Uint8Array, after: Uint8Array): Uint8Array {
  return filePatch(changeOf(index, before, after));
}

async function writeAll(contents: readonly Uint8Array[]): Promise<void> {
  for (const [index, content] of contents.entries()) {
    await writeFile(join(directory, `file ${index}`), content);
  }
}

async function readAll(count: number): Promise<string[]> {
  const names = Array.from({ length: count }, (_, index) => join(directory, `file ${index}`));
  return await Promise.all(names.map(async (name) => await readFile(name, 'latin1')));
}
