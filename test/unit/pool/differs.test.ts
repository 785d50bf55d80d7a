import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { pathToFileURL } from 'node:url';
import fc from 'fast-check';
import { afterAll, describe, expect, it } from 'vitest';
import { printChanges, type RawChange } from '../../../src/diff/print/print-changes.ts';
import type { Differ } from '../../../src/pool/differ.ts';
import { createInlineDiffer } from '../../../src/pool/inline-differ.ts';
import { createWorkerDiffer } from '../../../src/pool/worker-differ.ts';
import type { WorkerProgram } from '../../../src/pool/worker-url.ts';
import { caught } from '../../contract/disk-probes.ts';
import { compiledChild } from '../../support/compile-children.ts';
import { isLong } from '../../support/sampled.ts';
import { type TempWorkspace, tempWorkspace } from '../../support/temp-workspace.ts';
import { edit, permuted, requestFor, someChanges, someStyle } from './print-requests.ts';

/** Threads start on a machine that may be under heavy load. */
const PATIENCE = { timeout: 120_000 };
/** Seconds of work. */
const LONG = permuted(400_000);
const FURTHER: readonly [string, () => RawChange][] = [
  ['a line of 20 MB', () => edit('f', Buffer.alloc(20e6, 'a'), Buffer.alloc(20e6 + 1, 'a'))],
  ['unrelated texts', () => edit('f', linesOf('left', 200_000), linesOf('right', 200_000))],
  ['a million lines', () => edit('f', linesOf('line', 1_000_000), linesOf('line', 999_999))],
  ['binaries', () => edit('f', Buffer.alloc(5_000_000), Buffer.alloc(5_000_001))],
];
const SMALL = edit('f', 'a\n', 'b\n');

describe.each([
  ['inline', () => createInlineDiffer()],
  ['worker', () => createWorkerDiffer({ inlineCost: -1 })],
  ['deciding', () => createWorkerDiffer({ inlineCost: 20 })],
])('the %s differ', (_name, create) => {
  const differ: Differ = create();

  afterAll(async () => {
    await differ.close();
  });

  it('prints what the core prints, byte for byte', PATIENCE, async () => {
    const property = fc.asyncProperty(someChanges, someStyle, async (changes, style) => {
      const expected = printChanges(requestFor(changes, style));
      const printed = await differ.print(requestFor(changes, style));
      expect(printed.map(latin1)).toEqual(expected.map(latin1));
    });
    await fc.assert(property, { numRuns: 100 });
  });

  it('prints many side by side', PATIENCE, async () => {
    const all = Array.from({ length: 40 }, (_, at) => edit(`f${at}`, `${at}\n`, `${at + 1}\n`));
    const printed = await Promise.all(
      all.map(async (change) => await differ.print(requestFor([change]))),
    );
    expect(printed.flat().map(latin1)).toEqual(printChanges(requestFor(all)).map(latin1));
  });

  it('does nothing for a caller that has aborted, and nothing once closed', PATIENCE, async () => {
    const signal = AbortSignal.abort();
    const aborted = await caught(() => differ.print(requestFor([SMALL]), { signal }));
    const closed = create();
    await closed.close();
    const refused = await caught(() => closed.print(requestFor([SMALL])));
    expect([aborted.code, refused.code]).toEqual([
      'ERR_STAGED_ABORTED',
      'ERR_STAGED_SESSION_CLOSED',
    ]);
    await closed.close();
  });
});

describe('the event loop', () => {
  it('stands still while much is printed on this thread', async () => {
    await using differ = disposable(createInlineDiffer());
    expect(await turnsDuring(differ, permuted(20_000))).toBeLessThan(10);
  });

  it.each([['permuted lines', () => permuted(20_000)], ...(isLong ? FURTHER : [])])(
    'goes round while a worker prints %s',
    PATIENCE,
    async (_name, make) => {
      await using differ = disposable(createWorkerDiffer());
      // The first call loads the pool.
      await differ.print(requestFor([permuted(1000)]));
      expect(await turnsDuring(differ, make())).toBeGreaterThan(100);
    },
  );
});

