// The page that asked for all this, sentence by sentence and in its order, through the public API.
// What it says of storage, of reading code and of ACP is in the files `seed-*.test.ts` beside this one.
import { describe, expect, it } from 'vitest';
import type { HarnessFs, HarnessTools } from '../../src/harness/index.ts';
import { label, openFixture } from '../harness/fixture.ts';
import { editSafeTextPatch } from '../support/edit-safe-text-patch.ts';
import { contentOf, pendingPaths, session_id, withThree } from './three-pending.ts';

describe('harn-hostlib includes a session-scoped filesystem staging layer', () => {
  it('“for hosts that want agents to accumulate a diff before applying it to the working tree”', async () => {
    await using fixture = await openFixture({ 'a.txt': 'one\n' });
    const { fs, tools } = fixture.harness;
    await tools.write_file({ session_id, path: 'a.txt', content: 'two\n' });
    await tools.write_file({ session_id, path: 'b.txt', content: 'new\n' });
    expect(await contentOf(fixture)).toEqual({ 'a.txt': 'one\n' });
    const { content } = await fs.diff({ session_id });
    expect(content.match(/^[-+][^-+].*$/gm)).toEqual(['-one', '+two', '+new']);
    await fs.commit_staged({ session_id });
    expect(await contentOf(fixture)).toEqual({ 'a.txt': 'two\n', 'b.txt': 'new\n' });
  });

  it('“session-scoped”: one session does not see what another stages', async () => {
    await using fixture = await openFixture({ 'a.txt': 'one' });
    const { fs, tools } = fixture.harness;
    await fs.set_mode({ session_id: 'other', mode: 'staged' });
    await tools.write_file({ session_id, path: 'a.txt', content: 'two' });
    expect(await tools.read_file({ session_id: 'other', path: 'a.txt' })).toMatchObject({
      content: 'one',
    });
    await fs.discard_staged({ session_id: 'other' });
    expect((await fs.staged_status({ session_id })).pending_writes).toHaveLength(1);
  });
});

describe('the host adapter', () => {
  it('“registers the implementation as the `fs` capability family” (more methods than the seed names)', async () => {
    await using fixture = await openFixture();
    const names = fixture.harness.methods.map(({ name }) => name);
    const seeds = [
      'fs.set_mode',
      'fs.staged_status',
      'fs.commit_staged',
      'fs.discard_staged',
      'fs.staged_read_text',
      'fs.safe_text_patch',
    ];
    expect(names.filter((name) => seeds.includes(name))).toEqual(seeds);
  });

  it('“Scripts use the nominal `HarnessFs` and `HarnessTools` interfaces”', async () => {
    await using fixture = await openFixture({ 'a.txt': 'one' });
    const fs: HarnessFs = fixture.harness.fs;
    const tools: HarnessTools = fixture.harness.tools;
    await tools.write_file({ session_id, path: 'a.txt', content: 'two' });
    expect((await fs.staged_read_text({ session_id, path: 'a.txt' })).content).toBe('two');
  });
});

describe('harness.fs.set_mode', () => {
  it('“Switches a session between `immediate` and `staged`, returning the previous mode.”', async () => {
    await using fixture = await openFixture();
    const { fs, tools } = fixture.harness;
    expect(await fs.set_mode({ session_id, mode: 'immediate' })).toEqual({
      previous_mode: 'staged',
    });
    await tools.write_file({ session_id, path: 'now.txt', content: 'now' });
    expect(await contentOf(fixture)).toEqual({ 'now.txt': 'now' });
    expect(await fs.set_mode({ session_id, mode: 'staged' })).toEqual({
      previous_mode: 'immediate',
    });
    await tools.write_file({ session_id, path: 'later.txt', content: 'later' });
    expect(await contentOf(fixture)).toEqual({ 'now.txt': 'now' });
  });
});

