// Patches of pending changes, given to the real git: they apply, they are reversible, and they are
// what git itself prints for the two trees.
import { cp } from 'node:fs/promises';
import { describe, expect, it } from 'vitest';
import { openEngine, type Session } from '../../src/index.ts';
import { git, gitOk } from '../support/git.ts';
import { workingTreeOf } from '../support/git-tree.ts';
import { type TempWorkspace, tempWorkspace } from '../support/temp-workspace.ts';
import { filesOf, viewOf } from '../support/view.ts';
import { PATCH_CASES, type PatchCase } from './patch-cases.ts';

const GIT_DIFF = ['diff', '--no-ext-diff', '--no-renames', '--binary', '--full-index'];

describe.each(PATCH_CASES)('a patch that $title', (patchCase) => {
  it('applies, equals git’s own, and is reversible', async () => {
    await using workspace = await tempWorkspace(patchCase.before);
    await using copy = await repositoryLike(workspace);
    await using staged = await stage(workspace, patchCase);
    const { session, patch } = staged;
    const before = await workingTreeOf(copy.root);
    await gitOk({ cwd: copy.root, stdin: patch }, 'apply', '--check');
    await gitOk({ cwd: copy.root, stdin: patch }, 'apply');
    expect(await filesOf(copy.root)).toEqual(await viewOf(session));
    await gitOk(copy.root, 'add', '--all', '--force');
    const { stdout } = await gitOk(copy.root, ...GIT_DIFF, '--cached', before);
    expect(text(patch)).toBe(text(stdout));
    await gitOk({ cwd: copy.root, stdin: patch }, 'apply', '--reverse');
    expect(await filesOf(copy.root)).toEqual(await filesOf(workspace.root));
  });
});

describe('a patch of a workspace that is a repository', () => {
  it('does not heed attributes or configuration, and leaves index and HEAD alone', async () => {
    await using workspace = await tempWorkspace({
      '.gitattributes': '*.txt -diff eol=crlf\n*.md filter=lfs diff=lfs\n',
      'a.txt': 'one\n',
      'b.md': 'one\n',
    });
    await gitOk(workspace.root, 'init', '--quiet');
    await gitOk(workspace.root, 'config', 'diff.noprefix', 'true');
    await gitOk(workspace.root, 'config', 'diff.context', '0');
    await gitOk(workspace.root, 'add', 'a.txt');
    const status = await gitOk(workspace.root, 'status', '--porcelain=v2');
    const index = await workspace.read('.git/index');
    await using staged = await stage(workspace, {
      title: '',
      before: {},
      changes: [
        ['a.txt', 'two\n'],
        ['b.md', 'two\n'],
      ],
    });
    expect(text(staged.patch).match(/^(?:diff|---|\+\+\+|[-+]).*$/gm)).toEqual([
      'diff --git a/a.txt b/a.txt',
      '--- a/a.txt',
      '+++ b/a.txt',
      '-one',
      '+two',
      'diff --git a/b.md b/b.md',
      '--- a/b.md',
      '+++ b/b.md',
      '-one',
      '+two',
    ]);
    expect(await workspace.read('.git/index')).toEqual(index);
    expect((await gitOk(workspace.root, 'status', '--porcelain=v2')).stdout).toEqual(status.stdout);
  });

  it('has object ids of the repository’s own format', async () => {
    await using workspace = await tempWorkspace({ 'a.txt': 'one\n' });
    const { code } = await git(workspace.root, 'init', '--quiet', '--object-format=sha256');
    expect(code).toBe(0);
    await using staged = await stage(workspace, {
      title: '',
      before: {},
      changes: [['a.txt', 'two\n']],
    });
    const before = await workingTreeOf(workspace.root);
    await gitOk({ cwd: workspace.root, stdin: staged.patch }, 'apply');
    const after = await workingTreeOf(workspace.root);
    const { stdout } = await gitOk(workspace.root, ...GIT_DIFF, before, after);
    expect(text(staged.patch)).toBe(text(stdout));
  });
});

interface Staged extends AsyncDisposable {
  readonly session: Session;
  readonly patch: Uint8Array;
}

async function stage(workspace: TempWorkspace, { changes }: PatchCase): Promise<Staged> {
  const engine = await openEngine({ root: workspace.root });
  const session = await engine.session('s');
  await session.setMode('staged');
  for (const [path, change] of changes) {
    if (change === null) await session.remove(path, { recursive: true });
    else if (typeof change === 'string' || change instanceof Uint8Array)
      await session.write(path, change);
    else await session.write(path, change.content, { fileMode: change.fileMode });
  }
  const patch = await session.diff();
  return { session, patch, [Symbol.asyncDispose]: async () => await engine.close() };
}

async function repositoryLike(workspace: TempWorkspace): Promise<TempWorkspace> {
  const copy = await tempWorkspace();
  await cp(workspace.root, copy.root, { recursive: true, verbatimSymlinks: true });
  await gitOk(copy.root, 'init', '--quiet');
  return copy;
}

function text(bytes: Uint8Array): string {
  return Buffer.from(bytes).toString('latin1');
}
