// A shell whose directory is gone: by an agent that removed its worktree, or another terminal.
import { mkdir } from 'node:fs/promises';
import { expect, it } from 'vitest';
import { type ChildResult, runChild } from '../support/child.ts';
import { tempWorkspace } from '../support/temp-workspace.ts';
import { MAIN, printed } from './cli.ts';

const GONE = 'cd gone && rmdir ../gone && exec "$@"';

async function runWithoutDirectory(root: string, ...args: string[]): Promise<ChildResult> {
  await mkdir(`${root}/gone`);
  return await runChild('sh', ['-c', GONE, 'sh', process.execPath, MAIN, ...args], { cwd: root });
}

it('works on the root that it is told, with paths of that', async () => {
  await using workspace = await tempWorkspace({ a: 'a\n' });
  const { stdout, ...rest } = await runWithoutDirectory(
    workspace.root,
    '--root',
    workspace.root,
    'cat',
    'a',
  );
  expect({ stdout: stdout.toString(), ...rest }).toEqual(printed('a\n'));
});

it('says what is missing where a path depends on it, and makes nothing', async () => {
  await using workspace = await tempWorkspace({ a: 'a\n' });
  const refused = {
    stdout: Buffer.of(),
    stderr:
      'staged-fs: ERR_STAGED_NOT_FOUND: The current directory does not exist any more.\n' +
      '  Go to one that does, or pass absolute paths and `--root`.\n',
    code: 1,
  };
  const { root } = workspace;
  expect(await runWithoutDirectory(root, 'status')).toEqual(refused);
  expect(await runWithoutDirectory(root, '--root', '.', 'write', 'a')).toEqual(refused);
  expect(await runWithoutDirectory(root, '--root', root, 'write', 'a', '--from', 'b')).toEqual(
    refused,
  );
  expect(await runWithoutDirectory(root, 'serve')).toEqual(refused);
  expect(Object.keys(await workspace.tree())).toEqual(['a']);
});
