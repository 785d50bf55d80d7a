// tools.write_file and delete_file.
import { describe, expect, it } from 'vitest';
import { openFixture, rejection } from './fixture.ts';

const session_id = 's';

describe('tools.write_file', () => {
  it('stages text and base64 and echoes the path', async () => {
    await using fixture = await openFixture({ 'a.txt': 'old' });
    const { tools } = fixture.harness;
    expect(await tools.write_file({ path: './a.txt', content: 'né', session_id })).toEqual({
      path: './a.txt',
      bytes_written: 3,
      created: false,
    });
    const path = fixture.at('deep/n.bin');
    expect(
      await tools.write_file({ path, content: 'aGVsbG8=', encoding: 'base64', session_id }),
    ).toEqual({
      path,
      bytes_written: 5,
      created: true,
    });
    expect(
      await tools.write_file({ path: 'empty', content: '', encoding: 'base64', session_id }),
    ).toEqual({
      path: 'empty',
      bytes_written: 0,
      created: true,
    });
    expect(Object.keys(await fixture.workspace.tree())).toEqual(['a.txt']);
  });

  it('takes the bytes from a file, and a mode', async () => {
    await using fixture = await openFixture({ 'made.sh': '#!/bin/sh\n' });
    const { fs, tools } = fixture.harness;
    const answer = await tools.write_file({
      path: 'run.sh',
      source_path: 'made.sh',
      file_mode: '100755',
      session_id,
    });
    expect(answer).toEqual({ path: 'run.sh', bytes_written: 10, created: true });
    await tools.write_file({ path: 'link', content: 'run.sh', file_mode: '120000', session_id });
    await fs.commit_staged({ session_id });
    expect(await fixture.workspace.tree()).toEqual({
      link: { kind: 'symlink', target: 'run.sh' },
      'made.sh': { kind: 'file', mode: 0o644, content: Buffer.from('#!/bin/sh\n') },
      'run.sh': { kind: 'file', mode: 0o755, content: Buffer.from('#!/bin/sh\n') },
    });
  });

  it.each(['s', ''])(
    'refuses an existing file and a missing parent when told (session %j)',
    async (id) => {
      await using fixture = await openFixture({ 'a.txt': 'old' });
      const { tools } = fixture.harness;
      const builtin = 'hostlib_tools_write_file';
      expect(
        await rejection(
          tools.write_file({ path: 'a.txt', content: '', overwrite: false, session_id: id }),
        ),
      ).toEqual({
        kind: 'backend_error',
        builtin,
        message: `hostlib: ${builtin}: "a.txt" exists and overwrite=false`,
        code: 'ERR_STAGED_EXISTS',
        path: 'a.txt',
      });
      expect(
        await rejection(
          tools.write_file({ path: 'no/b', content: '', create_parents: false, session_id: id }),
        ),
      ).toEqual({
        kind: 'backend_error',
        builtin,
        message: `hostlib: ${builtin}: parent directory of "no/b" does not exist; pass create_parents=true to create it`,
        code: 'ERR_STAGED_PARENT_MISSING',
        path: 'no/b',
      });
      expect((await fixture.workspace.read('a.txt')).toString()).toBe('old');
    },
  );

  it('rejects what lies outside the workspace', async () => {
    await using fixture = await openFixture({ out: { link: '/tmp' } });
    const { tools } = fixture.harness;
    for (const path of [
      '../x',
      '/etc/x',
      `${fixture.workspace.root}-twin/x`,
      'out/x',
      'a/../../x',
    ]) {
      for (const id of ['s', '']) {
        expect(await rejection(tools.write_file({ path, content: '', session_id: id }))).toEqual({
          kind: 'tool_rejected',
          builtin: 'hostlib_tools_write_file',
          message: expect.stringContaining(
            `${JSON.stringify(path)} is outside workspace_roots`,
          ) as unknown,
          code: 'ERR_STAGED_PATH_ESCAPE',
          path,
        });
      }
    }
  });

  it('takes a path that goes up and comes back', async () => {
    await using fixture = await openFixture({ 'src/a': '' });
    const { tools } = fixture.harness;
    expect(await tools.write_file({ path: 'src/../b', content: 'b', session_id })).toEqual({
      path: 'src/../b',
      bytes_written: 1,
      created: true,
    });
  });

  it('refuses the own state and git directories', async () => {
    await using fixture = await openFixture();
    const { tools } = fixture.harness;
    for (const path of ['.git/config', 'sub/.GIT/hooks/pre-commit', '.harn/state/x']) {
      expect(await rejection(tools.write_file({ path, content: '', session_id }))).toMatchObject({
        kind: 'invalid_parameter',
        code: 'ERR_STAGED_INVALID_PATH',
        message: expect.stringContaining("invalid parameter 'path': ") as unknown,
        path,
      });
    }
  });

  it('refuses a final link in immediate mode, in or out; a staged write follows one inside', async () => {
    await using fixture = await openFixture({
      'a.txt': 'a',
      in: { link: 'a.txt' },
      out: { link: '/tmp/x' },
    });
    const { fs, tools } = fixture.harness;
    for (const path of ['in', 'out']) {
      expect(await rejection(tools.write_file({ path, content: 'x', session_id: '' }))).toEqual({
        kind: 'tool_rejected',
        builtin: 'hostlib_tools_write_file',
        message: `"${path}" is a symbolic link: refusing to write through it`,
        code: 'ERR_STAGED_INVALID_PATH',
        path,
      });
    }
    await tools.write_file({ path: 'in', content: 'x', session_id });
    const { pending_writes: pending } = await fs.staged_status({ session_id });
    expect(pending.map(({ path }) => path)).toEqual([fixture.at('a.txt')]);
  });

  it('goes straight to disk in immediate mode, and without a session', async () => {
    await using fixture = await openFixture();
    const { tools } = fixture.harness;
    await tools.write_file({ path: 'a', content: 'a', session_id: 'immediate-one' });
    await tools.write_file({ path: 'b', content: 'b' });
    await tools.write_file({ path: 'c', content: 'c', session_id: '' });
    expect(Object.keys(await fixture.workspace.tree())).toEqual(['a', 'b', 'c']);
  });
});

