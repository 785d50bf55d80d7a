// Patches that do not fit, or must not be staged: nothing of them is.
import { describe, expect, it } from 'vitest';
import { openEngine } from '../../src/index.ts';
import { tempWorkspace } from '../support/temp-workspace.ts';

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
});
