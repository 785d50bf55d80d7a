// Parameters that are missing or wrong, method by method, with the reference's words.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { callLoosely, type Fixture, openFixture, rejection } from './fixture.ts';

let fixture: Fixture;

beforeAll(async () => {
  fixture = await openFixture({ 'a.txt': 'hello' });
});

afterAll(async () => {
  await fixture[Symbol.asyncDispose]();
});

const CODE = 'ERR_STAGED_INVALID_ARGUMENT';

describe('a missing parameter', () => {
  it.each([
    ['fs.set_mode', undefined, 'hostlib_fs_set_mode', 'session_id'],
    ['fs.set_mode', null, 'hostlib_fs_set_mode', 'session_id'],
    ['fs.set_mode', { session_id: 's' }, 'hostlib_fs_set_mode', 'mode'],
    ['fs.set_mode', { session_id: null, mode: 'staged' }, 'hostlib_fs_set_mode', 'session_id'],
    ['fs.staged_status', {}, 'hostlib_fs_staged_status', 'session_id'],
    ['fs.commit_staged', {}, 'hostlib_fs_commit_staged', 'session_id'],
    ['fs.discard_staged', {}, 'hostlib_fs_discard_staged', 'session_id'],
    ['fs.staged_read_text', {}, 'hostlib_fs_read_text', 'path'],
    ['fs.read_text', {}, 'hostlib_fs_read_text', 'path'],
    ['fs.safe_text_patch', { content: '' }, 'hostlib_fs_safe_text_patch', 'path'],
    ['fs.safe_text_patch', { path: 'a' }, 'hostlib_fs_safe_text_patch', 'content'],
    [
      'fs.emit_safe_text_patch_result',
      { path: 'a' },
      'hostlib_fs_emit_safe_text_patch_result',
      'result',
    ],
    ['fs.diff', {}, 'hostlib_fs_diff', 'session_id'],
    ['fs.verify', {}, 'hostlib_fs_verify', 'session_id'],
    ['fs.log', {}, 'hostlib_fs_log', 'session_id'],
    ['tools.write_file', { content: '' }, 'hostlib_tools_write_file', 'path'],
    ['tools.write_file', { path: 'a' }, 'hostlib_tools_write_file', 'content'],
    ['tools.delete_file', {}, 'hostlib_tools_delete_file', 'path'],
    ['tools.read_file', {}, 'hostlib_tools_read_file', 'path'],
    ['tools.list_directory', {}, 'hostlib_tools_list_directory', 'path'],
    ['tools.get_file_outline', {}, 'hostlib_tools_get_file_outline', 'path'],
    ['ast.parse_file', {}, 'hostlib_ast_parse_file', 'path'],
    ['ast.outline', {}, 'hostlib_ast_outline', 'path'],
    ['ast.symbols', {}, 'hostlib_ast_symbols', 'path'],
    ['code_index.read_range', {}, 'hostlib_code_index_read_range', 'path'],
    ['code_index.file_hash', {}, 'hostlib_code_index_file_hash', 'path'],
  ])('%s with %j', async (...[name, params, builtin, parameter]) => {
    expect(await rejection(callLoosely(fixture, name, params))).toEqual({
      kind: 'missing_parameter',
      builtin,
      message: `hostlib: ${builtin}: missing required parameter '${parameter}'`,
      code: CODE,
    });
  });
});

