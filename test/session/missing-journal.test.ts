// A journal that is gone beside its manifest (rule J2): nothing is committed until a repair.
import { rm } from 'node:fs/promises';
import { expect, it } from 'vitest';
import type { Session } from '../../src/index.ts';
import { type TempWorkspace, tempWorkspace } from '../support/temp-workspace.ts';
import { SESSION_DIRECTORY, stagedSession, testEngine } from '../support/test-engine.ts';
import { codeOf } from './failure.ts';

async function withoutJournal(workspace: TempWorkspace): Promise<void> {
  {
    await using engine = await testEngine(workspace.root);
    const session = await stagedSession(engine);
    await session.write('a', 'staged');
  }
  await rm(workspace.path(`${SESSION_DIRECTORY}/journal.jsonl`));
}

async function inSession<T>(
  workspace: TempWorkspace,
  work: (session: Session) => Promise<T>,
): Promise<T> {
  await using engine = await testEngine(workspace.root);
  return await work(await engine.session('s'));
}

it('stays known through refused commits, writes and reopening, and is mended by verify', async () => {
  await using workspace = await tempWorkspace({ a: 'disk' });
  await withoutJournal(workspace);
  for (const path of ['', 'b', '', 'c', '']) {
    await inSession(workspace, async (session) => {
      expect(await codeOf(session.commit())).toBe('ERR_STAGED_CORRUPT');
      const { findings } = await session.verify();
      expect(findings.filter(({ kind }) => kind === 'journal-damaged')).toHaveLength(1);
      expect((await session.status()).damaged).toBe(true);
      if (path !== '') await session.write(path, 'later');
    });
  }
  await inSession(workspace, async (session) => {
    expect((await session.verify({ repair: true })).repaired).toBe(true);
  });
  await inSession(workspace, async (session) => {
    expect((await session.verify()).findings).toEqual([]);
    expect((await session.commit()).committedPaths).toEqual(['a', 'b', 'c']);
  });
  expect((await workspace.read('c')).toString()).toBe('later');
});
