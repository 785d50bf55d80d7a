// Pathspecs that mean a part of a directory that was deleted as a whole: git, asked of the shadow
// repository, tells what they match; diff, commit and discard must be about just that.
import { mkdir } from 'node:fs/promises';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { openEngine } from '../../src/index.ts';
import { gitOk } from '../support/git.ts';
import { filesOf, type SeenFile, viewOf } from '../support/view.ts';
import { type CliFixture, cliFixture, printed } from './cli.ts';

const RUNS = Number(process.env['FC_RUNS'] ?? 8);

const LOWER = ['D/a.ts', 'D/b.md', 'D/sub/c.ts', 'D/sub/d.md', 'D/sub/deep/e.ts', 'E/f.ts', 'g.ts'];
const WRITTEN = ['D/a.ts', 'D/new.ts', 'D/sub/new.md', 'E/f.ts', 'h.ts'];
const DELETED = ['D', 'D/sub', 'E', 'E/f.ts', 'g.ts'];
const SPECS = [
  '*.ts',
  '*.md',
  'D/*',
  ':(glob)D/*',
  ':(glob)**/*.md',
  'D/sub',
  'D/sub/c.ts',
  'E',
  'g*',
];
const EXCLUDES = [':!*.md', ':!D/sub/c.ts', ':!D/sub/deep', ':!E', ':(exclude,glob)*'];

type Verb = 'commit' | 'discard';
type Step = readonly ['rm' | 'write', string];
const step: fc.Arbitrary<Step> = fc.oneof(
  { weight: 1, arbitrary: fc.constantFrom(...WRITTEN).map((path): Step => ['write', path]) },
  { weight: 2, arbitrary: fc.constantFrom(...DELETED).map((path): Step => ['rm', path]) },
);
const steps = fc.array(step, { minLength: 1, maxLength: 5 });
const specs = fc
  .tuple(fc.subarray(SPECS, { maxLength: 2 }), fc.subarray(EXCLUDES, { maxLength: 2 }))
  .map((both) => both.flat())
  .filter((all) => all.length > 0);

describe('a part of a deleted directory', () => {
  it('is what git matches: for diff, for commit, for discard', async () => {
    await fc.assert(
      fc.asyncProperty(
        steps,
        specs,
        fc.constantFrom<Verb>('commit', 'discard'),
        async (all, some, verb) => {
          await using cli = await cliFixture(Object.fromEntries(LOWER.map((path) => [path, path])));
          await stage(cli, all);
          await check(cli, some, verb);
        },
      ),
      { numRuns: RUNS, endOnFailure: true },
    );
  });

  it('is told by its own path, and the rest stays deleted', async () => {
    await using cli = await cliFixture({ 'd/a': 'a\n', 'd/e/b': 'b\n', 'd/e/c': 'c\n' });
    await cli.run('rm', '-r', 'd');
    expect(await cli.run('discard', 'd/e/b')).toEqual(printed('discarded  d/e/b\n'));
    expect(await cli.run('cat', 'd/e/b')).toEqual(printed('b\n'));
    expect(await cli.run('ls', 'd/e')).toEqual(printed('b\n'));
    expect(await cli.run('commit', 'd/a')).toEqual(printed('committed  d/a\n'));
    expect((await cli.run('diff', '--name-status')).stdout).toBe('D\td/e/c\n');
  });

  it('may be an empty directory', async () => {
    await using cli = await cliFixture({ 'd/a': 'a\n', 'e/f/a': 'a\n' });
    await mkdir(cli.workspace.path('d/empty'));
    await mkdir(cli.workspace.path('alone'));
    for (const path of ['d', 'alone']) await cli.run('rm', '-r', path);
    expect(await cli.run('commit', 'd/a')).toEqual(printed('committed  d/a\n'));
    expect(await cli.run('commit', 'd/')).toEqual(printed('committed  d/empty\n'));
    expect((await cli.run('discard', 'alone/')).stdout).toBe('discarded  alone\n');
    expect((await cli.run('commit', 'e/f/a/')).code).toBe(1);
  });

  it('is a conflict when the user has changed it since, and stays', async () => {
    await using cli = await cliFixture({ 'd/a': 'a\n', 'd/b': 'b\n' });
    await cli.run('rm', '-r', 'd');
    await cli.workspace.write('d/a', 'mine\n');
    const { code } = await cli.run('commit', 'd/a');
    expect(code).toBe(3);
    expect(await cli.run('commit', 'd/b')).toEqual(printed('committed  d/b\n'));
    expect((await cli.workspace.read('d/a')).toString()).toBe('mine\n');
    expect((await cli.run('status', '--json')).stdout).toContain('"path": "d/a"');
  });

  it('is not pending for a library that names it, unless it asks', async () => {
    await using cli = await cliFixture({ 'd/a': 'a\n', 'd/b': 'b\n' });
    await cli.run('rm', '-r', 'd');
    await using engine = await openEngine({ root: cli.workspace.root });
    const session = await engine.session('default');
    const paths = ['d/a', 'd/none', 'none'];
    expect(await session.diff({ paths })).toHaveLength(0);
    expect(await session.commit({ paths })).toEqual({
      committedPaths: [],
      failedPathsWithReasons: [],
    });
    expect(await session.discard({ paths })).toEqual({ discardedPaths: [] });
    expect(await session.discard({ paths, insideDeletes: true })).toEqual({
      discardedPaths: ['d/a'],
    });
    expect((await session.status()).pendingWrites.map(({ path }) => path)).toEqual(['d/b']);
  });
});

