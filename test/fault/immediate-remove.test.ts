// An immediate delete of a directory whose disk fails half-way.
import { writeFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import type { StagedFsError } from '../../src/base/errors.ts';
import { isStagedFsError } from '../../src/index.ts';
import { createMeddlingDisk, type Meddling, refusal } from '../support/meddling-disk.ts';
import { type TempWorkspace, tempWorkspace } from '../support/temp-workspace.ts';
import { testEngine } from '../support/test-engine.ts';

async function failureOfRemove(
  workspace: TempWorkspace,
  meddling: Meddling,
): Promise<StagedFsError> {
  await using engine = await testEngine(workspace.root, { disk: createMeddlingDisk(meddling) });
  const session = await engine.session('s');
  try {
    await session.remove('d', { recursive: true });
  } catch (error) {
    if (isStagedFsError(error)) return error;
    throw error;
  }
  throw new Error('The delete went through.');
}

it('gives what is left of the directory its name again', async () => {
  await using workspace = await tempWorkspace({ 'd/a': 'a', 'd/b': 'b', keep: 'k' });
  const { code, data } = await failureOfRemove(workspace, {
    before(call) {
      if (call.verb === 'removeDirectory') throw refusal(call);
    },
  });
  expect([code, data.errno]).toEqual(['ERR_STAGED_IO', 'EIO']);
  expect(Object.keys(await workspace.tree())).toEqual(['d', 'keep']);
});

it('names the place of what is left when its name was taken meanwhile', async () => {
  await using workspace = await tempWorkspace({ 'd/a': 'a' });
  const { code, message } = await failureOfRemove(workspace, {
    before(call) {
      if (call.verb !== 'unlink') return;
      writeFileSync(workspace.path('d'), 'by the user');
      throw refusal(call);
    },
  });
  const place = /kept in `(.*)`/.exec(message)?.[1] ?? '';
  expect({
    code,
    d: await contentOf(workspace, 'd'),
    left: await contentOf(workspace, `${place}/a`),
  }).toEqual({ code: 'ERR_STAGED_IO', d: 'by the user', left: 'a' });
});

async function contentOf(workspace: TempWorkspace, path: string): Promise<string> {
  return (await workspace.read(path)).toString();
}