describe('the worker differ', () => {
  it('moves long contents, and copies the short ones', PATIENCE, async () => {
    await using differ = disposable(createWorkerDiffer({ inlineCost: -1 }));
    const request = requestFor([edit('f', Buffer.alloc(100_000, 'a\n'), 'short')]);
    const [change] = request.changes;
    await differ.print(request);
    expect([change?.before?.bytes.length, change?.after?.bytes.length]).toEqual([0, 5]);
  });

  it('stops in the middle of a diff, and does what waits behind it', PATIENCE, async () => {
    await using differ = disposable(createWorkerDiffer({ threads: 1 }));
    const controller = new AbortController();
    const { signal } = controller;
    const running = caught(() => differ.print(requestFor([LONG]), { signal }));
    const waiting = caught(() => differ.print(requestFor([LONG]), { signal }));
    const behind = differ.print(requestFor([permuted(2000)]));
    // A thread has the first one by now, and is far from its end.
    for (let turn = 0; turn < 1000; turn += 1) await nextTurn();
    controller.abort();
    expect([(await running).code, (await waiting).code]).toEqual([
      'ERR_STAGED_ABORTED',
      'ERR_STAGED_ABORTED',
    ]);
    expect((await behind).map(latin1)).toEqual(
      printChanges(requestFor([permuted(2000)])).map(latin1),
    );
  });

  it('ends running and waiting calls when it is closed', PATIENCE, async () => {
    const differ = createWorkerDiffer({ threads: 1 });
    const calls = [LONG, LONG].map(
      async (change) => await caught(() => differ.print(requestFor([change]))),
    );
    for (let turn = 0; turn < 1000; turn += 1) await nextTurn();
    await differ.close();
    const codes = (await Promise.all(calls)).map(({ code }) => code);
    expect(codes).toEqual(['ERR_STAGED_SESSION_CLOSED', 'ERR_STAGED_SESSION_CLOSED']);
  });

  it('reports a crash of its thread, and prints the next one', PATIENCE, async () => {
    await using ws = await tempWorkspace({ 'worker.mjs': CRASHING });
    await using differ = disposable(
      createWorkerDiffer({ program: programAt(ws), threads: 1, inlineCost: -1 }),
    );
    const calls = ['crash', 'fine', 'crash'].map(
      (path) => () => differ.print(requestFor([edit(path, 'a', 'b')])),
    );
    const [first, , third] = calls;
    expect((await calls[1]?.())?.map(latin1)).toEqual(['ok']);
    for (const crash of [first, third]) {
      const error = await caught(async () => await crash?.());
      expect([error.code, error.message]).toEqual([
        'ERR_STAGED_INTERNAL',
        'A diffing worker failed.',
      ]);
      expect((await calls[1]?.())?.map(latin1)).toEqual(['ok']);
    }
    // Side by side too: what waits is not taken along.
    const settled = await Promise.allSettled(calls.map(async (call) => await call()));
    expect(settled.map(({ status }) => status)).toEqual(['rejected', 'fulfilled', 'rejected']);
  });

  it('fails clearly when its threads can not start, and again later', async () => {
    await using ws = await tempWorkspace();
    const differ = createWorkerDiffer({ program: programAt(ws), inlineCost: -1 });
    for (let round = 0; round < 2; round += 1) {
      const error = await caught(() => differ.print(requestFor([SMALL])));
      expect([error.code, String(error.cause).includes('worker.mjs')]).toEqual([
        'ERR_STAGED_INTERNAL',
        true,
      ]);
    }
    await differ.close();
  });

  it('does not keep the process from ending', PATIENCE, async () => {
    const child = compiledChild(new URL('children/idle-differ-child.ts', import.meta.url));
    const started = spawn(process.execPath, [child], { stdio: 'inherit' });
    await once(started, 'exit');
    expect(started.exitCode).toBe(0);
  });
});

const CRASHING = `export default ({ changes }) => {
  if (Buffer.from(changes.buffers[0]).includes('crash')) process.exit(3);
  return {
    kind: 'printed',
    pieces: { buffers: [Buffer.from('ok')], places: Float64Array.of(0, 0, 2) },
  };
};`;

function programAt(ws: TempWorkspace): WorkerProgram {
  return { filename: pathToFileURL(ws.path('worker.mjs')).href };
}

function linesOf(word: string, count: number): string {
  return `${Array.from({ length: count }, (_, at) => `${word} ${at}`).join('\n')}\n`;
}

/** How often the event loop goes round until `change` is printed. */
async function turnsDuring(differ: Differ, change: RawChange): Promise<number> {
  const request = requestFor([change]);
  let turns = 0;
  const state = { isDone: false };
  const printing = differ.print(request).finally(() => {
    state.isDone = true;
  });
  for (; !state.isDone; turns += 1) await nextTurn();
  await printing;
  return turns;
}

function disposable(differ: Differ): Differ & AsyncDisposable {
  return Object.assign(differ, { [Symbol.asyncDispose]: async () => await differ.close() });
}

function latin1(bytes: Uint8Array): string {
  return Buffer.from(bytes).toString('latin1');
}
