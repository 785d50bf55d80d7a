// fs.staged_read_text, read_text, safe_text_patch, emit_safe_text_patch_result.
import { describe, expect, it } from 'vitest';
import type { TextPatchResultEvent } from '../../src/harness/methods/method.ts';
import { label, openFixture, rejection } from './fixture.ts';

const session_id = 's';

describe.each(['staged_read_text', 'read_text'] as const)('fs.%s', (name) => {
  it('reads through the overlay and echoes the path', async () => {
    await using fixture = await openFixture({ 'a.txt': 'disk' });
    const { fs, tools } = fixture.harness;
    await tools.write_file({ path: 'a.txt', content: 'héllo', session_id });
    expect(await fs[name]({ path: './a.txt', session_id })).toEqual({
      path: './a.txt',
      content: 'héllo',
      sha256: label('héllo'),
      size: 6,
      exists: true,
    });
    expect(await fs[name]({ path: fixture.at('a.txt') })).toEqual({
      path: fixture.at('a.txt'),
      content: 'disk',
      sha256: label('disk'),
      size: 4,
      exists: true,
    });
  });

  it('answers empty text for what is missing or staged for deletion', async () => {
    await using fixture = await openFixture({ 'a.txt': 'disk' });
    const { fs, tools } = fixture.harness;
    await tools.delete_file({ path: 'a.txt', session_id });
    for (const path of ['a.txt', 'nothing/here']) {
      expect(await fs[name]({ path, session_id })).toEqual({
        path,
        content: '',
        sha256: 'sha256:e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855',
        size: 0,
        exists: false,
      });
    }
  });

  it('refuses bytes that are not UTF-8, and directories', async () => {
    await using fixture = await openFixture({
      'latin.txt': Buffer.from([0x63, 0xe9]),
      'dir/a': '',
    });
    const { fs } = fixture.harness;
    expect(await rejection(fs[name]({ path: 'latin.txt', session_id }))).toEqual({
      kind: 'backend_error',
      builtin: 'hostlib_fs_read_text',
      message: 'hostlib: hostlib_fs_read_text: "latin.txt" is not valid UTF-8',
      code: 'ERR_STAGED_NOT_TEXT',
      path: 'latin.txt',
    });
    expect(await rejection(fs[name]({ path: 'dir', session_id }))).toMatchObject({
      kind: 'backend_error',
      code: 'ERR_STAGED_NOT_A_FILE',
      path: 'dir',
    });
  });
});

