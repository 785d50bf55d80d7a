// The shadow repository of a session as the stock git sees it.
import { expect } from 'vitest';
import type { Session, ShadowOptions } from '../../src/index.ts';
import { git, gitOk } from '../support/git.ts';

/** What `stage` needs. */
export const BEFORE = { 'a.txt': 'one\ntwo\n', 'd/b.txt': 'b\n', 'd/c': '\0binary' };

/** How the one warning begins. */
export const WARNING = 'The shadow repository was damaged and is made anew: ';

/** Stages changes of several kinds. */
export async function stage(session: Session): Promise<Session> {
  await session.write('a.txt', 'one\n2\n');
  await session.write('new/file', 'new\n', { fileMode: '100755' });
  await session.write('link', 'a.txt', { fileMode: '120000' });
  await session.remove('d', { recursive: true });
  await session.write('moved', 'b\n');
  return session;
}

const FORMS = [[], ['-M'], ['-U0'], ['-U10']] as const;

/** Syncs the shadow; returns its directory and what it warned of. */
export async function shadowOf(
  session: Session,
  options: Omit<ShadowOptions, 'onWarning'> = {},
): Promise<{ readonly gitDir: string; readonly warnings: readonly string[] }> {
  const warnings: string[] = [];
  const onWarning = (message: string): void => void warnings.push(message);
  const { gitDir } = await session.shadow({ ...options, onWarning });
  return { gitDir, warnings };
}

/** What git prints of a shadow repository. */
export async function shadowDiff(
  gitDir: string,
  options: readonly string[] = [],
  env: Readonly<Record<string, string>> = {},
): Promise<string> {
  const diff = ['diff', '--no-ext-diff', '--cached', '--binary', '--full-index', ...options];
  const { stdout } = await gitOk({ cwd: '/', env }, '--git-dir', gitDir, ...diff);
  return stdout.toString('latin1');
}

/** Expects git to print the session's own bytes, in every form, and fsck to find nothing wrong. */
export async function expectEqualShadow(session: Session, gitDir: string): Promise<void> {
  for (const options of FORMS) {
    expect({ options, patch: await shadowDiff(gitDir, options) }).toEqual({
      options,
      patch: textOf(await session.diff(diffOptionsOf(options))),
    });
  }
  await expectWhole(gitDir);
}

/** Expects git to print the session's own bytes with renames. */
export async function expectSamePatch(session: Session, gitDir: string): Promise<void> {
  const patch = textOf(await session.diff({ renames: true }));
  expect(await shadowDiff(gitDir, ['-M'])).toBe(patch);
}

/** Expects `git fsck --strict` to say nothing but which objects are not used any more. */
export async function expectWhole(gitDir: string): Promise<void> {
  const args = ['--git-dir', gitDir, 'fsck', '--strict', '--no-dangling', '--no-progress'];
  const { code, stdout, stderr } = await git('/', ...args);
  expect({ code, said: stdout.toString() + stderr }).toEqual({ code: 0, said: '' });
}

function diffOptionsOf([option]: readonly string[]): { renames?: boolean; context?: number } {
  if (option === '-M') return { renames: true };
  return option === undefined ? {} : { context: Number(option.slice(2)) };
}

function textOf(bytes: Uint8Array): string {
  return Buffer.from(bytes).toString('latin1');
}
