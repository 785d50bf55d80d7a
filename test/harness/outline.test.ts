// tools.get_file_outline, and what all outlines have in common.
import { performance } from 'node:perf_hooks';
import { describe, expect, it } from 'vitest';
import { openFixture, rejection } from './fixture.ts';

const session_id = 's';

describe('tools.get_file_outline', () => {
  it('has name, kind, rows and children, and nothing else', async () => {
    await using fixture = await openFixture({
      'm.py': 'class A:\n    def run(self):\n        pass\n\ndef main():\n    pass\n',
    });
    const { tools, methods } = fixture.harness;
    const run = { name: 'run', kind: 'method', start_row: 1, end_row: 2, children: [] };
    const a = { name: 'A', kind: 'class', start_row: 0, end_row: 2, children: [run] };
    const main = { name: 'main', kind: 'function', start_row: 4, end_row: 5, children: [] };
    const response = await tools.get_file_outline({ path: 'm.py' });
    expect(response).toEqual({ path: 'm.py', language: 'python', items: [a, main] });
    expect(await tools.get_file_outline({ path: 'm.py', max_depth: 1 })).toEqual({
      path: 'm.py',
      language: 'python',
      items: [{ ...a, children: [] }, main],
    });
    const method = methods.find(({ name }) => name === 'tools.get_file_outline');
    expect(method?.schemas.response.safeParse(response).success).toBe(true);
  });

  it.each([
    ['a.xyz', 'xyz'],
    ['a.TXT', 'txt'],
    ['dir.d/NOTES', 'plaintext'],
    ['.gitignore', 'plaintext'],
  ])('is empty for an unknown language: %s', async (path, language) => {
    await using fixture = await openFixture({ [path]: 'fn main() {}\n' });
    expect(await fixture.harness.tools.get_file_outline({ path })).toEqual({
      path,
      language,
      items: [],
    });
  });

  it.each([
    ['a.tsx', 'typescript'],
    ['a.jsx', 'javascript'],
    ['a.sh', 'shell'],
    ['a.cc', 'cpp'],
    ['a.h', 'c'],
  ])('names languages as the reference does: %s', async (path, language) => {
    await using fixture = await openFixture({ [path]: '' });
    expect(await fixture.harness.tools.get_file_outline({ path })).toEqual({
      path,
      language,
      items: [],
    });
  });

  it('fails for what is missing, staged for deletion, or not UTF-8', async () => {
    await using fixture = await openFixture({
      'gone.py': '',
      'bytes.py': Buffer.from([0xff]),
      'bytes.bin': Buffer.from([0xff]),
    });
    const { tools } = fixture.harness;
    await tools.delete_file({ path: 'gone.py', session_id });
    const failure = async (path: string): Promise<unknown> =>
      await rejection(tools.get_file_outline({ path, session_id }));
    for (const path of ['missing.py', 'gone.py']) {
      expect(await failure(path)).toMatchObject({
        kind: 'backend_error',
        builtin: 'hostlib_tools_get_file_outline',
        code: 'ERR_STAGED_NOT_FOUND',
        path,
      });
    }
    for (const path of ['bytes.py', 'bytes.bin']) {
      expect(await failure(path)).toEqual({
        kind: 'backend_error',
        builtin: 'hostlib_tools_get_file_outline',
        message: `hostlib: hostlib_tools_get_file_outline: "${path}" is not valid UTF-8`,
        code: 'ERR_STAGED_NOT_TEXT',
        path,
      });
    }
    expect(await failure('../a.py')).toMatchObject({ kind: 'tool_rejected' });
  });

  it('costs under a tenth when the file is unchanged', async () => {
    const source = 'function f(a) { return [1, 2, { b: a }]; }\n'.repeat(5_000);
    await using fixture = await openFixture({ 'a.js': source, 'warm.js': '' });
    const { tools } = fixture.harness;
    const outline = async (path: string): Promise<number> => {
      const start = performance.now();
      const { items } = await tools.get_file_outline({ path, session_id });
      expect(items).toHaveLength(path === 'a.js' ? 5_000 : 0);
      return performance.now() - start;
    };
    await outline('warm.js');
    const first = await outline('a.js');
    const again = [await outline('a.js'), await outline('a.js'), await outline('a.js')];
    expect(Math.min(...again)).toBeLessThan(first / 10);
  });
});
