import { expect, it } from 'vitest';
import { createNodeDisk } from '../../../src/disk/node-disk.ts';
import { SyntaxReader } from '../../../src/engine/syntax-reader.ts';
import { createInlineHasher } from '../../../src/pool/inline-hasher.ts';
import type { Parser } from '../../../src/pool/parser.ts';
import { packSymbols } from '../../../src/syntax/packed-symbols.ts';
import type { SyntaxSymbol } from '../../../src/syntax/symbol.ts';
import type { SyntaxReply, SyntaxTask } from '../../../src/syntax/task.ts';
import { caught } from '../../contract/disk-probes.ts';

const MIB = 1024 * 1024;
const columns = { start_col: 0, end_col: 1 };
const SYMBOLS: readonly SyntaxSymbol[] = [
  {
    ...{ name: 'A', kind: 'class', container: null, signature: 'class A' },
    ...{ start_row: 0, end_row: 4, ...columns },
  },
  {
    ...{ name: 'b', kind: 'method', container: 'A', signature: 'b()' },
    ...{ start_row: 1, end_row: 2, ...columns },
  },
];
const FOUND = { kind: 'symbols', symbols: packSymbols(SYMBOLS), hadErrors: false } as const;

interface Reading {
  readonly reader: SyntaxReader;
  /** What the parser was asked. */
  readonly tasks: readonly SyntaxTask[];
}

/** A reader whose parser always gives this reply. */
function reading(reply: SyntaxReply): Reading {
  const tasks: SyntaxTask[] = [];
  const parser: Parser = {
    parse: async (task) => {
      tasks.push(task);
      return await Promise.resolve(reply);
    },
    close: async () => {
      await Promise.resolve();
    },
  };
  return {
    reader: new SyntaxReader(parser, createInlineHasher({ disk: createNodeDisk() })),
    tasks,
  };
}

function source(size: number): { readonly bytes: Uint8Array; readonly language: 'javascript' } {
  return { bytes: Buffer.alloc(size, 'a'), language: 'javascript' };
}

it('parses what did not change once, for symbols and outlines of any depth', async () => {
  const { reader, tasks } = reading(FOUND);
  const whole = await reader.outline(source(10), 0);
  expect(whole).toMatchObject([{ name: 'A', children: [{ name: 'b', children: [] }] }]);
  expect(await reader.outline(source(10), 1)).toMatchObject([{ name: 'A', children: [] }]);
  // Answers are the caller's own.
  for (const symbol of await reader.symbols(source(10))) Object.assign(symbol, { name: 'changed' });
  expect(await reader.symbols(source(10))).toEqual(SYMBOLS);
  expect(tasks).toHaveLength(1);
  await reader.symbols(source(11));
  await reader.symbols({ ...source(11), language: 'typescript' });
  expect(tasks.map(({ language }) => language)).toEqual(['javascript', 'javascript', 'typescript']);
});

it('lets the event loop turn while it unpacks a long list', async () => {
  const many = Array.from({ length: 150_000 }, () => SYMBOLS).flat();
  const { reader } = reading({ ...FOUND, symbols: packSymbols(many) });
  let turns = 0;
  const turn = (): void => {
    turns += 1;
    immediate = setImmediate(turn);
  };
  let immediate = setImmediate(turn);
  expect(await reader.symbols(source(10))).toHaveLength(many.length);
  clearImmediate(immediate);
  expect(turns).toBeGreaterThan(3);
});

it.each([
  [0, 5_000],
  [MIB / 2, 7_500],
  [8 * MIB, 45_000],
])('gives a source of %d bytes %d ms', async (size, deadlineMs) => {
  const { reader, tasks } = reading(FOUND);
  await reader.symbols(source(size));
  expect(tasks.map((task) => task.deadlineMs)).toEqual([deadlineMs]);
});

it('does not even parse what is longer than 8 MiB', async () => {
  const { reader, tasks } = reading(FOUND);
  const { code, message } = await caught(() => reader.symbols(source(8 * MIB + 1)));
  expect([code, message]).toEqual([
    'ERR_STAGED_TOO_LARGE',
    'The source has 8388609 bytes; up to 8388608 are parsed.',
  ]);
  expect(tasks).toEqual([]);
});

it.each([
  ['timed_out', 'ERR_STAGED_TOO_LARGE', 'The source takes more than 5001 ms to parse.'],
  ['crashed', 'ERR_STAGED_UNSUPPORTED', 'The grammar of javascript crashes on this source.'],
  ['cancelled', 'ERR_STAGED_ABORTED', 'The call was aborted.'],
] as const)('tells of one that %s, and asks again the next time', async (reason, ...told) => {
  const { reader, tasks } = reading({ kind: 'refused', reason });
  for (let round = 0; round < 2; round += 1) {
    const { code, message } = await caught(() => reader.nodes(source(10)));
    expect([code, message]).toEqual(told);
  }
  expect(tasks).toHaveLength(2);
});
