// tools.read_file and list_directory.
import { describe, expect, it } from 'vitest';
import { openFixture, rejection } from './fixture.ts';

const session_id = 's';

describe('tools.read_file', () => {
  it('reads all, or a part, and says whether the file goes on', async () => {
    await using fixture = await openFixture({ 'a.txt': 'hello' });
    const { tools } = fixture.harness;
    const path = 'a.txt';
    const read = async (offset: number, limit_bytes: number) =>
      await tools.read_file({ path, offset, limit_bytes });
    expect(await tools.read_file({ path })).toEqual({
      path,
      encoding: 'utf-8',
      content: 'hello',
      size: 5,
      truncated: false,
    });
    expect(await read(1, 2)).toEqual({
      path,
      encoding: 'utf-8',
      content: 'el',
      size: 2,
      truncated: true,
    });
    expect(await read(3, 2)).toEqual({
      path,
      encoding: 'utf-8',
      content: 'lo',
      size: 2,
      truncated: false,
    });
    expect(await read(3, 9)).toEqual({
      path,
      encoding: 'utf-8',
      content: 'lo',
      size: 2,
      truncated: false,
    });
    expect(await read(5, 0)).toEqual({
      path,
      encoding: 'utf-8',
      content: '',
      size: 0,
      truncated: false,
    });
    expect(await rejection(read(6, 0))).toMatchObject({
      kind: 'invalid_parameter',
      message: expect.stringContaining("invalid parameter 'offset'") as unknown,
    });
  });

  it('falls back to base64 where the bytes are not UTF-8, or when asked', async () => {
    await using fixture = await openFixture({
      'a.txt': '\uFEFFé',
      'b.bin': Buffer.from([0xff, 0x00]),
    });
    const { tools } = fixture.harness;
    expect(await tools.read_file({ path: 'a.txt' })).toMatchObject({
      encoding: 'utf-8',
      content: '\uFEFFé',
    });
    expect(await tools.read_file({ path: 'a.txt', limit_bytes: 4 })).toEqual({
      path: 'a.txt',
      encoding: 'base64',
      content: Buffer.from([0xef, 0xbb, 0xbf, 0xc3]).toString('base64'),
      size: 4,
      truncated: true,
    });
    expect(await tools.read_file({ path: 'b.bin' })).toEqual({
      path: 'b.bin',
      encoding: 'base64',
      content: '/wA=',
      size: 2,
      truncated: false,
    });
    expect(await tools.read_file({ path: 'a.txt', encoding: 'binary' })).toMatchObject({
      encoding: 'base64',
    });
  });

  it('fails for what is missing, staged for deletion, or no file', async () => {
    await using fixture = await openFixture({ 'a.txt': 'a', 'dir/b': 'b' });
    const { tools } = fixture.harness;
    await tools.delete_file({ path: 'a.txt', session_id });
    for (const path of ['nothing', 'a.txt']) {
      expect(await rejection(tools.read_file({ path, session_id }))).toMatchObject({
        kind: 'backend_error',
        builtin: 'hostlib_tools_read_file',
        code: 'ERR_STAGED_NOT_FOUND',
        path,
      });
    }
    expect(await rejection(tools.read_file({ path: 'dir', session_id }))).toMatchObject({
      kind: 'backend_error',
      code: 'ERR_STAGED_NOT_A_FILE',
    });
  });
});

describe('tools.list_directory', () => {
  it('merges staged and disk names, sorted by bytes, hidden ones left out', async () => {
    await using fixture = await openFixture({
      'b.txt': 'disk',
      '.hidden': '1',
      link: { link: 'b.txt' },
      'dir/x': 'x',
      'gone.txt': '',
    });
    const { tools } = fixture.harness;
    await tools.write_file({ path: 'b.txt', content: 'staged', session_id });
    await tools.write_file({ path: 'new/deep/c', content: 'c', session_id });
    await tools.write_file({ path: 'B', content: 'B', session_id });
    await tools.delete_file({ path: 'gone.txt', session_id });
    const path = fixture.workspace.root;
    const entries = [
      { name: 'B', is_dir: false, is_symlink: false, size: 1 },
      { name: 'b.txt', is_dir: false, is_symlink: false, size: 6 },
      { name: 'dir', is_dir: true, is_symlink: false, size: 0 },
      { name: 'link', is_dir: false, is_symlink: true, size: 5 },
      { name: 'new', is_dir: true, is_symlink: false, size: 0 },
    ];
    expect(await tools.list_directory({ path, session_id })).toEqual({
      path,
      entries,
      truncated: false,
    });
    expect(await tools.list_directory({ path, max_entries: 2, session_id })).toEqual({
      path,
      entries: entries.slice(0, 2),
      truncated: true,
    });
    expect(await tools.list_directory({ path, max_entries: 5, session_id })).toMatchObject({
      truncated: false,
    });
    const all = await tools.list_directory({ path, include_hidden: true, session_id });
    expect(all.entries.map(({ name }) => name)).toEqual([
      '.hidden',
      'B',
      'b.txt',
      'dir',
      'link',
      'new',
    ]);
  });

  it.each(['s', ''])('fails for a directory that is missing (session %j)', async (id) => {
    await using fixture = await openFixture({ 'a.txt': '' });
    const { tools } = fixture.harness;
    expect(
      await rejection(tools.list_directory({ path: 'nothing', session_id: id })),
    ).toMatchObject({
      kind: 'backend_error',
      builtin: 'hostlib_tools_list_directory',
      code: 'ERR_STAGED_NOT_FOUND',
      path: 'nothing',
    });
    expect(await rejection(tools.list_directory({ path: 'a.txt', session_id: id }))).toMatchObject({
      code: 'ERR_STAGED_NOT_A_DIRECTORY',
    });
  });
});
