// The scenarios that the reference's own tests of staging check, each under its name.
import { readdir, stat } from 'node:fs/promises';
import { describe, expect, it } from 'vitest';
import type { PendingUpdate } from '../../src/index.ts';
import { label, openFixture, rejection } from '../harness/fixture.ts';

const session_id = 's';
const EMPTY = label('');

describe('fs_staging.rs', () => {
  it('staged write: file absent on disk, read_file returns it, total_bytes_pending 5, commit lists 1 path and the file has the content', async () => {
    await using fixture = await openFixture();
    const { fs, tools } = fixture.harness;
    const path = fixture.at('a.txt');
    await tools.write_file({ session_id, path, content: 'hello' });
    expect(await fixture.workspace.exists('a.txt')).toBe(false);
    expect((await tools.read_file({ session_id, path })).content).toBe('hello');
    expect((await fs.staged_status({ session_id })).total_bytes_pending).toBe(5);
    expect((await fs.commit_staged({ session_id })).committed_paths).toEqual([path]);
    expect((await fixture.workspace.read('a.txt')).toString()).toBe('hello');
  });

  it('transient session: manifest exists after a write; after discard the file never appears', async () => {
    await using fixture = await openFixture();
    const { fs, tools } = fixture.harness;
    await tools.write_file({ session_id, path: 'a.txt', content: 'hello' });
    expect(await fixture.workspace.exists('.harn/state/staged/s/manifest.json')).toBe(true);
    await fs.discard_staged({ session_id });
    await fs.commit_staged({ session_id });
    expect(await fixture.workspace.exists('a.txt')).toBe(false);
  });

  it('staged delete: removed:true, file still on disk, read_file errors; discard lists 1 path and read works again', async () => {
    await using fixture = await openFixture({ 'a.txt': 'a' });
    const { fs, tools } = fixture.harness;
    const path = fixture.at('a.txt');
    expect(await tools.delete_file({ session_id, path })).toEqual({ path, removed: true });
    expect(await fixture.workspace.exists('a.txt')).toBe(true);
    expect(await rejection(tools.read_file({ session_id, path }))).toMatchObject({
      kind: 'backend_error',
    });
    expect(await fs.discard_staged({ session_id })).toEqual({ discarded_paths: [path] });
    expect((await tools.read_file({ session_id, path })).content).toBe('a');
  });

  it('ambient session is used for write and read when session_id is omitted', async () => {
    await using fixture = await openFixture();
    const { fs, tools } = fixture.harness;
    const content = await fixture.engine.withSession(session_id, async () => {
      await tools.write_file({ path: 'a.txt', content: 'ambient' });
      return (await tools.read_file({ path: 'a.txt' })).content;
    });
    expect(content).toBe('ambient');
    expect(await fixture.workspace.exists('a.txt')).toBe(false);
    expect((await fs.staged_status({ session_id })).pending_writes).toHaveLength(1);
  });

  it('write with new parent: root listing shows the parent as dir, nested listing shows the file, disk untouched', async () => {
    await using fixture = await openFixture();
    const { tools } = fixture.harness;
    await tools.write_file({ session_id, path: 'new/a.txt', content: 'hello' });
    expect((await tools.list_directory({ session_id, path: '.' })).entries).toEqual([
      { name: 'new', is_dir: true, is_symlink: false, size: 0 },
    ]);
    expect((await tools.list_directory({ session_id, path: 'new' })).entries).toEqual([
      { name: 'a.txt', is_dir: false, is_symlink: false, size: 5 },
    ]);
    expect(await fixture.workspace.tree()).toEqual({});
  });

  it('recursive delete of an overlay-only parent drops child writes: pending empty', async () => {
    await using fixture = await openFixture();
    const { fs, tools } = fixture.harness;
    await tools.write_file({ session_id, path: 'new/a.txt', content: 'a' });
    await tools.write_file({ session_id, path: 'new/deep/b.txt', content: 'b' });
    await tools.delete_file({ session_id, path: 'new', recursive: true });
    expect((await fs.staged_status({ session_id })).pending_writes).toEqual([]);
  });

  it('bodies has 1 file after a write, 0 after discard', async () => {
    await using fixture = await openFixture();
    const { fs, tools } = fixture.harness;
    const bodies = fixture.at('.harn/state/staged/s/bodies');
    await tools.write_file({ session_id, path: 'a.txt', content: 'a' });
    expect(await readdir(bodies)).toHaveLength(1);
    await fs.discard_staged({ session_id });
    expect(await readdir(bodies)).toEqual([]);
  });

  it('listing a missing directory in staged mode errors (not empty)', async () => {
    await using fixture = await openFixture();
    const { tools } = fixture.harness;
    expect(await rejection(tools.list_directory({ session_id, path: 'no' }))).toMatchObject({
      kind: 'backend_error',
    });
  });

  it('patch: matching hash -> applied, before/current/after labels right, disk changed', async () => {
    await using fixture = await openFixture({ 'a.txt': 'old' });
    const { fs } = fixture.harness;
    const request = { path: 'a.txt', content: 'new', expected_hash: label('old') };
    expect(await fs.safe_text_patch(request)).toEqual({
      path: 'a.txt',
      result: 'applied',
      applied: true,
      stale_base: false,
      current_hash: label('old'),
      before_sha256: label('old'),
      after_sha256: label('new'),
      expected_hash: label('old'),
      created: false,
      bytes_written: 3,
    });
    expect((await fixture.workspace.read('a.txt')).toString()).toBe('new');
  });

  it('patch: wrong hash -> stale_base, current_hash = actual, expected echoed, disk unchanged', async () => {
    await using fixture = await openFixture({ 'a.txt': 'old' });
    const { fs } = fixture.harness;
    const request = { path: 'a.txt', content: 'new', expected_hash: label('other') };
    expect(await fs.safe_text_patch(request)).toMatchObject({
      result: 'stale_base',
      current_hash: label('old'),
      expected_hash: label('other'),
    });
    expect((await fixture.workspace.read('a.txt')).toString()).toBe('old');
  });

  it('patch: missing file + hash of empty -> applied, created', async () => {
    await using fixture = await openFixture();
    const request = { path: 'a.txt', content: 'new', expected_hash: EMPTY };
    expect(await fixture.harness.fs.safe_text_patch(request)).toMatchObject({
      result: 'applied',
      created: true,
    });
  });

  it('patch: same content -> no_op, bytes_written 0, mtime unchanged', async () => {
    await using fixture = await openFixture({ 'a.txt': 'same' });
    const { fs } = fixture.harness;
    const { mtimeMs } = await stat(fixture.at('a.txt'));
    expect(await fs.safe_text_patch({ path: 'a.txt', content: 'same' })).toMatchObject({
      result: 'no_op',
      bytes_written: 0,
    });
    expect((await stat(fixture.at('a.txt'))).mtimeMs).toBe(mtimeMs);
  });

  it('patch in a staged session hashes the overlay pre-image, disk unchanged until commit, read sees final, commit writes it', async () => {
    await using fixture = await openFixture({ 'a.txt': 'disk' });
    const { fs, tools } = fixture.harness;
    const path = 'a.txt';
    await tools.write_file({ session_id, path, content: 'staged' });
    const request = { session_id, path, content: 'final', expected_hash: label('staged') };
    expect(await fs.safe_text_patch(request)).toMatchObject({ result: 'applied' });
    expect((await fixture.workspace.read(path)).toString()).toBe('disk');
    expect((await tools.read_file({ session_id, path })).content).toBe('final');
    await fs.commit_staged({ session_id });
    expect((await fixture.workspace.read(path)).toString()).toBe('final');
  });

  it('patch without expected_hash -> applied', async () => {
    await using fixture = await openFixture({ 'a.txt': 'old' });
    const request = { session_id, path: 'a.txt', content: 'new' };
    expect(await fixture.harness.fs.safe_text_patch(request)).toMatchObject({
      result: 'applied',
      expected_hash: null,
    });
  });

  it('two concurrent staged patches on one base: exactly one applied, one stale_base', async () => {
    await using fixture = await openFixture({ 'a.txt': 'old' });
    const { fs } = fixture.harness;
    const patch = async (content: string): Promise<string> =>
      (
        await fs.safe_text_patch({
          session_id,
          path: 'a.txt',
          content,
          expected_hash: label('old'),
        })
      ).result;
    const results = await Promise.all([patch('one'), patch('two')]);
    expect(results.sort()).toEqual(['applied', 'stale_base']);
  });

  it('patch on disk, create_parents=false, missing parent: error names "parent directory" and "create_parents=true"; nothing created', async () => {
    await using fixture = await openFixture();
    const request = { path: 'no/a.txt', content: 'a', create_parents: false };
    const error = await rejection(fixture.harness.fs.safe_text_patch(request));
    expect(error).toMatchObject({
      kind: 'backend_error',
      message: expect.stringMatching(/parent directory.*create_parents=true/) as unknown,
    });
    expect(await fixture.workspace.tree()).toEqual({});
  });

  it('read_text of non-UTF-8: error mentions UTF-8', async () => {
    await using fixture = await openFixture({ 'a.txt': Buffer.from([0xff, 0xfe]) });
    expect(await rejection(fixture.harness.fs.read_text({ path: 'a.txt' }))).toMatchObject({
      kind: 'backend_error',
      message: expect.stringContaining('UTF-8') as unknown,
    });
  });

  it('1.5 MB patch round trip, bytes_written exact', async () => {
    await using fixture = await openFixture();
    const { fs } = fixture.harness;
    const content = 'fifteen bytes.\n'.repeat(100_000);
    const path = 'big.txt';
    expect(await fs.safe_text_patch({ session_id, path, content })).toMatchObject({
      bytes_written: 1_500_000,
    });
    expect((await fs.staged_read_text({ session_id, path })).content).toBe(content);
  });

  it('emit result: true with ambient session, event has path/result/hunks_count; false without', async () => {
    await using fixture = await openFixture();
    const { fs } = fixture.harness;
    const events: unknown[] = [];
    fixture.harness.onTextPatchResult((event) => events.push(event));
    const request = { path: 'a.txt', result: 'applied', hunks_count: 2 };
    expect(await fs.emit_safe_text_patch_result(request)).toBe(false);
    const emitted = await fixture.engine.withSession(
      session_id,
      async () => await fs.emit_safe_text_patch_result(request),
    );
    expect(emitted).toBe(true);
    expect(events).toEqual([expect.objectContaining({ ...request, session_id })]);
  });
});

