// A workspace that is renamed while a session is open, as worktrees are: nothing of it is lost.
import { rename, rm } from 'node:fs/promises';
import { expect, it } from 'vitest';
import { tempWorkspace } from '../support/temp-workspace.ts';
import { stagedSession, testEngine } from '../support/test-engine.ts';
import { failureOf } from './failure.ts';

it('is told of in a way that loses nothing, and goes on where it is now', async () => {
  await using workspace = await tempWorkspace({ a: 'old' });
  const moved = `${workspace.root}-moved`;
  const engine = await testEngine(workspace.root);
  const session = await stagedSession(engine);
  await session.write('a', 'new');
  await rename(workspace.root, moved);
  try {
    const { code, message, hint } = await failureOf(session.readText('a'));
    expect([code, hint]).toEqual([
      'ERR_STAGED_BODY_MISSING',
      'If the workspace was moved, close the session and open it where that is now.',
    ]);
    expect(message).toMatch(/^The staged body `[0-9a-f]{64}` is gone, and all others/);
    await engine.close();
    await using again = await testEngine(moved);
    const reopened = await again.session('s');
    expect((await reopened.readText('a')).content).toBe('new');
    expect((await reopened.commit()).committedPaths).toEqual(['a']);
  } finally {
    await rm(moved, { recursive: true });
  }
});
