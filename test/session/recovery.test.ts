// A commit that was cut short is recovered in its turn among the commits of the root, and only once.
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { cp } from 'node:fs/promises';
import { describe, expect, it } from 'vitest';
import { endOf, startChild } from '../crash/run-child.ts';
import { compiledChild } from '../support/compile-children.ts';
import { tempWorkspace } from '../support/temp-workspace.ts';
import { SESSION_DIRECTORY, stagedSession, testEngine } from '../support/test-engine.ts';
import {
  cutCommit,
  operationsOf,
  pathsPending,
  RECOVERED,
  stagedScene,
  textsIn,
} from './cut-commit.ts';
import { failureOf } from './failure.ts';

const CHILD = compiledChild(new URL('children/committing-child.ts', import.meta.url));

/** A process in the middle of a commit of that session, until it is disposed of. */
async function liveCommit(root: string, id: string): Promise<ChildProcess & AsyncDisposable> {
  const child = spawn(process.execPath, [CHILD, root, id], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  await once(child.stdout, 'data');
  return Object.assign(child, {
    async [Symbol.asyncDispose]() {
      child.kill('SIGKILL');
      await endOf(child);
    },
  });
}

describe.each(['native', 'pid'])(
  'beside a live commit of another session, with %s locks,',
  (kind) => {
    it('a mutation that must recover first is busy at its deadline and names the holder; reading and opening wait for nobody', async () => {
      await using workspace = await stagedScene(kind);
      await cutCommit(workspace.root);
      {
        await using live = await liveCommit(workspace.root, 't');
        const before = await textsIn(workspace);
        await using engine = await testEngine(workspace.root, { lockTimeoutMs: 50 });
        const session = await engine.session('s');
        expect(await pathsPending(session)).toEqual(['a', 'b']);
        expect((await session.readText('b')).content).toBe('new b');
        for (const change of [() => session.write('c', 'new c'), () => session.commit()]) {
          const { code, data } = await failureOf(change());
          expect([code, data]).toEqual([
            'ERR_STAGED_BUSY',
            {
              path: workspace.path('.harn/state/staged/.commit.lock'),
              holder: `process ${live.pid}`,
            },
          ]);
        }
        // Who has nothing to recover needs no commit lock.
        await (await stagedSession(engine, 'u')).write('u', 'new u');
        expect(await textsIn(workspace)).toEqual(before);
      }
      await using engine = await testEngine(workspace.root);
      const session = await engine.session('s');
      await session.write('c', 'new c');
      await (await engine.session('t')).write('c', 'new c');
      expect(await textsIn(workspace)).toEqual(RECOVERED);
      expect(await pathsPending(session)).toEqual(['b', 'c']);
    });
  },
);

it('closing what was only read does not wait for a live commit of that session', async () => {
  await using workspace = await stagedScene();
  await using writing = await testEngine(workspace.root);
  // The manifest lags behind this until its session is closed.
  await (await writing.session('s')).write('c', 'new c');
  await using live = await liveCommit(workspace.root, 's');
  const engine = await testEngine(workspace.root, { lockTimeoutMs: 0 });
  const paths = await pathsPending(await engine.session('s'));
  await engine.close();
  live.kill('SIGKILL');
  await endOf(live);
  expect(paths).toEqual(['a', 'b', 'c']);
});

it('of two processes that come upon a commit that was cut short, one recovers it', async () => {
  await using workspace = await stagedScene();
  await cutCommit(workspace.root);
  const children = ['p0', 'p1'].map((name) =>
    startChild('writing-child', workspace.root, name, '1'),
  );
  expect(await Promise.all(children.map(endOf))).toEqual([0, 0]);
  await using engine = await testEngine(workspace.root);
  const session = await engine.session('s');
  expect(await textsIn(workspace)).toEqual(RECOVERED);
  expect(await pathsPending(session)).toEqual(['b', 'p0/0', 'p1/0', 'shared']);
  expect((await operationsOf(session)).filter((op) => op === 'commit_staged')).toHaveLength(1);
  expect(await session.verify()).toEqual({ findings: [], repaired: false });
});

describe('verify', () => {
  it('finishes, when it repairs, what another process left after this one had settled in', async () => {
    await using workspace = await stagedScene();
    await using engine = await testEngine(workspace.root);
    const session = await engine.session('s');
    await session.write('c', 'new c');
    await cutCommit(workspace.root);
    expect((await session.verify()).findings).toMatchObject([{ kind: 'commit-unfinished' }]);
    expect((await session.verify({ repair: true })).repaired).toBe(true);
    expect(await session.verify()).toEqual({ findings: [], repaired: false });
    expect(await textsIn(workspace)).toEqual(RECOVERED);
  });

  it('reports the commit of a copied state, which makes nobody change files', async () => {
    await using workspace = await stagedScene();
    await cutCommit(workspace.root);
    await using copy = await tempWorkspace();
    await cp(workspace.root, copy.root, { recursive: true });
    const before = await textsIn(copy);
    await using engine = await testEngine(copy.root);
    const session = await engine.session('s');
    await session.write('c', 'new c');
    const verified = await session.verify({ repair: true });
    expect(verified).toMatchObject({ findings: [{ kind: 'commit-foreign' }], repaired: false });
    expect(await textsIn(copy)).toEqual(before);
    expect(await pathsPending(session)).toEqual(['a', 'b', 'c']);
    // Not even one.
    await copy.write(`${SESSION_DIRECTORY}/${verified.findings[0]?.subject}/intent.json`, '{');
    expect(await session.verify()).toEqual({ ...verified, repaired: false });
  });
});
