// A shadow repository of bodies of any size is made in little memory: over the limit of what a diff
// takes, when every case there is is asked for.
import { readdir } from 'node:fs/promises';
import { expect, it } from 'vitest';
import { expectWhole } from '../differential/shadow-repository.ts';
import { runChild } from '../support/child.ts';
import { compiledChild } from '../support/compile-children.ts';
import { gitOk } from '../support/git.ts';
import { isLong } from '../support/sampled.ts';
import { tempWorkspace } from '../support/temp-workspace.ts';
import { SESSION_DIRECTORY } from '../support/test-engine.ts';

const CHILD = compiledChild(new URL('children/shadow-child.ts', import.meta.url));
const MEBIBYTE = 1024 * 1024;
const MEBIBYTES = isLong ? 700 : 8;

it(`takes little memory for bodies of ${MEBIBYTES} MiB`, async () => {
  await using ws = await tempWorkspace();
  const child = await runChild(process.execPath, [CHILD, ws.root, String(MEBIBYTES)], {
    cwd: ws.root,
  });
  expect({ code: child.code, stderr: child.stderr }).toEqual({ code: 0, stderr: '' });
  expect(Number(child.stdout)).toBeLessThan(150 * MEBIBYTE);

  const gitDir = ws.path(`${SESSION_DIRECTORY}/shadow`);
  const said = async (...args: readonly string[]): Promise<string> => {
    return (await gitOk(ws.root, '--git-dir', gitDir, ...args)).stdout.toString().trim();
  };
  expect(await said('diff', '--cached', '--name-status')).toBe('M\tf');
  const [body = ''] = await readdir(ws.path(`${SESSION_DIRECTORY}/bodies`));
  const contents = ['f', `${SESSION_DIRECTORY}/bodies/${body}`];
  expect(await said('rev-parse', 'HEAD:f', ':f')).toBe(await said('hash-object', ...contents));
  expect(await said('cat-file', '-s', ':f')).toBe(String(MEBIBYTES * MEBIBYTE));
  await expectWhole(gitDir);
});
