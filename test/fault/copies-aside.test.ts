// What comes out of a mount, or goes to a state directory on another file system, is a copy: how
// like the original it is, and what becomes of both when something comes between.
import { execFileSync } from 'node:child_process';
import * as fs from 'node:fs';
import { describe, expect, it } from 'vitest';
import type { Disk } from '../../src/disk/disk.ts';
import type { CommitResult, Session } from '../../src/index.ts';
import { hashOf } from '../support/hash-of.ts';
import { createMeddlingDisk, type Meddling, refusal } from '../support/meddling-disk.ts';
import { createMountedDisk } from '../support/mounted-disk.ts';
import { type TempWorkspace, tempWorkspace } from '../support/temp-workspace.ts';
import { SESSION_DIRECTORY, stagedSession, testEngine } from '../support/test-engine.ts';
import { readTree } from '../support/tree.ts';
import { filesBelow } from './saving-scene.ts';

function diskOf(workspace: TempWorkspace, meddling: Meddling = {}): Disk {
  return createMountedDisk(createMeddlingDisk(meddling), { directory: workspace.path('.harn') });
}

async function commitOn(
  workspace: TempWorkspace,
  disk: Disk,
  stage?: (session: Session) => Promise<unknown>,
): Promise<CommitResult> {
  await using engine = await testEngine(workspace.root, { disk, fsync: 'commit' });
  const session = await stagedSession(engine);
  await stage?.(session);
  return await session.commit();
}

function kept(workspace: TempWorkspace): Record<string, string> {
  return filesBelow(workspace.path(`${SESSION_DIRECTORY}/commit`));
}

function failures({ failedPathsWithReasons }: CommitResult): [path: string, code: string][] {
  return failedPathsWithReasons.map(({ path, code }) => [path, code]);
}

async function removeTree(session: Session): Promise<void> {
  await session.remove('t', { recursive: true });
}

it('keeps contents, bits, times and owners', async () => {
  await using workspace = await tempWorkspace({
    't/a': { content: 'a', mode: 0o640 },
    't/in/b': { content: Buffer.alloc(3_000_000, 'large '), mode: 0o755 },
    't/in/link': { link: '../a' },
  });
  if (process.getuid?.() === 0) fs.chownSync(workspace.path('t/a'), 1234, 2345);
  for (const path of ['t/a', 't/in/b', 't/in', 't']) {
    fs.utimesSync(workspace.path(path), 1_000_000_000, 1_234_567_890.5);
  }
  fs.chmodSync(workspace.path('t/in'), 0o555);
  const before = looks(workspace.path('t'));
  const disk = diskOf(workspace);
  expect(failures(await commitOn(workspace, disk, removeTree))).toEqual([]);
  const commits = fs.readdirSync(workspace.path(`${SESSION_DIRECTORY}/commit`));
  const directory = workspace.path(`${SESSION_DIRECTORY}/commit/${commits[0]}`);
  const [copy] = fs.readdirSync(directory);
  expect(looks(`${directory}/${copy}`)).toEqual(before);
  expect(fs.readdirSync(workspace.root)).toEqual(['.harn']);
});

function looks(root: string, below = ''): string[] {
  const at = root + below;
  const { mode, uid, gid, mtimeMs } = fs.lstatSync(at);
  if (fs.lstatSync(at).isSymbolicLink()) return [`${below} ${fs.readlinkSync(at)}`];
  const own = `${below} ${mode.toString(8)} ${uid}:${gid} ${mtimeMs}`;
  if (!fs.lstatSync(at).isDirectory()) return [`${own} ${hashOf(fs.readFileSync(at))}`];
  return [own, ...fs.readdirSync(at).flatMap((name) => looks(root, `${below}/${name}`))];
}