describe('the session of a call', () => {
  it('is the ambient one when absent, and none when blank', async () => {
    await using fixture = await openFixture();
    const { engine, harness } = fixture;
    await engine.withSession('s', async () => {
      await harness.tools.write_file({ path: 'a', content: 'staged' });
      await harness.tools.write_file({ path: 'b', content: 'disk', session_id: '' });
      expect(await harness.tools.read_file({ path: 'a' })).toMatchObject({ content: 'staged' });
    });
    expect(Object.keys(await fixture.workspace.tree())).toEqual(['b']);
  });
});

describe('tools.delete_file', () => {
  it.each(['s', ''])('deletes, and says when nothing was there (session %j)', async (id) => {
    await using fixture = await openFixture({ 'a.txt': 'a' });
    const { tools } = fixture.harness;
    const path = fixture.at('a.txt');
    expect(await tools.delete_file({ path, session_id: id })).toEqual({ path, removed: true });
    expect(await tools.delete_file({ path, session_id: id })).toEqual({ path, removed: false });
    expect(await fixture.workspace.exists('a.txt')).toBe(id === 's');
  });

  it.each(['s', ''])(
    'needs `recursive` for a directory that is not empty (session %j)',
    async (id) => {
      await using fixture = await openFixture({ 'dir/a': 'a' });
      const { tools } = fixture.harness;
      expect(await rejection(tools.delete_file({ path: 'dir', session_id: id }))).toEqual({
        kind: 'backend_error',
        builtin: 'hostlib_tools_delete_file',
        message:
          'hostlib: hostlib_tools_delete_file: "dir": directory not empty; pass recursive=true to delete what is in it',
        code: 'ERR_STAGED_NOT_EMPTY',
        path: 'dir',
      });
      expect(await tools.delete_file({ path: 'dir', recursive: true, session_id: id })).toEqual({
        path: 'dir',
        removed: true,
      });
    },
  );

  it('rejects a link that leaves the workspace in immediate mode', async () => {
    await using fixture = await openFixture({ out: { link: '/tmp' }, in: { link: 'nowhere' } });
    const { tools } = fixture.harness;
    expect(await rejection(tools.delete_file({ path: 'out', session_id: '' }))).toMatchObject({
      kind: 'tool_rejected',
      code: 'ERR_STAGED_PATH_ESCAPE',
      path: 'out',
    });
    expect(await tools.delete_file({ path: 'in', session_id: '' })).toEqual({
      path: 'in',
      removed: true,
    });
  });
});
