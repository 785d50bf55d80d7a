// The scenario of the reference's ACP tests, staged_writes.rs, over a JSON-RPC stream.
import { expect, it } from 'vitest';
import { openHost, sessionId } from './host.ts';
import { noticeIn } from './message.ts';

it('plays the reference’s sequence', async () => {
  await using host = await openHost();
  const { wire, engine, session, at } = host;

  const first = await wire.request('session/fs_mode', { sessionId, mode: 'staged' });
  expect(first.result).toEqual({ previousMode: 'immediate', mode: 'staged' });
  expect(await wire.notice(1)).toEqual({ pendingCount: 0, totalBytes: 0, pendingWrites: [] });

  await engine.withToolCall('tc-commit', () => session.write('draft.txt', 'draft'));
  await wire.notice(2);
  await engine.withToolCall('tc-discard', () => session.write('discard.txt', 'discard'));
  await wire.notice(3);
  const again = await wire.request('session/fs_mode', { sessionId, mode: 'staged' });
  expect(again.result).toEqual({ previousMode: 'staged', mode: 'staged' });
  const draft = { path: at('draft.txt'), kind: 'create', byteDelta: 5, snapshotId: 'tc-commit' };
  expect(await wire.notice(4)).toEqual({
    pendingCount: 2,
    totalBytes: 12,
    pendingWrites: [
      { path: at('discard.txt'), kind: 'create', byteDelta: 7, snapshotId: 'tc-discard' },
      draft,
    ],
  });

  const discard = { sessionId, paths: [at('discard.txt')] };
  const discarded = await wire.request('session/fs_discard_staged', discard);
  expect(discarded.result).toEqual({ discardedPaths: [at('discard.txt')] });
  const { pendingWrites } = await wire.notice(5);
  expect(pendingWrites).toEqual([draft]);

  const commit = { sessionId, paths: pendingWrites.map(({ path }) => path) };
  const committed = await wire.request('session/fs_commit_staged', commit);
  expect(committed.result).toEqual({
    committedPaths: [at('draft.txt')],
    failedPathsWithReasons: [],
  });
  expect((await host.workspace.read('draft.txt')).toString()).toBe('draft');
  expect(await host.workspace.exists('discard.txt')).toBe(false);
  expect(await wire.notice(6)).toEqual({ pendingCount: 0, totalBytes: 0, pendingWrites: [] });
  expect(wire.notices).toHaveLength(6);
  expect(wire.complaints).toEqual([]);
});

it('advertises the fields and the methods', async () => {
  await using host = await openHost();
  const harn = {
    stagedWritesPendingFields: ['pendingCount', 'totalBytes', 'pendingWrites'],
    stagedWriteFields: ['path', 'kind', 'byteDelta', 'snapshotId'],
    sessionUpdateExtensions: ['session_info_update'],
    stagedFs: {
      version: 1,
      methods: [
        'session/fs_mode',
        'session/fs_commit_staged',
        'session/fs_discard_staged',
        '_harn/session/fs_mode',
        '_harn/session/fs_commit_staged',
        '_harn/session/fs_discard_staged',
      ],
    },
  };
  expect(host.initialized).toEqual({ protocolVersion: 1, agentCapabilities: { _meta: { harn } } });
});

it.each(['session_info_update', 'progress'] as const)(
  'sends the event fixture’s fields in the form %s',
  async (notice) => {
    await using host = await openHost({}, { notice });
    await host.wire.request('session/fs_mode', { sessionId, mode: 'staged' });
    await host.wire.notice(1);
    expect(host.wire.received.at(-1)).toEqual({
      jsonrpc: '2.0',
      method: 'session/update',
      params: {
        sessionId,
        update: {
          sessionUpdate: notice,
          _meta: {
            harn: {
              phase: 'fs_staging',
              message: 'staged writes pending',
              progress: 0,
              kind: 'staged_writes_pending',
              pendingCount: 0,
              totalBytes: 0,
              pendingWrites: [],
            },
          },
        },
      },
    });
    // The reference's discriminator is not in the schema of version 1.
    expect(host.wire.complaints.length > 0).toBe(notice === 'progress');
  },
);

it.each(['', '_harn/'])('answers first, then sends one notice (prefix %j)', async (prefix) => {
  await using host = await openHost({ 'old.txt': 'old' });
  const { wire, session } = host;
  await wire.request(`${prefix}session/fs_mode`, { session_id: sessionId, mode: 'staged' });
  await wire.notice(1);
  await session.write('a.txt', 'a');
  await wire.notice(2);
  await session.write('b.txt', 'b');
  await wire.notice(3);
  const from = wire.received.length;
  await wire.request(`${prefix}session/fs_discard_staged`, {
    sessionId,
    paths: [host.at('a.txt')],
  });
  await wire.notice(4);
  await wire.request(`${prefix}session/fs_commit_staged`, { sessionId });
  await wire.notice(5);
  // Nothing is pending any more: told all the same.
  await wire.request(`${prefix}session/fs_commit_staged`, { sessionId });
  await wire.notice(6);
  const kinds = wire.received.slice(from).map((each) => (noticeIn(each) ? 'notice' : 'answer'));
  expect(kinds).toEqual(['answer', 'notice', 'answer', 'notice', 'answer', 'notice']);
});

it('names a path that could not be committed, which stays pending', async () => {
  await using host = await openHost({ 'a.txt': 'base' });
  const { wire, session, at } = host;
  await wire.request('session/fs_mode', { sessionId, mode: 'staged' });
  await session.write('a.txt', 'ours');
  await host.workspace.write('a.txt', 'theirs');
  const { result } = await wire.request('session/fs_commit_staged', { sessionId });
  expect(result).toMatchObject({
    committedPaths: [],
    failedPathsWithReasons: [{ path: at('a.txt'), code: 'ERR_STAGED_CONFLICT' }],
  });
  await wire.noticeEquals(host.state);
  expect(wire.notices.at(-1)?.pendingCount).toBe(1);
});