async function check(cli: CliFixture, some: readonly string[], verb: Verb): Promise<void> {
  const { root } = cli.workspace;
  const before = await filesOf(root);
  const view = await viewHere(cli);
  const everything = await matchedByGit(cli, []);
  const matched = await matchedByGit(cli, some);
  expect((await cli.run('diff', '--name-status', ...some)).stdout).toBe(matched.join(''));
  await cli.run(verb, ...some);
  const paths = matched.map((line) => line.slice(2, -1));
  const isCommit = verb === 'commit';
  expect(await filesOf(root)).toEqual(isCommit ? withThose(before, view, paths) : before);
  const rest = everything.filter((line) => !matched.includes(line));
  expect((await cli.run('diff', '--name-status')).stdout).toBe(rest.join(''));
  await cli.run('commit');
  expect(await filesOf(root)).toEqual(isCommit ? view : withThose(view, before, paths));
}

async function viewHere({ workspace }: CliFixture): Promise<Files> {
  await using engine = await openEngine({ root: workspace.root });
  return await viewOf(await engine.session('default'));
}

async function stage(cli: CliFixture, all: readonly Step[]): Promise<void> {
  for (const [verb, path] of all) {
    if (verb === 'write') await cli.write(path, `new ${path}`);
    else await cli.run('rm', '-r', path);
  }
}

/** Lines of `--name-status`. */
async function matchedByGit(cli: CliFixture, some: readonly string[]): Promise<string[]> {
  const gitDir = (await cli.run('shadow')).stdout.trim();
  const names = ['diff', '--cached', '--no-renames', '--name-status'];
  const { stdout } = await gitOk(
    cli.workspace.root,
    `--git-dir=${gitDir}`,
    ...names,
    '--',
    ...some,
  );
  return stdout
    .toString()
    .split(/(?<=\n)/)
    .filter((line) => line !== '');
}

type Files = Readonly<Record<string, SeenFile>>;

/** `files`, but at `paths` as `others` has them. */
function withThose(files: Files, others: Files, paths: readonly string[]): Files {
  const mixed = new Map(Object.entries(files));
  for (const path of paths) {
    const other = others[path];
    if (other === undefined) mixed.delete(path);
    else mixed.set(path, other);
  }
  return Object.fromEntries(mixed);
}
