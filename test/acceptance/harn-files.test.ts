// The scenarios that the reference's tests of path scope and of plain file tools check, each under
// its name. Here the workspace is the one allowed root.
import { mkdir, realpath, symlink } from 'node:fs/promises';
import { describe, expect, it } from 'vitest';
import { type Fixture, openFixture, rejection } from '../harness/fixture.ts';

const session_id = 's';
const REJECTED = {
  kind: 'tool_rejected',
  message: expect.stringContaining('outside workspace_roots') as unknown,
};

describe.each([
  ['staged', 's'],
  ['immediate', ''],
])('fs_path_scope.rs, %s', (_, session) => {
  it('read/list/write/delete, patch/read_text: inside ok, outside tool_rejected, disk untouched', async () => {
    await using outside = await openFixture({ 'a.txt': 'outside', 'd/b.txt': 'b' });
    await using fixture = await openFixture({ 'a.txt': 'inside', 'd/b.txt': 'b' });
    for (const call of callsOn(fixture, session)) expect(await call('a.txt')).toBeDefined();
    for (const call of callsOn(fixture, session)) {
      expect(await rejection(call(outside.at('a.txt')))).toMatchObject(REJECTED);
    }
    expect((await outside.workspace.read('a.txt')).toString()).toBe('outside');
    expect(Object.keys(await outside.workspace.tree())).toEqual(['a.txt', 'd', 'd/b.txt']);
  });

  it('`src/../X` ok after normalisation; `../X` rejected', async () => {
    await using fixture = await openFixture({ 'src/a.txt': 'a', X: 'x' });
    const { tools } = fixture.harness;
    const read = async (path: string): Promise<unknown> =>
      await tools.read_file({ session_id: session, path });
    expect(await read('src/../X')).toMatchObject({ content: 'x' });
    expect(await rejection(read('../X'))).toMatchObject(REJECTED);
    const write = tools.write_file({ session_id: session, path: 'src/../../X', content: '' });
    expect(await rejection(write)).toMatchObject(REJECTED);
  });

  it('symlinked intermediate dirs: in-root ok, escaping rejected (write and patch)', async () => {
    await using outside = await openFixture();
    await using fixture = await openFixture({ 'real/a.txt': 'a', inner: { link: 'real' } });
    await symlink(outside.workspace.root, fixture.at('outer'));
    const { fs, tools } = fixture.harness;
    const writes = [
      async (path: string) => await tools.write_file({ session_id: session, path, content: 'w' }),
      async (path: string) => await fs.safe_text_patch({ session_id: session, path, content: 'p' }),
    ];
    for (const [index, write] of writes.entries()) {
      expect(await write(`inner/${index}.txt`)).toMatchObject({ created: true });
      expect(await rejection(write(`outer/${index}.txt`))).toMatchObject(REJECTED);
    }
    await fs.commit_staged({ session_id });
    expect(Object.keys(await outside.workspace.tree())).toEqual([]);
    expect(Object.keys(await fixture.workspace.tree())).toEqual([
      'inner',
      'outer',
      'real',
      'real/0.txt',
      'real/1.txt',
      'real/a.txt',
    ]);
  });
});

describe('fs_path_scope.rs', () => {
  it('relative writes land in the workspace, not process cwd', async () => {
    await using fixture = await openFixture();
    await fixture.harness.tools.write_file({ path: 'here.txt', content: 'here' });
    expect(Object.keys(await fixture.workspace.tree())).toEqual(['here.txt']);
    expect(await realpath(process.cwd())).not.toBe(fixture.workspace.root);
  });

  it('a staged path that leaves the workspace by commit time: inside path committed, outside path in failed list with "outside workspace_roots", not written', async () => {
    await using outside = await openFixture();
    await using fixture = await openFixture();
    const { fs, tools } = fixture.harness;
    await tools.write_file({ session_id, path: 'in.txt', content: 'in' });
    await tools.write_file({ session_id, path: 'd/out.txt', content: 'out' });
    await symlink(outside.workspace.root, fixture.at('d'));
    expect(await fs.commit_staged({ session_id })).toEqual({
      committed_paths: [fixture.at('in.txt')],
      failed_paths_with_reasons: [
        {
          path: fixture.at('d/out.txt'),
          reason: expect.stringContaining('outside workspace_roots') as unknown,
          code: 'ERR_STAGED_PATH_ESCAPE',
        },
      ],
    });
    expect(await outside.workspace.tree()).toEqual({});
  });

  it('write/delete through escaping final symlink refused; write through in-root final symlink refused too; real files fine (on disk; a staged write follows a link inside the workspace)', async () => {
    await using outside = await openFixture({ 'a.txt': 'outside' });
    await using fixture = await openFixture({ 'a.txt': 'a', inner: { link: 'a.txt' } });
    await symlink(outside.at('a.txt'), fixture.at('outer'));
    const { fs, tools } = fixture.harness;
    const write = async (path: string): Promise<unknown> =>
      await tools.write_file({ path, content: 'w' });
    const rejected = { kind: 'tool_rejected' };
    expect(await rejection(write('outer'))).toMatchObject(rejected);
    expect(await rejection(write('inner'))).toMatchObject(rejected);
    expect(await rejection(tools.delete_file({ path: 'outer' }))).toMatchObject(rejected);
    expect(await write('a.txt')).toMatchObject({ bytes_written: 1 });
    expect((await outside.workspace.read('a.txt')).toString()).toBe('outside');
    await tools.write_file({ session_id, path: 'inner', content: 'staged' });
    await fs.commit_staged({ session_id });
    expect(await fixture.workspace.tree()).toMatchObject({
      'a.txt': { content: Buffer.from('staged') },
      inner: { kind: 'symlink', target: 'a.txt' },
    });
  });
});

