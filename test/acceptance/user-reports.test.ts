// What users of such systems ran into elsewhere: kinds of fault that have no other home here.
import { createHash } from 'node:crypto';
import { open, readdir, readFile, utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { openEngine, type Session } from '../../src/index.ts';
import { openFixture } from '../harness/fixture.ts';
import { runChild } from '../support/child.ts';
import { compiledChild } from '../support/compile-children.ts';
import { editSafeTextPatch } from '../support/edit-safe-text-patch.ts';
import { gitOk } from '../support/git.ts';
import { type TempWorkspace, tempWorkspace } from '../support/temp-workspace.ts';
import { stagedSession, testEngine } from '../support/test-engine.ts';

describe('a text file of Windows', () => {
  it('keeps its line ends through an edit of several hunks', async () => {
    await using fixture = await openFixture({ 'a.txt': 'one\r\ntwo\r\nthree' });
    const hunks = [
      { old_text: 'one\r\n', new_text: '1\r\nand a half\r\n' },
      { old_text: 'three', new_text: '3' },
    ];
    const asked = { session_id: 's', path: 'a.txt', hunks };
    expect(await editSafeTextPatch(fixture.harness.fs, asked)).toMatchObject({ result: 'applied' });
    const { content } = await fixture.harness.tools.read_file({ session_id: 's', path: 'a.txt' });
    expect(content).toBe('1\r\nand a half\r\ntwo\r\n3');
  });
});

describe('pending work', () => {
  it('waits while the session is in immediate mode', async () => {
    await using workspace = await tempWorkspace({ a: 'old' });
    await using engine = await testEngine(workspace.root);
    const session = await stagedSession(engine);
    await session.write('a', 'staged');
    const before = await session.status();
    await session.setMode('immediate');
    expect((await session.readText('a')).content).toBe('old');
    await session.setMode('staged');
    expect((await session.readText('a')).content).toBe('staged');
    expect((await session.status()).pendingWrites).toEqual(before.pendingWrites);
  });

  it('is the last bytes, of equal size and time as they may be', async () => {
    await using workspace = await tempWorkspace({ a: '0' });
    await using engine = await testEngine(workspace.root);
    const session = await stagedSession(engine);
    for (const text of ['1', '2']) {
      await session.write('a', text);
      expect((await session.diff()).toString()).toContain(`\n+${text}\n`);
    }
  });

  it('meets a base of equal size and time that is not the same as a conflict', async () => {
    await using workspace = await tempWorkspace({ a: '0' });
    const tick = new Date('2020-01-01T00:00:00Z');
    await utimes(workspace.path('a'), tick, tick);
    await using engine = await testEngine(workspace.root);
    const session = await stagedSession(engine);
    await session.write('a', 'staged');
    await writeFile(workspace.path('a'), '1');
    await utimes(workspace.path('a'), tick, tick);
    const { failedPathsWithReasons } = await session.commit();
    expect(failedPathsWithReasons).toMatchObject([{ path: 'a', code: 'ERR_STAGED_CONFLICT' }]);
    expect((await workspace.read('a')).toString()).toBe('1');
  });

  it('comes from two clients in one of the orders they wrote in', async () => {
    await using workspace = await tempWorkspace({ a: '0' });
    await using engine = await testEngine(workspace.root);
    const session = await stagedSession(engine);
    const counts = await Promise.all([countUp(session, 250), countUp(session, 250)]);
    expect((await session.readText('a')).content).toBe(String(counts[0] + counts[1]));
  });
});

// Adds one to the number in the file, as often as nobody else came between.
async function countUp(session: Session, times: number): Promise<number> {
  let applied = 0;
  for (let n = 0; n < times; n += 1) {
    const { content, sha256: expectedHash } = await session.readText('a');
    const next = String(Number(content) + 1);
    const { result } = await session.patchText('a', next, { expectedHash });
    if (result === 'applied') applied += 1;
  }
  return applied;
}

describe("the user's repository", () => {
  it('is not written by anything but a commit, which leaves `.git` alone', async () => {
    await using workspace = await tempWorkspace({ a: 'one\n', b: 'two\n' });
    await gitOk(workspace.root, 'init', '--quiet');
    await gitOk(workspace.root, 'add', 'a');
    const before = await repositoryOf(workspace);
    await using engine = await openEngine({ root: workspace.root });
    const session = await stagedSession(engine);
    for (let n = 0; n < 50; n += 1) {
      await session.write(`new/${n}`, `${n}\n`);
      await session.diff();
    }
    await session.shadow();
    expect(await repositoryOf(workspace)).toEqual(before);
    await session.commit();
    expect((await repositoryOf(workspace)).files).toEqual(before.files);
  });
});

interface Repository {
  readonly files: Readonly<Record<string, string>>;
  readonly status: string;
}

async function repositoryOf(workspace: TempWorkspace): Promise<Repository> {
  const status = await gitOk(workspace.root, '--no-optional-locks', 'status', '--porcelain=v2');
  const names = await readdir(workspace.path('.git'), { recursive: true, withFileTypes: true });
  const files = names
    .filter((each) => each.isFile())
    .map((each) => join(each.parentPath, each.name));
  const digests = files.map(async (path) => {
    return [
      path,
      createHash('sha256')
        .update(await readFile(path))
        .digest('hex'),
    ] as const;
  });
  return {
    files: Object.fromEntries(await Promise.all(digests)),
    status: status.stdout.toString(),
  };
}

it('a file of 500 GB in the workspace disturbs nobody', async () => {
  await using workspace = await tempWorkspace({ a: 'one\n' });
  const huge = await open(workspace.path('huge.bin'), 'w');
  await huge.truncate(500e9);
  await huge.close();
  await using engine = await testEngine(workspace.root);
  const session = await stagedSession(engine);
  await session.write('a', 'two\n');
  await session.remove('a');
  await session.write('b', 'new\n');
  expect(await session.list()).toMatchObject([{ name: 'b' }, { name: 'huge.bin', size: 500e9 }]);
  expect((await session.diff({ format: 'name-status' })).toString()).toBe('D\ta\nA\tb\n');
  expect((await session.commit()).failedPathsWithReasons).toEqual([]);
  expect(await session.verify()).toMatchObject({ findings: [] });
});

it('an engine that is closed leaves no threads, and the process ends by itself', async () => {
  await using workspace = await tempWorkspace();
  const child = compiledChild(new URL('children/open-and-close.ts', import.meta.url));
  const result = await runChild(process.execPath, [child, workspace.root], { cwd: workspace.root });
  expect(result).toEqual({ stdout: Buffer.from('threads: 0 more\n'), stderr: '', code: 0 });
});
