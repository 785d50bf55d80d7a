// fs.set_mode, staged_status, commit_staged, discard_staged, as the reference system answers.
import { describe, expect, it } from 'vitest';
import { openFixture, rejection } from './fixture.ts';

describe('fs.set_mode', () => {
  it('answers the mode before', async () => {
    await using fixture = await openFixture();
    const { fs } = fixture.harness;
    const session_id = 'new';
    expect(await fs.set_mode({ session_id, mode: 'staged' })).toEqual({
      previous_mode: 'immediate',
    });
    expect(await fs.set_mode({ session_id, mode: 'staged' })).toEqual({ previous_mode: 'staged' });
    expect(await fs.set_mode({ session_id, mode: 'immediate' })).toEqual({
      previous_mode: 'staged',
    });
  });

  it('takes the own workspace as root, however spelled, and no other', async () => {
    await using fixture = await openFixture({ loop: { link: '.' } });
    const { fs } = fixture.harness;
    const { root } = fixture.workspace;
    for (const spelled of [root, `${root}/`, '.', `${root}/x/..`, fixture.at('loop')]) {
      expect(await fs.set_mode({ session_id: 's', mode: 'staged', root: spelled })).toEqual({
        previous_mode: 'staged',
      });
    }
    for (const other of ['/', '/nowhere', `${root}/x`]) {
      expect(
        await rejection(fs.set_mode({ session_id: 's', mode: 'staged', root: other })),
      ).toEqual({
        kind: 'invalid_parameter',
        builtin: 'hostlib_fs_set_mode',
        message: `hostlib: hostlib_fs_set_mode: invalid parameter 'root': this engine serves "${root}", got "${other}"`,
        code: 'ERR_STAGED_INVALID_ARGUMENT',
      });
    }
  });
});

describe('fs.staged_status', () => {
  it('is empty for an unknown session, and leaves nothing on disk', async () => {
    await using fixture = await openFixture();
    const { fs } = fixture.harness;
    expect(await fs.staged_status({ session_id: 'unknown' })).toEqual({
      pending_writes: [],
      total_bytes_pending: 0,
      oldest_pending_age_ms: 0,
    });
    expect(await fixture.workspace.exists('.harn/state/staged/unknown')).toBe(false);
  });

  it('lists writes and deletes with their bytes and tool calls', async () => {
    await using fixture = await openFixture({ 'b.txt': 'old', 'gone.txt': '123456', 'a/z': 'z' });
    const { engine, at } = fixture;
    const { fs, tools } = fixture.harness;
    const session_id = 's';
    await engine.withToolCall(
      'call_1',
      async () => await tools.write_file({ path: at('new.txt'), content: 'hello', session_id }),
    );
    await tools.write_file({ path: at('b.txt'), content: 'longer text', session_id });
    await tools.write_file({ path: at('b'), content: '', session_id });
    await engine.withToolCall(
      'call_2',
      async () => await tools.delete_file({ path: at('gone.txt'), session_id }),
    );
    const status = await fs.staged_status({ session_id });
    expect(status).toEqual({
      pending_writes: [
        {
          path: at('b'),
          kind: 'write',
          change: 'create',
          bytes_added: 0,
          bytes_removed: 0,
          snapshot_id: null,
        },
        {
          path: at('b.txt'),
          kind: 'write',
          change: 'modify',
          bytes_added: 11,
          bytes_removed: 3,
          snapshot_id: null,
        },
        {
          path: at('gone.txt'),
          kind: 'delete',
          change: 'delete',
          bytes_added: 0,
          bytes_removed: 6,
          snapshot_id: 'call_2',
        },
        {
          path: at('new.txt'),
          kind: 'write',
          change: 'create',
          bytes_added: 5,
          bytes_removed: 0,
          snapshot_id: 'call_1',
        },
      ],
      total_bytes_pending: 16,
      oldest_pending_age_ms: expect.any(Number) as unknown,
    });
  });
});

