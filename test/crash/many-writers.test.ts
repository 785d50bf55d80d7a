// B40: anomalyco/opencode#48848, several processes on one session.
import { readFile } from 'node:fs/promises';
import { expect, it } from 'vitest';
import { isLong } from '../support/sampled.ts';
import { tempWorkspace } from '../support/temp-workspace.ts';
import { SESSION_DIRECTORY, stagedSession, testEngine } from '../support/test-engine.ts';
import { endOf, startChild } from './run-child.ts';

const NAMES = ['p0', 'p1', 'p2', 'p3', 'p4', 'p5', 'p6', 'p7'];
const EACH = isLong ? 200 : 40;

it('loses no write of eight processes that write to one session at once', async () => {
  await using ws = await tempWorkspace({ shared: 'old' });
  await using engine = await testEngine(ws.root);
  const session = await stagedSession(engine);
  const children = NAMES.map((name) => startChild('writing-child', ws.root, name, String(EACH)));
  expect(await Promise.all(children.map(endOf))).toEqual(NAMES.map(() => 0));
  const expected = NAMES.flatMap((name) =>
    Array.from({ length: EACH }, (_, index) => [`${name}/${index}`, `${name} ${index}`] as const),
  );
  const found: (readonly [string, string])[] = [];
  for (const [path] of expected) found.push([path, (await session.readText(path)).content]);
  expect(found).toEqual(expected);
  expect(NAMES).toContain((await session.readText('shared')).content);
  expect((await session.status()).pendingWrites).toHaveLength(NAMES.length * EACH + 1);
  const journal = await readFile(ws.path(`${SESSION_DIRECTORY}/journal.jsonl`), 'utf8');
  const writes = journal.split('\n').filter((line) => line.startsWith('{"op":"write"'));
  expect(writes).toHaveLength(NAMES.length * (EACH + 1));
  expect(await session.verify()).toEqual({ findings: [], repaired: false });
}, 300_000);
