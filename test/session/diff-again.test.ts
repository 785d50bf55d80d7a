// A diff prints again what it printed before. Whatever happens between two diffs, the second is what a
// session prints that never printed anything.
import { chmod, rm, utimes } from 'node:fs/promises';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createNodeDisk } from '../../src/disk/node-disk.ts';
import type { DiffOptions, Engine, Session } from '../../src/index.ts';
import { createCountingDisk } from '../support/counting-disk.ts';
import { gitOk } from '../support/git.ts';
import { isLong } from '../support/sampled.ts';
import { type TempWorkspace, tempWorkspace } from '../support/temp-workspace.ts';
import { stagedSession, testEngine } from '../support/test-engine.ts';

const numRuns = Number(process.env['FC_RUNS'] ?? (isLong ? 500 : 15));
const FILES = { a: 'a\n1\n2\n', b: 'b\n', 'd/x': 'x\n1\n2\n3\n', 'd/y': 'y\n', l: { link: 'a' } };
const WAYS: readonly DiffOptions[] = [
  {},
  { renames: true },
  { context: 0 },
  { format: 'stat' },
  { format: 'numstat', renames: true },
  { format: 'name-status' },
];

interface Scene extends AsyncDisposable {
  readonly ws: TempWorkspace;
  readonly session: Session;
  /** Another session object on the same state, as another process has. */
  readonly other: Session;
  readonly engines: readonly Engine[];
  readonly keepBaseBytes: number;
}

async function scene(keepBaseBytes = 1000): Promise<Scene> {
  const ws = await tempWorkspace(FILES);
  const engines = [
    await testEngine(ws.root, { keepBaseBytes }),
    await testEngine(ws.root, { keepBaseBytes }),
  ];
  const [session, other] = await Promise.all(
    engines.map(async (engine) => await stagedSession(engine)),
  );
  if (session === undefined || other === undefined) throw new Error('Two sessions were expected.');
  return {
    ws,
    session,
    other,
    engines,
    keepBaseBytes,
    async [Symbol.asyncDispose]() {
      await Promise.all(engines.map(async (engine) => await engine.close()));
      await ws[Symbol.asyncDispose]();
    },
  };
}

/** All that the session prints, with its warnings. */
async function printedBy(session: Session): Promise<unknown[]> {
  const printed: unknown[] = [];
  for (const way of WAYS) {
    const warnings: string[] = [];
    const bytes = await session.diff({ ...way, onWarning: (path) => warnings.push(path) });
    printed.push([way, Buffer.from(bytes).toString('latin1'), warnings]);
  }
  return printed;
}

async function printedAnew({ ws, keepBaseBytes }: Scene): Promise<unknown[]> {
  await using engine = await testEngine(ws.root, { keepBaseBytes });
  return await printedBy(await engine.session('s'));
}

type Step = (at: Scene) => Promise<unknown>;

const path = fc.constantFrom('a', 'd/x', 'd/new', 'l');
const content = fc.constantFrom(
  '',
  'a\n1\n2\n',
  'x\n1\n2\n3\n',
  'x\n1\n2\n4\n',
  'other\n',
  'no end',
);
const isOther = fc.boolean();

function step(make: (at: Scene, session: Session) => Promise<unknown>): fc.Arbitrary<Step> {
  return isOther.map((other) => async (at) => await make(at, other ? at.other : at.session));
}

const write = fc
  .tuple(path, content)
  .chain(([to, text]) => step(async (_, session) => await session.write(to, text)));

const otherChange: fc.Arbitrary<Step> = fc.oneof(
  path.chain((to) => step(async (_, session) => await session.remove(to))),
  step(async (_, session) => await session.remove('d', { recursive: true })),
  path.chain((to) =>
    step(async (_, session) => await session.write(to, 'a', { fileMode: '120000' })),
  ),
  path.chain((to) => step(async (_, session) => await session.discard({ paths: [to] }))),
  step(async (_, session) => await session.discard()),
  path.chain((to) => step(async (_, session) => await session.commit({ paths: [to] }))),
  step(async (_, session) => await session.commit()),
);

