// What the page that asked for all this says of ACP, sentence by sentence, over JSON-RPC streams.
import { describe, expect, it } from 'vitest';
import { openHost, sessionId } from '../acp/host.ts';
import { startProgram } from '../acp/program.ts';
import { openSmallAgent, promptOf, updatesIn } from '../acp/small-agent.ts';
import { tempWorkspace } from '../support/temp-workspace.ts';

describe('“The ACP adapter exposes host controls for the same state:”', () => {
  it('“`session/fs_mode` with `{ sessionId, mode }`”', async () => {
    await using host = await openHost();
    const { wire, session } = host;
    const staged = await wire.request('session/fs_mode', { sessionId, mode: 'staged' });
    expect(staged.result).toEqual({ previousMode: 'immediate', mode: 'staged' });
    expect(await session.mode()).toBe('staged');
    const immediate = await wire.request('session/fs_mode', { sessionId, mode: 'immediate' });
    expect(immediate.result).toEqual({ previousMode: 'staged', mode: 'immediate' });
    await session.write('a.txt', 'now');
    expect((await host.workspace.read('a.txt')).toString()).toBe('now');
  });

  it('“`session/fs_commit_staged` with `{ sessionId, paths? }`” (an empty list selects nothing)', async () => {
    await using host = await openHost();
    const { wire, session, at } = host;
    await session.setMode('staged');
    for (const name of ['a', 'b', 'c']) await session.write(name, name);
    const commit = async (params: object): Promise<unknown> =>
      (await wire.request('session/fs_commit_staged', { sessionId, ...params })).result;
    const committed = (...names: string[]) => ({
      committedPaths: names.map(at),
      failedPathsWithReasons: [],
    });
    expect(await commit({ paths: [] })).toEqual(committed());
    expect(await commit({ paths: [at('b')] })).toEqual(committed('b'));
    expect(Object.keys(await host.workspace.tree())).toEqual(['b']);
    expect(await commit({})).toEqual(committed('a', 'c'));
    expect(Object.keys(await host.workspace.tree())).toEqual(['a', 'b', 'c']);
  });

  it('“`session/fs_discard_staged` with `{ sessionId, paths? }`”', async () => {
    await using host = await openHost({ old: 'old' });
    const { wire, session, at } = host;
    await session.setMode('staged');
    for (const name of ['a', 'b']) await session.write(name, name);
    await session.remove('old');
    const discard = async (params: object): Promise<unknown> =>
      (await wire.request('session/fs_discard_staged', { sessionId, ...params })).result;
    expect(await discard({ paths: [at('b')] })).toEqual({ discardedPaths: [at('b')] });
    expect(await discard({})).toEqual({ discardedPaths: [at('a'), at('old')] });
    expect((await session.status()).pendingWrites).toEqual([]);
    expect(Object.keys(await host.workspace.tree())).toEqual(['old']);
  });
});

describe('“Every staging mutation emits a `session/update` progress extension”', () => {
  it('“with `_meta.harn.kind = "staged_writes_pending"`, `_meta.harn.pendingCount`, and `_meta.harn.totalBytes`” (with `--notice progress`; mutations in quick succession share one)', async () => {
    await using workspace = await tempWorkspace({ 'old.txt': 'old' });
    const args = ['acp', '--notice', 'progress'];
    const { wire, sessionId: id, finish } = await startProgram(workspace.root, args);
    const mutations = [
      { text: 'write a.txt: hello', pendingCount: 1, totalBytes: 5 },
      { text: 'append a.txt: !', pendingCount: 1, totalBytes: 6 },
      { text: 'delete old.txt', pendingCount: 2, totalBytes: 6 },
      { text: '/discard a.txt', pendingCount: 1, totalBytes: 0 },
      { text: '/commit', pendingCount: 0, totalBytes: 0 },
    ];
    for (const { text } of mutations) await wire.request('session/prompt', promptOf(id, text));
    expect(await finish()).toEqual({ code: 0, stderr: '' });
    expect(updatesIn(wire.received, 'progress')).toMatchObject(
      mutations.map(({ pendingCount, totalBytes }) => ({
        sessionUpdate: 'progress',
        _meta: { harn: { kind: 'staged_writes_pending', pendingCount, totalBytes } },
      })),
    );
  });

  it('is by default a `session_info_update`, which clients of the official SDKs deliver (the seed says progress, which they drop)', async () => {
    await using agent = await openSmallAgent();
    await agent.prompt('write a.txt: hello');
    expect(updatesIn(agent.wire.received, 'session_info_update')).toMatchObject([
      { _meta: { harn: { kind: 'staged_writes_pending', pendingCount: 1, totalBytes: 5 } } },
    ]);
    expect(agent.wire.complaints).toEqual([]);
  });
});

describe('`_meta.harn.pendingWrites`', () => {
  it('“is sorted by path and contains `{path, kind, byteDelta, snapshotId}` for each pending change” (a list over 24 MiB is cut and marked)', async () => {
    await using agent = await openSmallAgent();
    const { wire, at } = agent;
    await agent.prompt('write b.txt: bb\nwrite a/z.txt: z\nwrite a.txt: a');
    const create = { kind: 'create' };
    expect(wire.notices.at(-1)?.pendingWrites).toEqual([
      { path: at('a.txt'), ...create, byteDelta: 1, snapshotId: 'call_3' },
      { path: at('a/z.txt'), ...create, byteDelta: 1, snapshotId: 'call_2' },
      { path: at('b.txt'), ...create, byteDelta: 2, snapshotId: 'call_1' },
    ]);
  });

  it('“`kind` is `create`, `modify`, or `delete`; `byteDelta` is the signed change in bytes”', async () => {
    await using agent = await openSmallAgent({ 'less.txt': 'four', 'gone.txt': 'sixsix' });
    await agent.prompt('write new.txt: ü\nwrite less.txt: one\ndelete gone.txt');
    expect(agent.wire.notices.at(-1)?.pendingWrites).toMatchObject([
      { path: agent.at('gone.txt'), kind: 'delete', byteDelta: -6 },
      { path: agent.at('less.txt'), kind: 'modify', byteDelta: -1 },
      { path: agent.at('new.txt'), kind: 'create', byteDelta: 2 },
    ]);
  });

  it('“`snapshotId` is the ACP tool-call id that produced the final staged view, or `null` for mutations made outside a tool call”', async () => {
    await using host = await openHost();
    const { wire, engine, session } = host;
    await session.setMode('staged');
    await engine.withToolCall('first', () => session.write('a.txt', '1'));
    await engine.withToolCall('last', () => session.write('a.txt', '2'));
    await engine.withToolCall('only', () => session.write('b.txt', '1'));
    await session.write('b.txt', '2');
    await wire.noticeEquals(host.state);
    const ids = wire.notices.at(-1)?.pendingWrites.map(({ snapshotId }) => snapshotId);
    expect(ids).toEqual(['last', null]);
  });

  it.each([
    ['session/fs_commit_staged', 'a.txt'],
    ['session/fs_discard_staged', 'old.txt'],
  ])('“Clients can pass the advertised paths directly to” %s', async (method, left) => {
    await using agent = await openSmallAgent({ 'old.txt': 'old' });
    await agent.prompt('delete old.txt\nwrite a.txt: a');
    const paths = agent.wire.notices.at(-1)?.pendingWrites.map(({ path }) => path);
    expect(paths).toHaveLength(2);
    await agent.wire.request(method, { sessionId: agent.sessionId, paths });
    expect((await agent.state()).pendingCount).toBe(0);
    expect(Object.keys(await agent.workspace.tree())).toEqual([left]);
  });
});
