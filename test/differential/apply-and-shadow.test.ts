// A patch that is staged again gives the same patch, and a stock git pointed at the shadow
// repository prints it.
import { describe, expect, it } from 'vitest';
import { openEngine, type Session } from '../../src/index.ts';
import { gitOk } from '../support/git.ts';
import { tempWorkspace } from '../support/temp-workspace.ts';
import { PATCH_CASES, type PatchCase } from './patch-cases.ts';

// Each costs ten git processes and five sessions: a third of them by default.
const isLong = process.env['STAGED_FS_LONG'] === '1';
const CASES = isLong ? PATCH_CASES : PATCH_CASES.filter((_, index) => index % 3 === 0);

describe.each(CASES)('a session that $title', (patchCase) => {
  it('has a patch that stages to itself, with and without renames', async () => {
    await using workspace = await tempWorkspace(patchCase.before);
    await using engine = await openEngine({ root: workspace.root });
    const session = await stagedSession(await engine.session('first'), patchCase);
    for (const renames of [false, true]) {
      const patch = await session.diff({ renames });
      const again = await engine.session(`again-${String(renames)}`);
      await again.setMode('staged');
      const trial = await again.applyPatch(patch, { dryRun: true });
      expect((await again.status()).pendingWrites).toEqual([]);
      const { appliedPaths } = await again.applyPatch(patch);
      expect(trial).toEqual({ appliedPaths, dryRun: true });
      expect(text(await again.diff({ renames }))).toBe(text(patch));
    }
  });

  it('has a shadow of which git prints the same, and which fsck finds whole', async () => {
    await using workspace = await tempWorkspace(patchCase.before);
    await using engine = await openEngine({ root: workspace.root });
    const session = await stagedSession(await engine.session('s'), patchCase);
    const { gitDir } = await session.shadow();
    const diff = ['--git-dir', gitDir, 'diff', '--cached', '--binary', '--full-index'];
    expect(text((await gitOk(workspace.root, ...diff)).stdout)).toBe(text(await session.diff()));
    const renamed = await gitOk(workspace.root, ...diff, '-M');
    expect(text(renamed.stdout)).toBe(text(await session.diff({ renames: true })));
    expect(
      (await gitOk(workspace.root, '--git-dir', gitDir, 'fsck', '--strict')).stderr,
    ).not.toMatch(/error/);
  });
});

describe('staging a patch', () => {
  const before = { a: 'one\ntwo\nthree\n', b: 'b\n' };
  const good = '--- a/b\n+++ b/b\n@@ -1 +1 @@\n-b\n+B\n';
  const bad = '--- a/a\n+++ b/a\n@@ -1,3 +1,3 @@\n one\n-2\n+II\n three\n';

  it('stages nothing when one hunk does not fit, and names file, hunk and line', async () => {
    await using workspace = await tempWorkspace(before);
    await using engine = await openEngine({ root: workspace.root });
    const session = await engine.session('s');
    await session.setMode('staged');
    await expect(session.applyPatch(good + bad)).rejects.toMatchObject({
      code: 'ERR_STAGED_PATCH_REJECTED',
      message: 'The patch does not fit `a`: hunk 1 (line 8 of the patch) fits nowhere.',
    });
    expect((await session.status()).pendingWrites).toEqual([]);
    expect((await session.read('b')).toString()).toBe(Buffer.from('b\n').toString());
  });

  it.each([
    [
      'leaves the workspace',
      '--- a/../x\n+++ b/../x\n@@ -0,0 +1 @@\n+x\n',
      'ERR_STAGED_PATH_ESCAPE',
    ],
    [
      'writes into .git',
      '--- /dev/null\n+++ b/.git/config\n@@ -0,0 +1 @@\n+x\n',
      'ERR_STAGED_INVALID_PATH',
    ],
    ['is cut', '--- a/b\n+++ b/b\n@@ -1,5 +1,5 @@\n-b\n', 'ERR_STAGED_PATCH_INVALID'],
    ['is no patch', 'hello\n', 'ERR_STAGED_PATCH_INVALID'],
  ])('refuses one that %s, and stages nothing', async (_, patch, code) => {
    await using workspace = await tempWorkspace(before);
    await using engine = await openEngine({ root: workspace.root });
    const session = await engine.session('s');
    await session.setMode('staged');
    await expect(session.applyPatch(patch)).rejects.toMatchObject({ code });
    expect((await session.status()).pendingWrites).toEqual([]);
  });

  it('is refused in immediate mode', async () => {
    await using workspace = await tempWorkspace(before);
    await using engine = await openEngine({ root: workspace.root });
    const session = await engine.session('s');
    await expect(session.applyPatch(good)).rejects.toMatchObject({
      code: 'ERR_STAGED_UNSUPPORTED',
    });
    expect((await workspace.read('b')).toString()).toBe('b\n');
  });

  it('takes what git format-patch prints', async () => {
    await using workspace = await tempWorkspace(before);
    const at = workspace.root;
    await gitOk(at, 'init', '--quiet');
    await gitOk(at, 'add', '.');
    await gitOk(at, 'commit', '--quiet', '--message', 'before');
    await workspace.write('a', 'one\n2\nthree\n');
    await gitOk(at, 'mv', 'b', 'c');
    await gitOk(at, 'commit', '--quiet', '--all', '--message', 'after');
    const { stdout } = await gitOk(at, 'format-patch', '-1', '--stdout');
    await gitOk(at, 'checkout', '--quiet', 'HEAD~1');
    await using engine = await openEngine({ root: at });
    const session = await engine.session('s');
    await session.setMode('staged');
    expect(await session.applyPatch(stdout)).toEqual({ appliedPaths: ['a', 'b', 'c'] });
    expect((await session.readText('a')).content).toBe('one\n2\nthree\n');
    expect((await session.list()).map(({ name }) => name)).toEqual(['.git', 'a', 'c']);
  });
});

async function stagedSession(session: Session, { changes }: PatchCase): Promise<Session> {
  await session.setMode('staged');
  for (const [path, change] of changes) {
    if (change === null) await session.remove(path, { recursive: true });
    else if (typeof change === 'string' || change instanceof Uint8Array)
      await session.write(path, change);
    else await session.write(path, change.content, { fileMode: change.fileMode });
  }
  return session;
}

function text(bytes: Uint8Array): string {
  return Buffer.from(bytes).toString('latin1');
}