describe('harness.fs.staged_status', () => {
  it('“Lists pending writes/deletes with byte counts and oldest pending age.” (adds `change`)', async () => {
    await using fixture = await openFixture({ 'a.txt': 'four', 'old.txt': 'sixsix' });
    const { fs, tools } = fixture.harness;
    await tools.write_file({ session_id, path: 'a.txt', content: 'longer' });
    await tools.delete_file({ session_id, path: 'old.txt' });
    const before = await fs.staged_status({ session_id });
    expect(before).toEqual({
      pending_writes: [
        {
          path: fixture.at('a.txt'),
          kind: 'write',
          change: 'modify',
          bytes_added: 6,
          bytes_removed: 4,
          snapshot_id: null,
        },
        {
          path: fixture.at('old.txt'),
          kind: 'delete',
          change: 'delete',
          bytes_added: 0,
          bytes_removed: 6,
          snapshot_id: null,
        },
      ],
      total_bytes_pending: 6,
      oldest_pending_age_ms: before.oldest_pending_age_ms,
    });
    await expect
      .poll(async () => (await fs.staged_status({ session_id })).oldest_pending_age_ms)
      .toBeGreaterThan(before.oldest_pending_age_ms);
  });
});

describe('harness.fs.commit_staged', () => {
  it('“Applies all pending changes … to disk.”', async () => {
    await using fixture = await withThree();
    const { fs } = fixture.harness;
    expect(await fs.commit_staged({ session_id })).toEqual({
      committed_paths: ['a.txt', 'b.txt', 'old.txt'].map(fixture.at),
      failed_paths_with_reasons: [],
    });
    expect(await contentOf(fixture)).toEqual({ 'a.txt': 'a', 'b.txt': 'b' });
  });

  it('“… or only selected paths …” (an empty list selects nothing)', async () => {
    await using fixture = await withThree();
    const { fs } = fixture.harness;
    expect(await fs.commit_staged({ session_id, paths: [] })).toEqual({
      committed_paths: [],
      failed_paths_with_reasons: [],
    });
    await fs.commit_staged({ session_id, paths: [fixture.at('b.txt')] });
    expect(await contentOf(fixture)).toEqual({ 'b.txt': 'b', 'old.txt': 'old' });
    expect(await pendingPaths(fixture)).toEqual(['a.txt', 'old.txt'].map(fixture.at));
  });

  it('does not overwrite what changed meanwhile (the seed is silent)', async () => {
    await using fixture = await withThree();
    await fixture.workspace.write('old.txt', 'edited by the user');
    expect(await fixture.harness.fs.commit_staged({ session_id })).toMatchObject({
      committed_paths: ['a.txt', 'b.txt'].map(fixture.at),
      failed_paths_with_reasons: [{ path: fixture.at('old.txt'), code: 'ERR_STAGED_CONFLICT' }],
    });
    expect((await fixture.workspace.read('old.txt')).toString()).toBe('edited by the user');
  });
});

describe('harness.fs.discard_staged', () => {
  it('“Drops all pending changes …”', async () => {
    await using fixture = await withThree();
    expect(await fixture.harness.fs.discard_staged({ session_id })).toEqual({
      discarded_paths: ['a.txt', 'b.txt', 'old.txt'].map(fixture.at),
    });
    expect(await pendingPaths(fixture)).toEqual([]);
    expect(await contentOf(fixture)).toEqual({ 'old.txt': 'old' });
  });

  it('“… or only selected paths.”', async () => {
    await using fixture = await withThree();
    const paths = [fixture.at('a.txt')];
    expect(await fixture.harness.fs.discard_staged({ session_id, paths })).toEqual({
      discarded_paths: paths,
    });
    expect(await pendingPaths(fixture)).toEqual(['b.txt', 'old.txt'].map(fixture.at));
  });
});