describe('fs/tests.rs', () => {
  it('create/modify/delete kinds, deltas +5/+4/-6 and snapshot ids per tool call', async () => {
    await using fixture = await openFixture({ 'm.txt': 'mm', 'old.txt': 'sixsix' });
    const { engine, harness } = fixture;
    const updates: PendingUpdate[] = [];
    harness.onPending((update) => updates.push(update));
    const write = async (path: string, content: string): Promise<unknown> =>
      await harness.tools.write_file({ session_id, path, content });
    await engine.withToolCall('create', async () => await write('c.txt', 'hello'));
    await engine.withToolCall('modify', async () => await write('m.txt', 'sixsix'));
    await engine.withToolCall(
      'delete',
      async () => await harness.tools.delete_file({ session_id, path: 'old.txt' }),
    );
    await expect
      .poll(() => updates.at(-1)?.pendingWrites)
      .toEqual([
        { path: 'c.txt', kind: 'create', byteDelta: 5, snapshotId: 'create' },
        { path: 'm.txt', kind: 'modify', byteDelta: 4, snapshotId: 'modify' },
        { path: 'old.txt', kind: 'delete', byteDelta: -6, snapshotId: 'delete' },
      ]);
  });

  it('pending paths internal = workspace-relative, status path = absolute slash form', async () => {
    await using fixture = await openFixture();
    const { fs, tools } = fixture.harness;
    await tools.write_file({ session_id, path: './d/../d/a.txt', content: 'a' });
    const { pending_writes: pending } = await fs.staged_status({ session_id });
    expect(pending.map(({ path }) => path)).toEqual([fixture.at('d/a.txt')]);
    const { pendingWrites } = await (await fixture.engine.session(session_id)).status();
    expect(pendingWrites.map(({ path }) => path)).toEqual(['d/a.txt']);
  });

  it('immediate patch applied -> stale -> no_op chain', async () => {
    await using fixture = await openFixture({ 'a.txt': 'old' });
    const { fs } = fixture.harness;
    const request = { path: 'a.txt', content: 'new', expected_hash: label('old') };
    const results = [
      (await fs.safe_text_patch(request)).result,
      (await fs.safe_text_patch(request)).result,
      (await fs.safe_text_patch({ ...request, expected_hash: label('new') })).result,
    ];
    expect(results).toEqual(['applied', 'stale_base', 'no_op']);
  });

  it('session ids `..`, `.`, `...` sanitise to a single normal non-dot component; ordinary id unchanged; dir stays below staged/; an empty one is refused', async () => {
    await using fixture = await openFixture();
    const { fs } = fixture.harness;
    const ids = ['..', '.', '...', 'a/b', 'abc-123_v2.0'];
    for (const id of ids) await fs.set_mode({ session_id: id, mode: 'staged' });
    expect(await rejection(fs.set_mode({ session_id: '', mode: 'staged' }))).toMatchObject({
      kind: 'invalid_parameter',
      message: expect.stringContaining('must not be empty') as unknown,
    });
    const staged = await readdir(fixture.at('.harn/state/staged'), { withFileTypes: true });
    const names = staged.filter((item) => item.isDirectory()).map(({ name }) => name);
    expect(names.filter((name) => name !== session_id).sort()).toEqual([
      expect.stringMatching(/^\.-[0-9a-f]{12}$/) as unknown,
      expect.stringMatching(/^\.\.-[0-9a-f]{12}$/) as unknown,
      expect.stringMatching(/^\.\.\.-[0-9a-f]{12}$/) as unknown,
      expect.stringMatching(/^a_b-[0-9a-f]{12}$/) as unknown,
      'abc-123_v2.0',
    ]);
    expect(await readdir(fixture.at('.harn/state'))).toEqual(['staged']);
  });
});