describe.each([
  ['staged', 's'],
  ['immediate', ''],
])('tools_file_io.rs, %s', (_, session) => {
  it('read utf-8 size/truncated; offset 2 limit 4', async () => {
    await using fixture = await openFixture({ 'a.txt': 'abcdefgh' });
    const { tools } = fixture.harness;
    const request = { session_id: session, path: 'a.txt' };
    const answer = { path: 'a.txt', encoding: 'utf-8' };
    expect(await tools.read_file(request)).toEqual({
      ...answer,
      content: 'abcdefgh',
      size: 8,
      truncated: false,
    });
    expect(await tools.read_file({ ...request, offset: 2, limit_bytes: 4 })).toEqual({
      ...answer,
      content: 'cdef',
      size: 4,
      truncated: true,
    });
  });

  it('binary -> base64; invalid utf-8 -> base64; missing -> backend_error', async () => {
    await using fixture = await openFixture({ 'a.txt': 'hello', b: Buffer.from([0xff, 0x00]) });
    const { tools } = fixture.harness;
    const read = async (path: string, encoding: 'utf-8' | 'binary'): Promise<unknown> =>
      await tools.read_file({ session_id: session, path, encoding });
    expect(await read('a.txt', 'binary')).toMatchObject({
      encoding: 'base64',
      content: 'aGVsbG8=',
    });
    expect(await read('b', 'utf-8')).toMatchObject({ encoding: 'base64', content: '/wA=' });
    expect(await rejection(read('missing', 'utf-8'))).toMatchObject({ kind: 'backend_error' });
  });

  it('write creates parents (bytes 7, created); overwrite=false error keeps content; base64 decode 5 bytes', async () => {
    await using fixture = await openFixture();
    const { tools } = fixture.harness;
    const path = 'd/e/a.txt';
    const write = { session_id: session, path };
    expect(await tools.write_file({ ...write, content: 'content' })).toEqual({
      path,
      bytes_written: 7,
      created: true,
    });
    const again = tools.write_file({ ...write, content: 'other', overwrite: false });
    expect(await rejection(again)).toMatchObject({ kind: 'backend_error' });
    expect((await tools.read_file(write)).content).toBe('content');
    expect(
      await tools.write_file({ ...write, content: 'aGVsbG8=', encoding: 'base64' }),
    ).toMatchObject({ bytes_written: 5, created: false });
  });

  it('delete true / missing false; dir needs recursive', async () => {
    await using fixture = await openFixture({ 'a.txt': 'a', 'd/b.txt': 'b' });
    const { tools } = fixture.harness;
    const remove = async (path: string, recursive = false): Promise<unknown> =>
      await tools.delete_file({ session_id: session, path, recursive });
    expect(await remove('a.txt')).toEqual({ path: 'a.txt', removed: true });
    expect(await remove('a.txt')).toEqual({ path: 'a.txt', removed: false });
    expect(await rejection(remove('d'))).toMatchObject({
      kind: 'backend_error',
      message: expect.stringMatching(/directory not empty.*recursive=true/) as unknown,
    });
    expect(await remove('d', true)).toEqual({ path: 'd', removed: true });
  });

  it('list sorted, hidden skipped/included; symlink lstat size; max_entries 2 of 5 -> truncated', async () => {
    await using fixture = await openFixture({
      b: 'bb',
      a: 'a',
      '.hidden': '',
      link: { link: 'abcdefg' },
    });
    await mkdir(fixture.at('d'));
    const { tools } = fixture.harness;
    const request = { session_id: session, path: '.' };
    const all = [
      { name: '.hidden', is_dir: false, is_symlink: false, size: 0 },
      { name: 'a', is_dir: false, is_symlink: false, size: 1 },
      { name: 'b', is_dir: false, is_symlink: false, size: 2 },
      { name: 'd', is_dir: true, is_symlink: false, size: expect.any(Number) as unknown },
      { name: 'link', is_dir: false, is_symlink: true, size: 7 },
    ];
    expect(await tools.list_directory({ ...request, include_hidden: true })).toEqual({
      path: '.',
      entries: all,
      truncated: false,
    });
    expect((await tools.list_directory(request)).entries).toEqual(all.slice(1));
    const cut = { ...request, include_hidden: true, max_entries: 2 };
    expect(await tools.list_directory(cut)).toEqual({
      path: '.',
      entries: all.slice(0, 2),
      truncated: true,
    });
  });
});

type CallOn = (path: string) => Promise<unknown>;

// Reads first: the last two change what the others read.
function callsOn({ harness }: Fixture, session: string): CallOn[] {
  const { fs, tools } = harness;
  const session_id = session;
  return [
    async (path) => await tools.read_file({ session_id, path }),
    async (path) => await tools.list_directory({ session_id, path: path.replace('a.txt', 'd') }),
    async (path) => await fs.staged_read_text({ session_id, path }),
    async (path) => await fs.read_text({ session_id, path }),
    async (path) => await tools.write_file({ session_id, path, content: 'written' }),
    async (path) => await fs.safe_text_patch({ session_id, path, content: 'patched' }),
    async (path) => await tools.delete_file({ session_id, path }),
  ];
}