describe('harness.fs.staged_read_text', () => {
  it('“Overlay-aware UTF-8 read returning `{ content, sha256, size, exists }`.” (and `path`)', async () => {
    await using fixture = await openFixture({ 'a.txt': 'disk' });
    const { fs, tools } = fixture.harness;
    expect(await fs.staged_read_text({ session_id, path: 'a.txt' })).toEqual({
      path: 'a.txt',
      content: 'disk',
      sha256: label('disk'),
      size: 4,
      exists: true,
    });
    await tools.write_file({ session_id, path: 'a.txt', content: 'stäged' });
    expect(await fs.staged_read_text({ session_id, path: 'a.txt' })).toEqual({
      path: 'a.txt',
      content: 'stäged',
      sha256: label('stäged'),
      size: 7,
      exists: true,
    });
    await tools.delete_file({ session_id, path: 'a.txt' });
    expect(await fs.staged_read_text({ session_id, path: 'a.txt' })).toEqual({
      path: 'a.txt',
      content: '',
      sha256: label(''),
      size: 0,
      exists: false,
    });
  });

  it('“Un-gated companion to the `tools/read_file` primitive … to snapshot pre-image hashes without enabling the deterministic-tools feature.” (there are no gates)', async () => {
    await using fixture = await openFixture({ 'a.txt': 'disk' });
    const { fs } = fixture.harness;
    const { sha256 } = await fs.staged_read_text({ session_id, path: 'a.txt' });
    expect(
      await fs.safe_text_patch({
        session_id,
        path: 'a.txt',
        content: 'next',
        expected_hash: sha256,
      }),
    ).toMatchObject({ result: 'applied', before_sha256: sha256 });
  });
});

describe('harness.fs.safe_text_patch', () => {
  it('“Atomic compare-and-swap text write.”', async () => {
    await using fixture = await openFixture({ 'a.txt': 'base' });
    const { fs } = fixture.harness;
    const expected_hash = label('base');
    const contents = Array.from({ length: 16 }, (_, n) => `writer ${n}`);
    const answers = await Promise.all(
      contents.map(
        async (content) =>
          await fs.safe_text_patch({ session_id, path: 'a.txt', content, expected_hash }),
      ),
    );
    expect(answers.filter(({ result }) => result === 'applied')).toHaveLength(1);
    expect(answers.filter(({ result }) => result === 'stale_base')).toHaveLength(15);
  });

  it('“Reads the overlay pre-image, rejects with `result: "stale_base"` if `expected_hash` diverges”', async () => {
    await using fixture = await openFixture({ 'a.txt': 'disk' });
    const { fs, tools } = fixture.harness;
    await tools.write_file({ session_id, path: 'a.txt', content: 'staged' });
    const request = { session_id, path: 'a.txt', content: 'next', expected_hash: label('disk') };
    expect(await fs.safe_text_patch(request)).toEqual({
      path: 'a.txt',
      result: 'stale_base',
      applied: false,
      stale_base: true,
      current_hash: label('staged'),
      before_sha256: label('staged'),
      after_sha256: label('next'),
      expected_hash: label('disk'),
      created: false,
      bytes_written: 0,
    });
  });

  it('“writes through the overlay otherwise”', async () => {
    await using fixture = await openFixture({ 'a.txt': 'disk' });
    const { fs } = fixture.harness;
    const request = { session_id, path: 'a.txt', content: 'next', expected_hash: label('disk') };
    expect(await fs.safe_text_patch(request)).toMatchObject({ result: 'applied' });
    expect(await contentOf(fixture)).toEqual({ 'a.txt': 'disk' });
    expect((await fs.staged_read_text({ session_id, path: 'a.txt' })).content).toBe('next');
  });

  it('“Backs `std/edit`’s `edit_safe_text_patch` multi-hunk wrapper.”', async () => {
    await using fixture = await openFixture({ 'a.txt': 'one\ntwo\nthree\n' });
    const { fs } = fixture.harness;
    const hunks = [
      { old_text: 'one', new_text: '1' },
      { old_text: 'three', new_text: '3' },
    ];
    expect(await editSafeTextPatch(fs, { session_id, path: 'a.txt', hunks })).toMatchObject({
      result: 'applied',
      failed_hunk_index: null,
    });
    expect((await fs.staged_read_text({ session_id, path: 'a.txt' })).content).toBe('1\ntwo\n3\n');
  });
});