describe('fs.safe_text_patch', () => {
  const EMPTY = label('');

  it('applies on a matching hash, in the overlay only', async () => {
    await using fixture = await openFixture({ 'a.txt': 'one' });
    const { fs } = fixture.harness;
    const expected_hash = label('one');
    expect(
      await fs.safe_text_patch({ path: 'a.txt', content: 'two!', expected_hash, session_id }),
    ).toEqual({
      path: 'a.txt',
      result: 'applied',
      applied: true,
      stale_base: false,
      current_hash: label('one'),
      before_sha256: label('one'),
      after_sha256: label('two!'),
      expected_hash,
      created: false,
      bytes_written: 4,
    });
    expect((await fixture.workspace.read('a.txt')).toString()).toBe('one');
    const again = await fs.safe_text_patch({
      path: 'a.txt',
      content: 'three',
      expected_hash,
      session_id,
    });
    expect(again).toEqual({
      path: 'a.txt',
      result: 'stale_base',
      applied: false,
      stale_base: true,
      current_hash: label('two!'),
      before_sha256: label('two!'),
      after_sha256: label('three'),
      expected_hash,
      created: false,
      bytes_written: 0,
    });
  });

  it('is no_op for equal text, and applied for an empty new file', async () => {
    await using fixture = await openFixture({ 'a.txt': 'same' });
    const { fs } = fixture.harness;
    expect(
      await fs.safe_text_patch({ path: 'a.txt', content: 'same', overwrite: false, session_id }),
    ).toEqual({
      path: 'a.txt',
      result: 'no_op',
      applied: false,
      stale_base: false,
      current_hash: label('same'),
      before_sha256: label('same'),
      after_sha256: label('same'),
      expected_hash: null,
      created: false,
      bytes_written: 0,
    });
    expect(
      await fs.safe_text_patch({ path: 'new.txt', content: '', expected_hash: EMPTY, session_id }),
    ).toEqual({
      path: 'new.txt',
      result: 'applied',
      applied: true,
      stale_base: false,
      current_hash: EMPTY,
      before_sha256: EMPTY,
      after_sha256: EMPTY,
      expected_hash: EMPTY,
      created: true,
      bytes_written: 0,
    });
  });

  it('goes to disk without a session, and says stale and no_op there too', async () => {
    await using fixture = await openFixture({ 'a.txt': 'one' });
    const { fs } = fixture.harness;
    const path = fixture.at('a.txt');
    const expected_hash = label('one');
    const results: string[] = [];
    for (const content of ['two', 'three', 'two']) {
      const asked = content === 'two' && results.length > 0 ? {} : { expected_hash };
      results.push((await fs.safe_text_patch({ path, content, session_id: '', ...asked })).result);
    }
    expect(results).toEqual(['applied', 'stale_base', 'no_op']);
    expect((await fixture.workspace.read('a.txt')).toString()).toBe('two');
  });

  it.each(['s', ''])(
    'refuses an existing file and a missing parent when told (session %j)',
    async (id) => {
      await using fixture = await openFixture({ 'a.txt': 'one' });
      const { fs } = fixture.harness;
      const builtin = 'hostlib_fs_safe_text_patch';
      const overwriting = { path: 'a.txt', content: 'two', overwrite: false, session_id: id };
      expect(await rejection(fs.safe_text_patch(overwriting))).toEqual({
        kind: 'backend_error',
        builtin,
        message: `hostlib: ${builtin}: "a.txt" exists and overwrite=false`,
        code: 'ERR_STAGED_EXISTS',
        path: 'a.txt',
      });
      const orphan = { path: 'no/b.txt', content: 'two', create_parents: false, session_id: id };
      expect(await rejection(fs.safe_text_patch(orphan))).toEqual({
        kind: 'backend_error',
        builtin,
        message: `hostlib: ${builtin}: parent directory of "no/b.txt" does not exist; pass create_parents=true to create it`,
        code: 'ERR_STAGED_PARENT_MISSING',
        path: 'no/b.txt',
      });
      expect(await fixture.workspace.exists('no')).toBe(false);
    },
  );

  it('lets exactly one of two concurrent patches on one base through', async () => {
    await using fixture = await openFixture({ 'a.txt': 'one' });
    const { fs } = fixture.harness;
    const expected_hash = label('one');
    const answers = await Promise.all(
      ['two', 'three'].map(
        async (content) =>
          await fs.safe_text_patch({ path: 'a.txt', content, expected_hash, session_id }),
      ),
    );
    expect(answers.map(({ result }) => result)).toEqual(['applied', 'stale_base']);
  });

  it('refuses a file that is not UTF-8, and a link in immediate mode', async () => {
    await using fixture = await openFixture({
      'latin.txt': Buffer.from([0xe9]),
      'a.txt': 'a',
      link: { link: 'a.txt' },
    });
    const { fs } = fixture.harness;
    expect(
      await rejection(fs.safe_text_patch({ path: 'latin.txt', content: 'x', session_id })),
    ).toMatchObject({
      kind: 'backend_error',
      code: 'ERR_STAGED_NOT_TEXT',
      message: expect.stringContaining('UTF-8') as unknown,
    });
    expect(
      await rejection(fs.safe_text_patch({ path: 'link', content: 'x', session_id: '' })),
    ).toEqual({
      kind: 'backend_error',
      builtin: 'hostlib_fs_safe_text_patch',
      message: 'hostlib: hostlib_fs_safe_text_patch: "link" is a symbolic link',
      code: 'ERR_STAGED_NOT_A_FILE',
      path: 'link',
    });
    expect((await fixture.workspace.read('a.txt')).toString()).toBe('a');
  });

  it('takes 1.5 MB', async () => {
    await using fixture = await openFixture();
    const { fs } = fixture.harness;
    const content = 'é'.repeat(786_432);
    const answer = await fs.safe_text_patch({ path: 'big.txt', content, session_id });
    expect(answer.bytes_written).toBe(1_572_864);
    expect((await fs.staged_read_text({ path: 'big.txt', session_id })).content).toBe(content);
  });
});

describe('fs.emit_safe_text_patch_result', () => {
  it('tells listeners, with the session that is meant', async () => {
    await using fixture = await openFixture();
    const { engine, harness } = fixture;
    const events: TextPatchResultEvent[] = [];
    const stop = harness.onTextPatchResult((event) => events.push(event));
    const emit = harness.fs.emit_safe_text_patch_result;
    expect(
      await emit({
        path: '/w/a.txt',
        result: 'hunk_conflict',
        hunks_count: 2,
        failed_hunk_index: 1,
        session_id,
      }),
    ).toBe(true);
    const ambient = await engine.withSession(
      't',
      async () => await emit({ path: 'b', result: 'applied', hunks_count: -1, bytes_written: -5 }),
    );
    expect(ambient).toBe(true);
    expect(await emit({ path: 'c', result: 'no_op' })).toBe(false);
    expect(await emit({ path: 'c', result: 'no_op', session_id: ' ' })).toBe(false);
    stop();
    expect(await emit({ path: 'd', result: 'no_op', session_id })).toBe(true);
    expect(events).toEqual([
      {
        session_id: 's',
        path: '/w/a.txt',
        result: 'hunk_conflict',
        hunks_count: 2,
        bytes_written: 0,
        failed_hunk_index: 1,
      },
      {
        session_id: 't',
        path: 'b',
        result: 'applied',
        hunks_count: 0,
        bytes_written: 0,
        failed_hunk_index: null,
      },
    ]);
  });
});
