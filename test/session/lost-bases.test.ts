// What the workspace had when a path was staged, gone or damaged: found by verify, told by diff.
import { readdir, rm, writeFile } from 'node:fs/promises';
import { expect, it } from 'vitest';
import { hashOf } from '../support/hash-of.ts';
import { tempWorkspace } from '../support/temp-workspace.ts';
import { SESSION_DIRECTORY, stagedSession, testEngine } from '../support/test-engine.ts';
import { codeOf } from './failure.ts';

it('a lost record of a deleted directory is a finding; its delete can still be discarded', async () => {
  await using workspace = await tempWorkspace({ 'd/a': 'a\n', 'd/b': 'b\n' });
  {
    await using engine = await testEngine(workspace.root);
    await (await stagedSession(engine)).remove('d', { recursive: true });
  }
  const bases = workspace.path(`${SESSION_DIRECTORY}/bases`);
  const [tree = ''] = await readdir(bases);
  await rm(`${bases}/${tree}`);
  await using engine = await testEngine(workspace.root);
  const session = await engine.session('s');
  expect((await session.verify()).findings).toEqual([
    {
      kind: 'base-missing',
      subject: tree,
      detail: expect.stringContaining('discarded') as unknown,
    },
  ]);
  expect(await codeOf(session.diff())).toBe('ERR_STAGED_BODY_MISSING');
  expect(await session.discard()).toEqual({ discardedPaths: ['d'] });
  expect((await session.verify()).findings).toEqual([]);
});

it('a damaged pre-image is a finding, and a patch says that it is shown against lower', async () => {
  await using workspace = await tempWorkspace({ a: 'one\n' });
  {
    await using engine = await testEngine(workspace.root);
    await (await stagedSession(engine)).write('a', 'three\n');
  }
  const digest = hashOf('one\n').slice('sha256:'.length);
  const path = workspace.path(`${SESSION_DIRECTORY}/bases/${digest}`);
  await rm(path);
  await writeFile(path, 'two\n');
  await workspace.write('a', 'user\n');
  await using engine = await testEngine(workspace.root);
  const session = await engine.session('s');
  expect((await session.verify()).findings).toMatchObject([
    { kind: 'base-corrupt', subject: digest },
  ]);
  const warned: string[] = [];
  const patch = await session.diff({ onWarning: (shown) => void warned.push(shown) });
  expect(Buffer.from(patch).toString()).toContain('-user\n+three\n');
  expect(warned).toEqual(['a']);
});

const MIB = 1024 * 1024;

it.each([
  { size: 256 * 1024 + 1, keepBaseBytes: undefined, isKept: true },
  { size: MIB, keepBaseBytes: undefined, isKept: true },
  { size: MIB + 1, keepBaseBytes: undefined, isKept: false },
  { size: 2 * MIB, keepBaseBytes: 2 * MIB, isKept: true },
  { size: 256 * 1024 + 1, keepBaseBytes: 256 * 1024, isKept: false },
])('keeps what `keepBaseBytes` says: $size of $keepBaseBytes, $isKept', async (given) => {
  const { size, keepBaseBytes, isKept } = given;
  await using workspace = await tempWorkspace({ a: 'before\n'.padEnd(size, '.') });
  const options = keepBaseBytes === undefined ? {} : { keepBaseBytes };
  await using engine = await testEngine(workspace.root, options);
  const session = await stagedSession(engine);
  await session.write('a', 'after\n');
  await workspace.write('a', 'user\n');
  const warned: string[] = [];
  const patch = await session.diff({ onWarning: (shown) => void warned.push(shown) });
  const before = isKept ? '-before\n' : '-user\n';
  expect(Buffer.from(patch).includes(before)).toBe(true);
  expect(warned).toEqual(isKept ? [] : ['a']);
});
