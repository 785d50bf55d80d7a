// What `git format-patch` prints: mail around patches, one commit or many, in files or in one.
import { readFile } from 'node:fs/promises';
import { beforeAll, describe, expect, it } from 'vitest';
import { openEngine, type Session } from '../../src/index.ts';
import { makeHistory } from '../support/fast-import.ts';
import { gitOk } from '../support/git.ts';
import { checkOut, oidOf, plainClone } from '../support/git-tree.ts';
import { runCli } from '../support/run-cli.ts';
import { type TempWorkspace, tempWorkspace } from '../support/temp-workspace.ts';
import { filesOf, viewOf } from '../support/view.ts';
import { nastyHistory } from './history-commits.ts';

const FIRST = 1;
const COMMITS = 40;

let scratch: TempWorkspace;
let clone: string;
let commits: readonly string[];

beforeAll(async () => {
  scratch = await tempWorkspace();
  const repository = await makeHistory(scratch.path('r.git'), nastyHistory());
  clone = await plainClone(repository, scratch.path('clone'));
  const list = ['rev-list', '--reverse', 'origin/main'];
  commits = (await gitOk(clone, ...list)).stdout.toString().trim().split('\n');
  return async () => await scratch[Symbol.asyncDispose]();
});

describe('what git format-patch prints', () => {
  it.each([[[]], [['--no-renames', '--no-stat', '--zero-commit', '--signoff']], [['-U1']]])(
    'stages commit by commit, printed with %j',
    async (options) => {
      await checkOut(clone, at(FIRST));
      const mails = await mailsOf(options);
      expect(mails).toHaveLength(COMMITS);
      await using engine = await openEngine({ root: clone, fsync: 'never' });
      const session = await stagedAt(await engine.session(`mails ${options.join(' ')}`));
      for (const mail of mails) await session.applyPatch(mail);
      const view = await viewOf(session);
      await session.discard();
      await checkOut(clone, at(FIRST + COMMITS));
      expect(view).toEqual(await filesOf(clone));
    },
  );

  it('stages as one, many commits in their order', async () => {
    await checkOut(clone, at(FIRST));
    const range = `${at(FIRST)}..${at(FIRST + COMMITS)}`;
    const { stdout } = await gitOk(clone, 'format-patch', '--stdout', '--binary', range);
    await using engine = await openEngine({ root: clone, fsync: 'never' });
    const session = await stagedAt(await engine.session('series'));
    await session.applyPatch(stdout);
    const view = await viewOf(session);
    await session.discard();
    await checkOut(clone, at(FIRST + COMMITS));
    expect(view).toEqual(await filesOf(clone));
  });

  it('stages through the command line', async () => {
    await checkOut(clone, at(FIRST));
    const [mail = ''] = await mailsOf([]);
    const { stdout, stderr, code } = await runCli(['apply'], { cwd: clone, stdin: mail });
    expect({ stderr, code }).toEqual({ stderr: '', code: 0 });
    expect(stdout.toString()).toBe('staged  src/main.js\n');
    const patch = await runCli(['diff'], { cwd: clone });
    const pair = [await oidOf(clone, at(FIRST)), await oidOf(clone, at(FIRST + 1))];
    const diff = ['diff', '--no-renames', '--binary', '--full-index', ...pair];
    expect(patch.stdout.toString()).toBe((await gitOk(clone, ...diff)).stdout.toString());
  });
});

function at(index: number): string {
  return commits[index] ?? '';
}

async function mailsOf(options: readonly string[]): Promise<Buffer[]> {
  const range = `${at(FIRST)}..${at(FIRST + COMMITS)}`;
  const directory = scratch.path('mails');
  const print = ['format-patch', '--binary', '--output-directory', directory, ...options, range];
  const names = (await gitOk(clone, ...print)).stdout.toString().trim().split('\n');
  return await Promise.all(names.map(async (name) => await readFile(name)));
}

async function stagedAt(session: Session): Promise<Session> {
  await session.setMode('staged');
  return session;
}
