// Session.readLines: what splitting would give, by seeking.
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createNodeDisk } from '../../src/disk/node-disk.ts';
import type { Session } from '../../src/session/api/session-api.ts';
import { createCountingDisk } from '../support/counting-disk.ts';
import { tempWorkspace } from '../support/temp-workspace.ts';
import { stagedSession, testEngine } from '../support/test-engine.ts';
import { failureOf } from './failure.ts';

const HOUR = 3_600_000;
// Files written just now are told apart by their stat, as those of a minute ago are.
const settled = createNodeDisk({ clock: { now: () => Date.now() + HOUR } });

// 3 MiB, with lines longer than a piece among short ones.
const LINES = Array.from({ length: 40_000 }, (_, n) =>
  n % 9_999 === 7 ? 'long'.repeat(100_000) : `${n} ${'é'.repeat(n % 30)}`,
);

async function lines(session: Session, start: number, end: number): Promise<unknown> {
  const read = await session.readLines('a.txt', { start, end });
  return { text: Buffer.from(read.content).toString(), end: read.end };
}

function split(start: number, end: number): unknown {
  const last = Math.min(end, LINES.length);
  return { text: LINES.slice(start - 1, end).join('\n'), end: last };
}

describe('readLines', () => {
  it.each(['lower', 'upper'])('agrees with splitting in any order of reads: %s', async (layer) => {
    await using workspace = await tempWorkspace({ 'a.txt': LINES.join('\n') });
    await using engine = await testEngine(workspace.root, { disk: settled });
    const session = await stagedSession(engine);
    if (layer === 'upper') await session.write('a.txt', LINES.join('\n'));
    const line = fc.integer({ min: 1, max: LINES.length + 10 });
    const reads = fc.array(fc.tuple(line, fc.nat(300)), { minLength: 1, maxLength: 6 });
    await fc.assert(
      fc.asyncProperty(reads, async (all) => {
        for (const [start, more] of all) {
          const end = start + more;
          const expected =
            start > LINES.length ? { text: '', end: LINES.length } : split(start, end);
          expect(await lines(session, start, end)).toEqual(expected);
        }
      }),
      { numRuns: 30 },
    );
  });

  it.each(['lower', 'upper'])('seeks in what it has read before: %s', async (layer) => {
    const { disk, calls } = createCountingDisk(settled);
    await using workspace = await tempWorkspace({ 'a.txt': LINES.join('\n') });
    await using engine = await testEngine(workspace.root, { disk });
    const session = await stagedSession(engine);
    if (layer === 'upper') await session.write('a.txt', LINES.join('\n'));
    const readsOf = async (start: number): Promise<number> => {
      const from = calls.length;
      await lines(session, start, start + 2);
      return calls.slice(from).filter(({ verb }) => verb === 'read').length;
    };
    expect(await readsOf(39_990)).toBeGreaterThan(10);
    expect(await readsOf(39_990)).toBe(1);
    expect(await readsOf(30_500)).toBeLessThan(4);
  });

  it('forgets a file that has changed', async () => {
    await using workspace = await tempWorkspace({ 'a.txt': LINES.join('\n') });
    await using engine = await testEngine(workspace.root, { disk: settled });
    const session = await stagedSession(engine);
    expect(await lines(session, 39_000, 39_001)).toEqual(split(39_000, 39_001));
    await workspace.write('a.txt', `\n\n${LINES.join('\n')}`);
    expect(await lines(session, 39_002, 39_003)).toMatchObject({
      text: LINES.slice(38_999, 39_001).join('\n'),
    });
  });

  it('refuses bounds that are no lines', async () => {
    await using workspace = await tempWorkspace({ 'a.txt': '' });
    await using engine = await testEngine(workspace.root);
    const session = await engine.session('s');
    for (const bounds of [{ start: 0 }, { end: 0 }, { start: 1.5 }, { end: Number.NaN }]) {
      expect(await failureOf(session.readLines('a.txt', bounds))).toMatchObject({
        code: 'ERR_STAGED_INVALID_ARGUMENT',
      });
    }
  });
});
