// B39: anomalyco/opencode#48848, a lock whose holder was killed; and one whose holder lives.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { expect, it } from 'vitest';
import { compiledChild } from '../support/compile-children.ts';
import { tempWorkspace } from '../support/temp-workspace.ts';
import { SESSION_DIRECTORY, stagedSession, testEngine } from '../support/test-engine.ts';
import { failureOf } from './failure.ts';

const CHILD = compiledChild(new URL('children/holding-child.ts', import.meta.url));

it('B39: a dead holder’s lock is free at once, a live one’s is respected and named', async () => {
  await using ws = await tempWorkspace();
  await using engine = await testEngine(ws.root, { lockTimeoutMs: 50 });
  const session = await stagedSession(engine);
  const lock = ws.path(`${SESSION_DIRECTORY}/lock`);
  const stdio: ['ignore', 'pipe', 'inherit'] = ['ignore', 'pipe', 'inherit'];
  const child = spawn(process.execPath, [CHILD, lock], { stdio });
  await once(child.stdout, 'data');
  const error = await failureOf(session.write('a', 'a'));
  expect(error.code).toBe('ERR_STAGED_BUSY');
  expect(error.message).toContain(String(child.pid));
  // Reading never waits.
  expect((await session.status()).pendingWrites).toEqual([]);
  child.kill('SIGKILL');
  await once(child, 'exit');
  expect(await session.write('a', 'a')).toMatchObject({ path: 'a', created: true });
}, 120_000);