describe('fs.commit_staged', () => {
  it('applies everything, or what was selected', async () => {
    await using fixture = await openFixture({ 'old.txt': 'old' });
    const { at, workspace } = fixture;
    const { fs, tools } = fixture.harness;
    const session_id = 's';
    for (const name of ['a.txt', 'b.txt', 'deep/c.txt']) {
      await tools.write_file({ path: at(name), content: name, session_id });
    }
    await tools.delete_file({ path: at('old.txt'), session_id });
    expect(await fs.commit_staged({ session_id, paths: [] })).toEqual({
      committed_paths: [],
      failed_paths_with_reasons: [],
    });
    expect(
      await fs.commit_staged({ session_id, paths: [at('b.txt'), at('not-pending'), '/etc/x'] }),
    ).toEqual({
      committed_paths: [at('b.txt')],
      failed_paths_with_reasons: [],
    });
    expect(await fs.commit_staged({ session_id, paths: null })).toEqual({
      committed_paths: [at('a.txt'), at('deep/c.txt'), at('old.txt')],
      failed_paths_with_reasons: [],
    });
    expect(Object.keys(await workspace.tree())).toEqual(['a.txt', 'b.txt', 'deep', 'deep/c.txt']);
  });

  it('lists a conflict with its code, keeps it pending, and overwrites it when told', async () => {
    await using fixture = await openFixture({ 'a.txt': 'base' });
    const { at, workspace } = fixture;
    const { fs, tools } = fixture.harness;
    const session_id = 's';
    await tools.write_file({ path: at('a.txt'), content: 'ours', session_id });
    await workspace.write('a.txt', 'theirs');
    expect(await fs.commit_staged({ session_id })).toEqual({
      committed_paths: [],
      failed_paths_with_reasons: [
        { path: at('a.txt'), reason: expect.any(String) as unknown, code: 'ERR_STAGED_CONFLICT' },
      ],
    });
    expect((await workspace.read('a.txt')).toString()).toBe('theirs');
    expect(await fs.commit_staged({ session_id, on_conflict: 'overwrite' })).toEqual({
      committed_paths: [at('a.txt')],
      failed_paths_with_reasons: [],
    });
    expect((await workspace.read('a.txt')).toString()).toBe('ours');
  });

  it('says `outside workspace_roots` for a path that leaves the workspace meanwhile', async () => {
    await using fixture = await openFixture();
    await using outside = await openFixture();
    const { at, workspace } = fixture;
    const { fs, tools } = fixture.harness;
    const session_id = 's';
    await tools.write_file({ path: at('dir/a.txt'), content: 'a', session_id });
    await workspace.write('dir', { link: outside.workspace.root });
    const answer = await fs.commit_staged({ session_id });
    expect(answer).toEqual({
      committed_paths: [],
      failed_paths_with_reasons: [
        {
          path: at('dir/a.txt'),
          reason: expect.stringContaining('outside workspace_roots') as unknown,
          code: 'ERR_STAGED_PATH_ESCAPE',
        },
      ],
    });
    expect(await outside.workspace.exists('a.txt')).toBe(false);
  });

  it('replaces a read-only file only with force', async () => {
    await using fixture = await openFixture({ 'a.txt': { content: 'base', mode: 0o444 } });
    const { at } = fixture;
    const { fs, tools } = fixture.harness;
    const session_id = 's';
    await tools.write_file({ path: at('a.txt'), content: 'ours', session_id });
    expect(await fs.commit_staged({ session_id })).toMatchObject({ committed_paths: [] });
    expect(await fs.commit_staged({ session_id, force: true })).toEqual({
      committed_paths: [at('a.txt')],
      failed_paths_with_reasons: [],
    });
  });
});

describe('fs.discard_staged', () => {
  it('drops everything, or what was selected, and touches no file', async () => {
    await using fixture = await openFixture({ 'a.txt': 'base' });
    const { at, workspace } = fixture;
    const { fs, tools } = fixture.harness;
    const session_id = 's';
    for (const name of ['a.txt', 'b.txt', 'c.txt']) {
      await tools.write_file({ path: at(name), content: 'staged', session_id });
    }
    expect(await fs.discard_staged({ session_id, paths: [] })).toEqual({ discarded_paths: [] });
    expect(await fs.discard_staged({ session_id, paths: [at('b.txt'), 'unknown'] })).toEqual({
      discarded_paths: [at('b.txt')],
    });
    expect(await fs.discard_staged({ session_id })).toEqual({
      discarded_paths: [at('a.txt'), at('c.txt')],
    });
    expect(await fs.discard_staged({ session_id })).toEqual({ discarded_paths: [] });
    expect(Object.keys(await workspace.tree())).toEqual(['a.txt']);
  });
});