// By programs that know nothing of us.
const outside: fc.Arbitrary<Step> = fc.oneof(
  fc.tuple(path, content).map(
    ([to, text]): Step =>
      async ({ ws }) =>
        await ws.write(to, text),
  ),
  path.map(
    (to): Step =>
      async ({ ws }) =>
        await rm(ws.path(to), { recursive: true }),
  ),
  fc.constant<Step>(async ({ ws }) => await rm(ws.path('d'), { recursive: true })),
  path.map(
    (to): Step =>
      async ({ ws }) =>
        await utimes(ws.path(to), 1, 1),
  ),
  path.map(
    (to): Step =>
      async ({ ws }) =>
        await chmod(ws.path(to), 0o755),
  ),
  path.map(
    (to): Step =>
      async ({ ws }) =>
        await ws.write(to, { link: 'b' }),
  ),
);

const steps = fc.array(
  fc.oneof(
    { weight: 3, arbitrary: write },
    { weight: 3, arbitrary: otherChange },
    { weight: 2, arbitrary: outside },
  ),
  { minLength: 5, maxLength: 15 },
);

it('prints what a new session prints, after any changes', { timeout: 600_000 }, async () => {
  const property = fc.asyncProperty(steps, fc.constantFrom(0, 1000), async (all, kept) => {
    await using at = await scene(kept);
    for (const each of all) {
      // Many make no sense where they come: nothing is there, or something is in the way.
      await each(at).catch(() => undefined);
      expect(await printedBy(at.session)).toEqual(await printedAnew(at));
    }
  });
  await fc.assert(property, { numRuns });
});

describe('a second diff', () => {
  it('reads nothing but what has changed since', async () => {
    const { disk, calls } = createCountingDisk(createNodeDisk());
    await using ws = await tempWorkspace({ a: 'a\n', b: 'b\n', c: 'c\n' });
    await using engine = await testEngine(ws.root, { disk });
    const session = await stagedSession(engine);
    for (const name of ['a', 'b', 'c']) await session.write(name, `staged ${name}\n`);
    await session.diff();
    await session.write('b', 'staged again\n');
    const { length } = calls;
    const patch = Buffer.from(await session.diff()).toString();
    const read = calls.slice(length).filter(({ verb }) => verb === 'readFile' || verb === 'read');
    const contents = read.filter(({ path: at }) => /\/(bodies|bases)\/|\/[abc]$/.test(at));
    expect(contents.length).toBe(2);
    expect(patch.match(/^\+.*/gm)).toEqual([
      '+++ b/a',
      '+staged a',
      '+++ b/b',
      '+staged again',
      '+++ b/c',
      '+staged c',
    ]);
  });

  it('is against the new base where the same bytes are staged on another', async () => {
    await using at = await scene();
    await at.session.write('a', 'staged\n');
    expect(Buffer.from(await at.session.diff()).toString()).toContain('-1\n-2\n+staged');
    await at.session.discard();
    await at.ws.write('a', 'edited\n');
    await at.session.write('a', 'staged\n');
    expect(Buffer.from(await at.session.diff()).toString()).toContain('-edited\n+staged');
    await at.session.commit();
    await at.session.remove('a');
    expect(Buffer.from(await at.session.diff()).toString()).toContain('-staged\n');
  });

  it('is not spoilt by a caller who writes into what the first one yielded', async () => {
    await using at = await scene();
    await at.session.write('a', 'staged\n');
    const first = Buffer.from(await at.session.diff()).toString();
    for (let round = 0; round < 2; round += 1) {
      for await (const piece of at.session.diffStream()) piece.fill(0);
    }
    expect(Buffer.from(await at.session.diff()).toString()).toBe(first);
  });

  it('warns as the first one would, of a base that was lost in between', async () => {
    await using at = await scene(0);
    await at.session.write('a', 'staged\n');
    await at.session.diff();
    await at.ws.write('a', 'edited\n');
    const warned: string[] = [];
    const onWarning = (lost: string): number => warned.push(lost);
    const patch = Buffer.from(await at.session.diff({ onWarning })).toString();
    expect([warned, patch.includes('-edited')]).toEqual([['a'], true]);
    // Nor is what stood in kept: the base may come back.
    await at.ws.write('a', FILES.a);
    expect(Buffer.from(await at.session.diff({ onWarning })).toString()).toContain('-1\n-2\n');
    expect(warned).toEqual(['a']);
  });

  it('follows a repository that takes other object names', async () => {
    await using at = await scene();
    await at.session.write('a', 'staged\n');
    expect(Buffer.from(await at.session.diff()).toString()).toMatch(/^index [0-9a-f]{40}\.\./m);
    await gitOk(at.ws.root, 'init', '--quiet', '--object-format=sha256');
    expect(Buffer.from(await at.session.diff()).toString()).toMatch(/^index [0-9a-f]{64}\.\./m);
  });
});
