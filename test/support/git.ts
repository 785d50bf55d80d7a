// The real git, with nothing of this machine's configuration and the same clock every time.
import { realpathSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { type ChildOptions, type ChildResult, runChild } from './child.ts';

const PINNED = {
  GIT_CONFIG_NOSYSTEM: '1',
  GIT_CONFIG_GLOBAL: '/dev/null',
  GIT_CONFIG_COUNT: '2',
  GIT_CONFIG_KEY_0: 'core.autocrlf',
  GIT_CONFIG_VALUE_0: 'false',
  GIT_CONFIG_KEY_1: 'init.defaultBranch',
  GIT_CONFIG_VALUE_1: 'main',
  // Without it, a folder inside some repository is taken for a part of it, and `git apply` skips
  // paths in silence.
  GIT_CEILING_DIRECTORIES: realpathSync(tmpdir()),
  GIT_AUTHOR_NAME: 'A U Thor',
  GIT_AUTHOR_EMAIL: 'author@example.com',
  GIT_AUTHOR_DATE: '2005-04-07T22:13:13+0000',
  GIT_COMMITTER_NAME: 'C O Mitter',
  GIT_COMMITTER_EMAIL: 'committer@example.com',
  GIT_COMMITTER_DATE: '2005-04-07T22:13:13+0000',
};

/** Runs git in a folder; pass `{ cwd, stdin, env }` instead of the folder to say more. */
export async function git(
  where: string | ChildOptions,
  ...args: readonly string[]
): Promise<ChildResult> {
  const { cwd, env, stdin } = typeof where === 'string' ? { cwd: where } : where;
  return await runChild('git', args, { cwd, stdin, env: { ...PINNED, ...env } });
}

/** Like `git`, and throws what git said when it fails. */
export async function gitOk(
  where: string | ChildOptions,
  ...args: readonly string[]
): Promise<ChildResult> {
  const result = await git(where, ...args);
  if (result.code === 0) return result;
  throw new Error(`git ${args.join(' ')} ended with ${String(result.code)}: ${result.stderr}`);
}

/** The object id of the file's bytes as a blob. */
export async function blobOidOf(directory: string, file: string): Promise<string> {
  const { stdout } = await gitOk(directory, 'hash-object', '--no-filters', file);
  return stdout.toString().trim();
}
