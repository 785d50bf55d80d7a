// What a commit leaves of a path it could not take.
import * as fs from 'node:fs';
import { describe, expect, it } from 'vitest';
import { tempWorkspace } from '../support/temp-workspace.ts';
import { stagedSession, testEngine } from '../support/test-engine.ts';

describe('a path that is refused before anything is touched', () => {
  it('leaves no commit to finish beside one that is done', async () => {
    await using ws = await tempWorkspace();
    await using engine = await testEngine(ws.root);
    const session = await stagedSession(engine);
    await session.write('loop/a/b', 'staged');
    await session.write('fine', 'staged');
    fs.symlinkSync('loop/a', ws.path('loop'));
    const result = await session.commit();
    expect(result.committedPaths).toEqual(['fine']);
    expect(result.failedPathsWithReasons).toMatchObject([
      { path: 'loop/a/b', code: 'ERR_STAGED_IO' },
    ]);
    expect((await session.verify()).findings).toEqual([]);
  });
});
