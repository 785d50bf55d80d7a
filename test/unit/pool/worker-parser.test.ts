// Parsing in threads: what one source does to its thread, no other source feels.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { afterAll, describe, expect, it } from 'vitest';
import { createWorkerParser } from '../../../src/pool/worker-parser.ts';
import type { LanguageId } from '../../../src/syntax/languages.ts';
import { unpackNodes } from '../../../src/syntax/nodes.ts';
import { packSymbols, unpackSymbols } from '../../../src/syntax/packed-symbols.ts';
import type { SyntaxReply, SyntaxTask } from '../../../src/syntax/task.ts';
import { caught } from '../../contract/disk-probes.ts';
import { tempWorkspace } from '../../support/temp-workspace.ts';

/** Threads start with tsx here, on a machine that may be under heavy load. */
const PATIENCE = { timeout: 120_000 };
const parser = createWorkerParser({ threads: 1 });
const LONG = 'function f(a) { return [1, 2, { b: a }]; }\n'.repeat(200_000);
const CRASHING = `val a = ${'"${'.repeat(1500)}1${'}"'.repeat(1500)}`;

afterAll(async () => {
  await parser.close();
});

function symbolsOf(language: LanguageId, source: string): SyntaxTask {
  const limits = { deadlineMs: 60_000, maxBytes: 64 * 1024 * 1024 };
  return { kind: 'symbols', language, source: Buffer.from(source), ...limits };
}

function unpacked(reply: SyntaxReply): unknown {
  return reply.kind === 'symbols' ? [...unpackSymbols(reply.symbols)] : reply;
}

describe('the worker parser', () => {
  it('answers symbols and nodes, and leaves the source as it was', PATIENCE, async () => {
    const task = symbolsOf('javascript', 'function f() {}\n');
    const symbol = { name: 'f', kind: 'function', container: null, signature: 'function f()' };
    const place = { start_row: 0, start_col: 0, end_row: 0, end_col: 15 };
    expect(unpacked(await parser.parse(task))).toEqual([{ ...symbol, ...place }]);
    const reply = await parser.parse({ ...task, kind: 'nodes' });
    const nodes = reply.kind === 'nodes' ? unpackNodes(reply.nodes) : [];
    expect(nodes.slice(0, 2).map(({ kind }) => kind)).toEqual(['program', 'function_declaration']);
    expect(Buffer.from(task.source).toString()).toBe('function f() {}\n');
  });

  it('answers a crash, and does what waits behind it on a new thread', PATIENCE, async () => {
    const replies = await Promise.all([
      parser.parse(symbolsOf('json', '{"a": 1}')),
      parser.parse(symbolsOf('kotlin', CRASHING)),
      parser.parse(symbolsOf('json', '{"b": 1}')),
      parser.parse(symbolsOf('kotlin', CRASHING)),
      parser.parse(symbolsOf('json', '{"c": 1}')),
    ]);
    const crashed = { kind: 'refused', reason: 'crashed' };
    const outcomes = replies.map(unpacked);
    const named = (name: string): object => [{ name }];
    expect(outcomes).toMatchObject([named('a'), crashed, named('b'), crashed, named('c')]);
  });

  it('gives up at the deadline', PATIENCE, async () => {
    const task = { ...symbolsOf('javascript', LONG), deadlineMs: 50 };
    expect(await parser.parse(task)).toEqual({ kind: 'refused', reason: 'timed_out' });
  });

  it('refuses what is too large', PATIENCE, async () => {
    const task = { ...symbolsOf('javascript', 'let a;'), maxBytes: 5 };
    expect(await parser.parse(task)).toEqual({ kind: 'refused', reason: 'too_large' });
  });

  it('stops when the caller aborts, and is free again at once', PATIENCE, async () => {
    const early = AbortSignal.abort();
    const task = symbolsOf('javascript', LONG);
    expect((await caught(() => parser.parse(task, { signal: early }))).code).toBe(
      'ERR_STAGED_ABORTED',
    );
    const start = performance.now();
    const signal = AbortSignal.timeout(100);
    expect((await caught(() => parser.parse(task, { signal }))).code).toBe('ERR_STAGED_ABORTED');
    expect(performance.now() - start).toBeLessThan(2_000);
    await parser.parse(symbolsOf('json', '{}'));
    // Parsing all of it takes longer.
    expect(performance.now() - start).toBeLessThan(4_000);
  });

  it('ends running calls when it is closed, and takes no more', PATIENCE, async () => {
    const closing = createWorkerParser();
    const running = caught(() => closing.parse(symbolsOf('javascript', LONG)));
    await new Promise((resolve) => setTimeout(resolve, 50));
    await closing.close();
    const later = caught(() => closing.parse(symbolsOf('json', '{}')));
    expect([(await running).code, (await later).code]).toEqual([
      'ERR_STAGED_SESSION_CLOSED',
      'ERR_STAGED_SESSION_CLOSED',
    ]);
    await closing.close();
  });
});

describe('a thread', () => {
  it('that hangs is ended, and what waited behind it is done', PATIENCE, async () => {
    const hangs = `export default ({ task, stop }) => {
      if (task.source.length > 0) { stop[1] = 1; for (;;); }
      return { kind: 'symbols', symbols: { text: '', fields: new Uint32Array() }, hadErrors: false };
    };`;
    await using ws = await tempWorkspace({ 'worker.mjs': hangs });
    const program = { filename: pathToFileURL(ws.path('worker.mjs')).href };
    const watched = createWorkerParser({ program, threads: 1, graceMs: 200 });
    const replies = await Promise.all([
      watched.parse({ ...symbolsOf('json', 'x'), deadlineMs: 50 }),
      watched.parse({ ...symbolsOf('json', ''), deadlineMs: 50 }),
    ]);
    expect(replies).toEqual([
      { kind: 'refused', reason: 'timed_out' },
      { kind: 'symbols', symbols: packSymbols([]), hadErrors: false },
    ]);
    await watched.close();
  });

  it('that can not start fails clearly, and again later', async () => {
    await using ws = await tempWorkspace();
    const program = { filename: pathToFileURL(ws.path('missing.js')).href };
    const broken = createWorkerParser({ program });
    for (let round = 0; round < 2; round += 1) {
      const error = await caught(() => broken.parse(symbolsOf('json', '{}')));
      expect([error.code, error.message]).toEqual([
        'ERR_STAGED_INTERNAL',
        'A parsing worker failed.',
      ]);
      expect(String(error.cause)).toContain('missing.js');
    }
    await broken.close();
  });

  it('does not keep the process from ending', PATIENCE, async () => {
    const child = fileURLToPath(new URL('children/idle-parser-child.ts', import.meta.url));
    const started = spawn(process.execPath, ['--import', 'tsx', child], { stdio: 'inherit' });
    await once(started, 'exit');
    expect(started.exitCode).toBe(0);
  });
});
