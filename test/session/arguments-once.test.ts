// A call does what its arguments said when it was made, whatever becomes of them while it waits.
import { expect, it } from 'vitest';
import type { CommitOptions } from '../../src/index.ts';
import { tempWorkspace } from '../support/temp-workspace.ts';
import { stagedSession, testEngine } from '../support/test-engine.ts';
import { codeOf } from './failure.ts';

const INVALID = 'ERR_STAGED_INVALID_ARGUMENT';

it('a dry run stays one when its options are used again', async () => {
  await using ws = await tempWorkspace();
  await using engine = await testEngine(ws.root);
  const session = await stagedSession(engine);
  await session.write('a', 'new');
  const options: { dryRun: boolean } = { dryRun: true };
  const trial = session.commit(options);
  options.dryRun = false;
  expect(await trial).toMatchObject({ committedPaths: ['a'], dryRun: true });
  expect(await ws.exists('a')).toBe(false);
});

it.each(['commit', 'discard'] as const)('%s takes the paths it was given', async (verb) => {
  await using ws = await tempWorkspace();
  await using engine = await testEngine(ws.root);
  const session = await stagedSession(engine);
  for (const path of ['a', 'b', 'c']) await session.write(path, 'new');
  const paths = ['a'];
  const done = session[verb]({ paths });
  paths.push('b');
  await done;
  expect((await session.status()).pendingWrites.map(({ path }) => path)).toEqual(['b', 'c']);
});

it('each option is looked at once, and what is used is what was checked', async () => {
  await using ws = await tempWorkspace();
  await using engine = await testEngine(ws.root);
  const session = await stagedSession(engine);
  for (const path of ['a', 'b']) await session.write(path, 'new');
  const answers = [['a'], ['b']];
  const options: CommitOptions = {
    get paths(): readonly string[] {
      return answers.shift() ?? [];
    },
  };
  expect((await session.commit(options)).committedPaths).toEqual(['a']);
});

it('inherited options are checked and used too', async () => {
  await using ws = await tempWorkspace({ 'd/a': 'a' });
  await using engine = await testEngine(ws.root);
  const session = await stagedSession(engine);
  const inheriting = (options: object): object => Object.setPrototypeOf({}, options) as object;
  expect(await codeOf(session.remove('d', inheriting({ recursive: 'yes' })))).toBe(INVALID);
  expect(await session.remove('d', inheriting({ recursive: true }))).toMatchObject({
    removed: true,
  });
});
