// Patches of pending changes, given to the real git: they apply, they are reversible, and they are
// what git itself prints for the two trees. Staged again they give themselves, and a stock git
// pointed at the shadow repository prints them.
import { cp } from 'node:fs/promises';
import { beforeAll, describe, expect, it } from 'vitest';
import { type Engine, openEngine, type Session } from '../../src/index.ts';
import { git, gitOk } from '../support/git.ts';
import { workingTreeOf } from '../support/git-tree.ts';
import { isLong } from '../support/sampled.ts';
import { type TempWorkspace, tempWorkspace } from '../support/temp-workspace.ts';
import { filesOf, viewOf } from '../support/view.ts';
import { generated, handMade, stageCase } from './combined-cases.ts';
import { PATCH_CASES, type PatchCase } from './patch-cases.ts';
import { expectEqualShadow } from './shadow-repository.ts';

const GIT_DIFF = ['diff', '--no-ext-diff', '--binary', '--full-index'];
// Changed white space is a warning by default, thousands of them.
const APPLY = ['apply', '--whitespace=nowarn'];

// By default all in one session and one repository; a long run tries each alone as well.
const CASES = [handMade(), generated(), ...(isLong ? PATCH_CASES : [])];

// Hundreds of files each: seconds of work, many times that on a busy machine.
const timeout = 240_000;

describe.each(CASES)('a session that $title', (patchCase) => {
  let staged: Staged;

  beforeAll(async () => {
    staged = await stage(patchCase);
    return async () => await staged[Symbol.asyncDispose]();
  }, timeout);

  it('has patches that git applies, prints itself, and takes back', { timeout }, async () => {
    const { workspace, session, patches } = staged;
    await using copy = await repositoryLike(workspace);
    const before = await workingTreeOf(copy.root);
    const view = await viewOf(session);
    const files = await filesOf(workspace.root);
    for (const { option, patch: stdin } of patches) {
      await gitOk({ cwd: copy.root, stdin }, ...APPLY);
      expect(await filesOf(copy.root)).toEqual(view);
      await gitOk(copy.root, 'add', '--all', '--force');
      const { stdout } = await gitOk(copy.root, ...GIT_DIFF, option, '--cached', before);
      expect(sections(stdin)).toEqual(sections(stdout));
      await gitOk({ cwd: copy.root, stdin }, ...APPLY, '--reverse');
      expect(await filesOf(copy.root)).toEqual(files);
    }
  });

  it('has patches that stage to themselves', { timeout }, async () => {
    const { engine, session, patches } = staged;
    const view = await viewOf(session);
    for (const { option, patch } of patches) {
      const again = await engine.session(`again ${option}`);
      await again.setMode('staged');
      const trial = await again.applyPatch(patch, { dryRun: true });
      expect((await again.status()).pendingWrites).toEqual([]);
      const { appliedPaths } = await again.applyPatch(patch);
      expect(trial).toEqual({ appliedPaths, dryRun: true });
      expect(await viewOf(again)).toEqual(view);
      expect(sections(await again.diff())).toEqual(sections(patches[0].patch));
    }
  });

  it('has a shadow of which git prints the same, and which fsck finds whole', {
    timeout,
  }, async () => {
    const { gitDir } = await staged.session.shadow();
    await expectEqualShadow(staged.session, gitDir);
  });
});

it('there are more than 300 generated changes', () => {
  expect(generated().changes.length).toBeGreaterThan(300);
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
    const patch = await patchOf(workspace, [
      ['a.txt', 'two\n'],
      ['b.md', 'two\n'],
    ]);
    expect(text(patch).match(/^(?:diff|---|\+\+\+|[-+]).*$/gm)).toEqual([
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
    const patch = await patchOf(workspace, [['a.txt', 'two\n']]);
    const before = await workingTreeOf(workspace.root);
    await gitOk({ cwd: workspace.root, stdin: patch }, 'apply');
    const after = await workingTreeOf(workspace.root);
    const { stdout } = await gitOk(workspace.root, ...GIT_DIFF, '--no-renames', before, after);
    expect(text(patch)).toBe(text(stdout));
  });
});

interface Staged extends AsyncDisposable {
  readonly workspace: TempWorkspace;
  readonly engine: Engine;
  readonly session: Session;
  readonly patches: readonly [NamedPatch, NamedPatch];
}

interface NamedPatch {
  /** Git's for the same. */
  readonly option: string;
  readonly patch: Uint8Array;
}

async function stage(patchCase: PatchCase): Promise<Staged> {
  const workspace = await tempWorkspace(patchCase.before);
  const engine = await openEngine({ root: workspace.root, fsync: 'never' });
  const session = await stageCase(await engine.session('s'), patchCase);
  return {
    workspace,
    engine,
    session,
    patches: [
      { option: '--no-renames', patch: await session.diff() },
      { option: '-M', patch: await session.diff({ renames: true }) },
    ],
    async [Symbol.asyncDispose]() {
      await engine.close();
      await workspace[Symbol.asyncDispose]();
    },
  };
}

async function patchOf(
  workspace: TempWorkspace,
  changes: PatchCase['changes'],
): Promise<Uint8Array> {
  await using engine = await openEngine({ root: workspace.root, fsync: 'never' });
  const session = await stageCase(await engine.session('s'), { title: '', before: {}, changes });
  return await session.diff();
}

async function repositoryLike(workspace: TempWorkspace): Promise<TempWorkspace> {
  const copy = await tempWorkspace();
  const filter = (path: string): boolean => !path.endsWith('/.harn');
  await cp(workspace.root, copy.root, { recursive: true, verbatimSymlinks: true, filter });
  await gitOk(copy.root, 'init', '--quiet');
  return copy;
}

// A difference shows as one file, not as a megabyte.
function sections(patch: Uint8Array): string[] {
  return text(patch).split(/^(?=diff --git )/m);
}

function text(bytes: Uint8Array): string {
  return Buffer.from(bytes).toString('latin1');
}