describe('a wrong parameter', () => {
  it.each([
    ['fs.set_mode', { session_id: ' ', mode: 'staged' }, 'session_id', 'must not be empty'],
    ['fs.set_mode', { session_id: '', mode: 'staged' }, 'session_id', 'must not be empty'],
    ['fs.set_mode', { session_id: 7, mode: 'staged' }, 'session_id', 'expected string, got 7'],
    [
      'fs.set_mode',
      { session_id: 's', mode: 'dry' },
      'mode',
      'expected "immediate" or "staged", got "dry"',
    ],
    ['fs.set_mode', [], 'params', 'expected object, got []'],
    ['fs.set_mode', 'x', 'params', 'expected object, got "x"'],
    ['fs.staged_status', { session_id: '\t' }, 'session_id', 'must not be empty'],
    ['fs.staged_status', { session_id: 's', all: true }, 'all', 'unknown parameter'],
    ['fs.commit_staged', { session_id: 's', paths: 'a' }, 'paths', 'expected array, got "a"'],
    [
      'fs.commit_staged',
      { session_id: 's', paths: ['a', 1] },
      'paths',
      'element 1: expected string, got 1',
    ],
    [
      'fs.commit_staged',
      { session_id: 's', paths: [null] },
      'paths',
      'element 0: expected string, got null',
    ],
    [
      'fs.commit_staged',
      { session_id: 's', on_conflict: 'merge' },
      'on_conflict',
      'expected "fail" or "overwrite", got "merge"',
    ],
    ['fs.commit_staged', { session_id: 's', atomic: true }, 'atomic', 'unknown parameter'],
    ['fs.discard_staged', { session_id: 's', paths: {} }, 'paths', 'expected array, got {}'],
    ['fs.read_text', { path: '' }, 'path', 'must not be empty'],
    ['fs.safe_text_patch', { path: 'a', content: 5 }, 'content', 'expected string, got 5'],
    [
      'fs.safe_text_patch',
      { path: 'a', content: '', overwrite: 'yes' },
      'overwrite',
      'expected boolean, got "yes"',
    ],
    ['tools.read_file', { path: 'a.txt', offset: 1.5 }, 'offset', 'expected int, got 1.5'],
    ['tools.get_file_outline', { path: 'a.txt', language: 'c' }, 'language', 'unknown parameter'],
    ['ast.outline', { path: 'a.txt', language: 1 }, 'language', 'expected string, got 1'],
    ['ast.symbols', { path: 'a.txt', kinds: 'class' }, 'kinds', 'expected array, got "class"'],
    ['code_index.read_range', { path: 'a.txt', end: 1.5 }, 'end', 'expected int, got 1.5'],
    [
      'tools.read_file',
      { path: 'a.txt', encoding: 'latin1' },
      'encoding',
      'expected "utf-8" or "binary", got "latin1"',
    ],
    [
      'tools.write_file',
      { path: 'a', content: '', encoding: 'binary' },
      'encoding',
      'expected "utf-8" or "base64", got "binary"',
    ],
    [
      'tools.write_file',
      { path: 'a', content: 'a', encoding: 'base64' },
      'content',
      'not valid base64',
    ],
    [
      'tools.write_file',
      { path: 'a', content: 'aG=x', encoding: 'base64' },
      'content',
      'not valid base64',
    ],
    [
      'tools.write_file',
      { path: 'a', content: 'aGV=', encoding: 'base64' },
      'content',
      'not valid base64',
    ],
    [
      'tools.write_file',
      { path: 'a', content: 'a', source_path: 'b' },
      'source_path',
      'give either `content` or `source_path`, not both',
    ],
    [
      'fs.diff',
      { session_id: 's', format: 'html' },
      'format',
      'expected "patch" or "stat" or "name-status" or "numstat", got "html"',
    ],
  ])('%s with %j', async (...[name, params, parameter, detail]) => {
    const builtin =
      name === 'fs.read_text' ? 'hostlib_fs_read_text' : `hostlib_${name.replace('.', '_')}`;
    expect(await rejection(callLoosely(fixture, name, params))).toEqual({
      kind: 'invalid_parameter',
      builtin,
      message: `hostlib: ${builtin}: invalid parameter '${parameter}': ${detail}`,
      code: CODE,
    });
  });

  it.each([
    ['tools.read_file', { path: 'a.txt', offset: -1 }, 'offset'],
    ['tools.read_file', { path: 'a.txt', limit_bytes: -1 }, 'limit_bytes'],
    ['tools.read_file', { path: 'a.txt', limit_bytes: 1e300 }, 'limit_bytes'],
    ['tools.read_file', { path: 'a.txt', offset: Number.POSITIVE_INFINITY }, 'offset'],
    ['tools.list_directory', { path: '.', max_entries: -1 }, 'max_entries'],
    [
      'fs.emit_safe_text_patch_result',
      { path: 'a', result: 'x', failed_hunk_index: -1 },
      'failed_hunk_index',
    ],
    [
      'fs.emit_safe_text_patch_result',
      { path: 'a', result: 'x', failed_hunk_index: 'a' },
      'failed_hunk_index',
    ],
  ])('%s with %j names it', async (...[name, params, parameter]) => {
    expect(await rejection(callLoosely(fixture, name, params))).toMatchObject({
      kind: 'invalid_parameter',
      message: expect.stringContaining(`invalid parameter '${parameter}': `) as unknown,
    });
  });
});

describe('an optional parameter', () => {
  it('that is null is absent, and a whole float is an integer', async () => {
    const params = {
      path: 'a.txt',
      offset: 1.0,
      limit_bytes: null,
      encoding: null,
      session_id: null,
    };
    expect(await callLoosely(fixture, 'tools.read_file', params)).toEqual({
      path: 'a.txt',
      encoding: 'utf-8',
      content: 'ello',
      size: 4,
      truncated: false,
    });
  });
});
