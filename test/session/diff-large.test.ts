// Diffs of hostile size, through an engine as users open it: git takes the patch, and meanwhile the
// event loop goes round.
import { readFile } from 'node:fs/promises';
import { expect, it } from 'vitest';
import { openEngine, type Session } from '../../src/index.ts';
import { gitOk } from '../support/git.ts';
import { isLong } from '../support/sampled.ts';
import { tempWorkspace } from '../support/temp-workspace.ts';
import { stagedSession } from '../support/test-engine.ts';
import { codeOf } from './failure.ts';

const PATIENCE = { timeout: 120_000 };
const MEGABYTE = 1_000_000;

function text(count: number, lineOf: (at: number) => string): Buffer {
  return Buffer.from(`${Array.from({ length: count }, (_, at) => lineOf(at)).join('\n')}\n`);
}

interface Turns {
  readonly count: number;
  end(): void;
}

// Each is one round of the event loop.
function countTurns(): Turns {
  let count = 0;
  let isOver = false;
  const turn = (): void => {
    count += 1;
    if (!isOver) setImmediate(turn);
  };
  setImmediate(turn);
  return {
    get count() {
      return count;
    },
    end: () => {
      isOver = true;
    },
  };
}

/** The patch, and how often the event loop went round between reading and printing. */
async function diffWithTurns(session: Session): Promise<{ patch: Uint8Array; turns: number }> {
  const turns = countTurns();
  try {
    return { patch: await session.diff(), turns: turns.count };
  } finally {
    turns.end();
  }
}

const LONG_LINE = (isLong ? 20 : 5) * MEGABYTE;
const PERMUTED: readonly [string, Buffer, Buffer][] = [
  [
    'permuted lines',
    text(50_000, (at) => `line ${at}`),
    text(50_000, (at) => `line ${(at * 7919 + 13) % 50_000}`),
  ],
];

it.each([
  ...(isLong ? PERMUTED : []),
  [
    'two unrelated texts',
    text(200_000, (at) => `left ${at}`),
    text(200_000, (at) => `right ${at}`),
  ],
  ['one long line', Buffer.alloc(LONG_LINE, 'a'), Buffer.alloc(LONG_LINE + 1, 'a')],
  [
    'a million lines, one of them changed',
    text(MEGABYTE, (at) => `line ${at}`),
    text(MEGABYTE, (at) => (at === 500_000 ? 'changed' : `line ${at}`)),
  ],
])('%s', PATIENCE, async (_name, before, after) => {
  await using ws = await tempWorkspace({ f: before });
  await using engine = await openEngine({ root: ws.root, fsync: 'never' });
  const session = await stagedSession(engine);
  await session.write('f', after);
  const { patch, turns } = await diffWithTurns(session);
  expect(turns).toBeGreaterThan(100);
  // Inside a repository of its own, where git does not look further up.
  await gitOk(ws.root, 'init', '--quiet');
  await gitOk({ cwd: ws.root, stdin: patch }, 'apply', '-');
  expect((await readFile(ws.path('f'))).equals(after)).toBe(true);
});

it('stops when the caller aborts, and prints it all the next time', PATIENCE, async () => {
  const before = text(200_000, (at) => `line ${at}`);
  await using ws = await tempWorkspace({ f: before });
  await using engine = await openEngine({ root: ws.root, fsync: 'never' });
  const session = await stagedSession(engine);
  await session.write(
    'f',
    text(200_000, (at) => `line ${(at * 7919 + 13) % 200_000}`),
  );
  const controller = new AbortController();
  const diff = codeOf(session.diff({ signal: controller.signal }));
  const turns = countTurns();
  await expect.poll(() => turns.count).toBeGreaterThan(2000);
  turns.end();
  controller.abort();
  expect(await diff).toBe('ERR_STAGED_ABORTED');
  expect((await session.diff({ format: 'numstat' })).length).toBeGreaterThan(0);
});

it('ends when the engine is closed', PATIENCE, async () => {
  await using ws = await tempWorkspace({ f: text(200_000, (at) => `line ${at}`) });
  const engine = await openEngine({ root: ws.root, fsync: 'never' });
  const session = await stagedSession(engine);
  await session.write(
    'f',
    text(200_000, (at) => `line ${(at * 7919 + 13) % 200_000}`),
  );
  const diff = codeOf(session.diff());
  const turns = countTurns();
  await expect.poll(() => turns.count).toBeGreaterThan(1000);
  turns.end();
  await engine.close();
  expect(await diff).toBe('ERR_STAGED_SESSION_CLOSED');
});
