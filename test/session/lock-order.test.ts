// The commit lock comes before the session's, whoever takes both and whatever happens meanwhile.
import { expect, it } from 'vitest';
import type { Engine } from '../../src/index.ts';
import { type LockEvent, recordLocks } from '../support/recording-locks.ts';
import { testEngine } from '../support/test-engine.ts';
import { cutCommit, operationsOf, RECOVERED, stagedScene, textsIn } from './cut-commit.ts';

const OWN = ['ask session', 'take session', 'free session'];
const BOTH = [
  ...['ask commit', 'take commit', 'ask session', 'take session'],
  ...['free session', 'free commit'],
];

/** An engine whose locks tell what becomes of them, but not that its work goes on. */
async function recordedEngine(
  root: string,
  events: LockEvent[],
  tell = async (_event: LockEvent) => {},
): Promise<Engine> {
  return await testEngine(root, {
    wrapLocks: (locks) =>
      recordLocks(locks, async (event) => {
        if (!event.startsWith('advance')) events.push(event);
        await tell(event);
      }),
  });
}

it('a session with nothing to recover takes its own lock for a mutation, and both for a commit', async () => {
  await using workspace = await stagedScene();
  const events: LockEvent[] = [];
  await using engine = await recordedEngine(workspace.root, events);
  const session = await engine.session('s');
  await session.status();
  await session.write('c', 'new c');
  await session.write('c', 'newer c');
  await session.commit();
  expect(events).toEqual([...OWN, ...OWN, ...BOTH]);
});

it('a session with something to recover takes its own lock, lets it go, and takes both, once', async () => {
  await using workspace = await stagedScene();
  await cutCommit(workspace.root);
  const events: LockEvent[] = [];
  await using engine = await recordedEngine(workspace.root, events);
  const session = await engine.session('s');
  await session.write('c', 'new c');
  await session.write('c', 'newer c');
  expect(events).toEqual([...OWN, ...BOTH, ...OWN]);
  expect(await textsIn(workspace)).toEqual(RECOVERED);
});

it('a session with something to recover that commits takes both at once', async () => {
  await using workspace = await stagedScene();
  await cutCommit(workspace.root);
  const events: LockEvent[] = [];
  await using engine = await recordedEngine(workspace.root, events);
  await (await engine.session('s')).commit();
  expect(events).toEqual(BOTH);
  expect(await textsIn(workspace)).toEqual({ ...RECOVERED, b: 'new b' });
});

it('a commit that is cut short while its session’s lock is waited for is recovered in this order', async () => {
  await using workspace = await stagedScene();
  const events: LockEvent[] = [];
  let asked = (): void => undefined;
  const isAsked = new Promise<void>((resolve) => {
    asked = resolve;
  });
  await using engine = await recordedEngine(workspace.root, events, async () => asked());
  const session = await engine.session('s');
  let written: Promise<unknown> | undefined;
  await cutCommit(workspace.root, async () => {
    written = session.write('c', 'new c');
    await isAsked;
  });
  await written;
  expect(events).toEqual([...OWN, ...BOTH]);
  expect(await textsIn(workspace)).toEqual(RECOVERED);
});

it('a commit that another recovers between the two tries is left alone', async () => {
  await using workspace = await stagedScene();
  await cutCommit(workspace.root);
  await using other = await testEngine(workspace.root);
  const faster = await other.session('s');
  const events: LockEvent[] = [];
  await using engine = await recordedEngine(workspace.root, events, async (event) => {
    if (event === 'ask commit') await faster.write('d', 'new d');
  });
  const session = await engine.session('s');
  await session.write('c', 'new c');
  expect(events).toEqual([...OWN, ...BOTH]);
  expect((await operationsOf(session)).slice(-3)).toEqual(['commit_staged', 'write', 'write']);
  expect(await textsIn(workspace)).toEqual(RECOVERED);
});

it('a commit shows at every step that it goes on, for those who wait for either lock', async () => {
  await using workspace = await stagedScene();
  const events: LockEvent[] = [];
  let now = 0;
  await using engine = await testEngine(workspace.root, {
    clock: { now: () => (now += 1000) },
    wrapLocks: (locks) => recordLocks(locks, (event) => void events.push(event)),
  });
  await (await engine.session('s')).commit();
  const steps = events.slice(4, -2);
  expect([...events.slice(0, 4), ...events.slice(-2)]).toEqual(BOTH);
  expect(steps.length).toBeGreaterThan(4);
  expect(steps).toEqual(steps.map((_, n) => `advance ${n % 2 === 0 ? 'commit' : 'session'}`));
});
