// The path of a source means the file it named when the call was made.
import { afterEach, expect, it } from 'vitest';
import { tempWorkspace } from '../support/temp-workspace.ts';
import { stagedSession, testEngine } from '../support/test-engine.ts';

const start = process.cwd();

afterEach(() => {
  process.chdir(start);
});

it('though the current directory is another one by then', async () => {
  await using ws = await tempWorkspace({ source: 'text' });
  await using engine = await testEngine(ws.root);
  const session = await stagedSession(engine);
  process.chdir(ws.root);
  const writing = session.writeFrom('copy', 'source');
  process.chdir('/');
  expect(await writing).toMatchObject({ bytesWritten: 4 });
});
