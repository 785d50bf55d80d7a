import { expect, it } from 'vitest';
import { noticeOf } from '../../src/acp/notice.ts';
import type { PendingChange } from '../../src/session/api/types.ts';
import { runCli } from '../support/run-cli.ts';
import { stagedSession, testEngine } from '../support/test-engine.ts';
import { type Host, openHost, sessionId } from './host.ts';

it('sends few notices of a burst, and the last tells all', async () => {
  await using host = await openHost();
  const { wire, session } = host;
  await session.setMode('staged');
  const writes = Array.from({ length: 1000 }, async (_, n) => await session.write(`${n}.txt`, 'x'));
  await Promise.all(writes);
  await wire.noticeEquals(host.state);
  expect(wire.notices.at(-1)?.pendingCount).toBe(1000);
  expect(wire.notices.length).toBeLessThan(100);
});

it('keeps the order of paths in bytes', async () => {
  await using host = await openHost();
  const names = ['b', 'a/b', 'a-b', 'a.b', 'ä', '\u{1f600}', '\uff5e', 'B'];
  await host.session.setMode('staged');
  await Promise.all(names.map(async (name) => await host.session.write(name, 'x')));
  await host.wire.noticeEquals(host.state);
  const paths = host.wire.notices.at(-1)?.pendingWrites.map(({ path }) => path);
  const sorted = names.map(host.at).sort((a, b) => Buffer.compare(Buffer.from(a), Buffer.from(b)));
  expect(paths).toEqual(sorted);
});

it('sends nothing for what changes nothing', async () => {
  await using host = await openHost({ 'a.txt': 'a' });
  const { session } = host;
  await session.setMode('staged');
  await session.patchText('a.txt', 'a');
  await session.patchText('a.txt', 'b', { expectedHash: 'sha256:0' });
  await session.remove('missing');
  await session.read('a.txt');
  await expect(session.read('missing')).rejects.toThrow();
  await host.wire.request('session/fs_mode', { sessionId, mode: 'staged' });
  await host.wire.notice(1);
  expect(host.wire.notices).toHaveLength(1);
});

it('tells what another process stages', async () => {
  await using host = await openHost();
  await host.session.setMode('staged');
  const flags = ['--session', sessionId, '--root', host.workspace.root];
  const { code, stderr } = await runCli([...flags, 'write', 'a.txt', '--snapshot', 'foreign'], {
    cwd: host.workspace.root,
    stdin: 'hello',
  });
  expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
  await host.wire.notice(1);
  expect(host.wire.notices).toEqual([
    {
      pendingCount: 1,
      totalBytes: 5,
      pendingWrites: [
        { path: host.at('a.txt'), kind: 'create', byteDelta: 5, snapshotId: 'foreign' },
      ],
    },
  ]);
});

/** Waits until the last notice has `count`. */
async function noticeOfCount({ wire }: Host, count: number): Promise<void> {
  for (let n = Math.max(1, wire.notices.length); ; n += 1) {
    const { pendingCount } = await wire.notice(n);
    if (pendingCount === count && wire.notices.length === n) return;
  }
}

it('tells what another engine stages, each time, also before it has state of its own', async () => {
  await using host = await openHost();
  await using other = await testEngine(host.workspace.root);
  const foreign = await stagedSession(other, sessionId);
  for (const count of [1, 2, 3]) {
    await foreign.write(`${count}.txt`, 'x');
    await noticeOfCount(host, count);
  }
  await foreign.commit();
  await noticeOfCount(host, 0);
  // A look in between may have seen the session in staged mode, and nothing pending.
  const counts = host.wire.notices.map(({ pendingCount }) => pendingCount);
  expect(counts.slice(counts.indexOf(1))).toEqual([1, 2, 3, 0]);
});

it('cuts a list that a client could not take, and says so', () => {
  const changes = (count: number, length: number): PendingChange[] =>
    Array.from({ length: count }, (_, n) => ({
      path: `${String(n).padStart(9, '0')}${'\u0001'.repeat(length)}`,
      kind: 'create',
      byteDelta: 1,
      snapshotId: 'call',
    }));
  for (const pendingWrites of [changes(200_000, 50), changes(5000, 4000)]) {
    const pending = { pendingCount: pendingWrites.length, totalBytes: 9, pendingWrites };
    const { _meta } = noticeOf('session_info_update', pending, (path) => `/work/${path}`);
    expect(_meta.harn).toMatchObject({ ...pending, pendingWrites: {}, truncated: true });
    expect(JSON.stringify(_meta).length).toBeLessThan(24 * 1024 * 1024);
    expect(JSON.stringify(_meta).length).toBeGreaterThan(10 * 1024 * 1024);
  }
  const few = { pendingCount: 10_000, totalBytes: 9, pendingWrites: changes(10_000, 20) };
  const { _meta } = noticeOf('session_info_update', few, (path) => path);
  expect(_meta.harn).not.toHaveProperty('truncated');
  expect(_meta.harn).toMatchObject(few);
});