describe('an original that changes while it is copied', () => {
  it('goes back to its place as it is by then', async () => {
    await using workspace = await tempWorkspace({ a: 'old', 't/a': 'a', 't/b': 'b' });
    const disk = diskOf(workspace, {
      after({ verb, path }) {
        if (verb !== 'copyFile' || !path.includes('.part')) return;
        // Somebody has them open, and writes through that.
        for (const file of hiddenFiles(workspace.root)) fs.appendFileSync(file, ' and more');
      },
    });
    const result = await commitOn(workspace, disk, async (session) => {
      await session.remove('a');
      await removeTree(session);
    });
    expect(failures(result)).toEqual(['a', 't'].map((path) => [path, 'ERR_STAGED_CONFLICT']));
    expect(filesBelow(workspace.root, '.harn')).toEqual({
      a: 'old and more',
      't/a': 'a and more',
      't/b': 'b and more',
    });
    expect(kept(workspace)).toEqual({});
  });

  it('is not removed, even after the copy was complete', async () => {
    await using workspace = await tempWorkspace({ 't/b': 'b' });
    const disk = diskOf(workspace, {
      after({ verb, path }) {
        if (verb !== 'rename' || !path.includes('.out.tmp')) return;
        for (const file of hiddenFiles(workspace.root)) fs.writeFileSync(file, 'written late');
      },
    });
    expect(failures(await commitOn(workspace, disk, removeTree))).toEqual([]);
    expect(Object.values(filesBelow(workspace.root, '.harn'))).toEqual(['written late']);
    // Any commit clears it away, even one of nothing.
    await commitOn(workspace, diskOf(workspace));
    expect(filesBelow(workspace.root, '.harn')).toEqual({});
    expect(Object.values(kept(workspace)).sort()).toEqual(['b', 'written late']);
  });
});

function hiddenFiles(root: string): string[] {
  const hidden = fs.readdirSync(root).filter((name) => name.endsWith('.tmp'));
  return hidden.flatMap((name) => filesAt(`${root}/${name}`));
}

function filesAt(path: string): string[] {
  if (!fs.lstatSync(path).isDirectory()) return [path];
  return fs.readdirSync(path).flatMap((name) => filesAt(`${path}/${name}`));
}

it('clears away later what cannot be removed, and does not put it back', async () => {
  await using workspace = await tempWorkspace({ a: 'old', 't/a': 'a', 't/b': 'b' });
  const disk = diskOf(workspace, {
    before(call) {
      if (call.verb === 'unlink' && call.path.includes('.old.tmp')) throw refusal(call);
    },
  });
  const result = await commitOn(workspace, disk, async (session) => {
    await session.write('a', 'new');
    await removeTree(session);
  });
  expect(result.committedPaths).toEqual(['a', 't']);
  // Staged since: what was deleted is no business of theirs.
  await commitOn(workspace, diskOf(workspace), async (session) => await session.write('t', 'x'));
  expect(filesBelow(workspace.root)).toMatchObject({ a: 'new', t: 'x' });
  expect(fs.readdirSync(workspace.root).sort()).toEqual(['.harn', 'a', 't']);
});

it('puts a delete back that died before it was kept, each path where it was', async () => {
  const [one, two] = ['a-long-file-name-one', 'a-long-file-name-two'];
  await using workspace = await tempWorkspace({ [one]: '1', [two]: '2' });
  let copies = 0;
  const disk = diskOf(workspace, {
    before(call) {
      if (call.verb === 'copyFile') copies += 1;
      if (copies > 1 && call.verb !== 'close') throw refusal(call);
    },
  });
  const removeBoth = async (session: Session): Promise<void> => {
    for (const path of [one, two]) await session.remove(path);
  };
  await commitOn(workspace, disk, removeBoth).catch(() => undefined);
  const [hidden = ''] = fs.readdirSync(workspace.root).filter((name) => name.endsWith('.tmp'));
  expect(filesBelow(workspace.root, '.harn')).toEqual({ [hidden]: '2' });
  await using engine = await testEngine(workspace.root, { disk: diskOf(workspace) });
  const session = await engine.session('s');
  // Any change makes the session recover.
  await session.write('other', 'x');
  expect(filesBelow(workspace.root, '.harn')).toEqual({ [two]: '2' });
  expect((await session.commit()).committedPaths).toEqual([two, 'other']);
});

it('refuses what cannot be copied, and leaves it', async () => {
  await using workspace = await tempWorkspace({ 't/a': 'a' });
  execFileSync('mkfifo', [workspace.path('t/pipe')]);
  const { failedPathsWithReasons } = await commitOn(workspace, diskOf(workspace), removeTree);
  const pipe = workspace.path('t/pipe');
  const why = 'the staged state is on another file system, and it is a pipe, a socket or a device';
  expect(failedPathsWithReasons).toEqual([
    { path: 't', code: 'ERR_STAGED_UNSUPPORTED', reason: `Cannot keep \`${pipe}\`: ${why}.` },
  ]);
  expect(Object.keys(await readTree(workspace.path('t')))).toEqual(['a', 'pipe']);
  expect(fs.readdirSync(workspace.root).sort()).toEqual(['.harn', 't']);
});
