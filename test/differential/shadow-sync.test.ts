// The shadow repository from call to call: what is written when, by whom, and when calls fail.
import fs from 'node:fs';
import { chmod, readdir, rm, stat, symlink, truncate, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import isomorphicGit from 'isomorphic-git';
import { describe, expect, it } from 'vitest';
import type { Disk } from '../../src/disk/disk.ts';
import { ioError } from '../../src/disk/io-error.ts';
import { createNodeDisk } from '../../src/disk/node-disk.ts';
import { wrapDisk } from '../support/counting-disk.ts';
import { createCrashDisk } from '../support/crash-disk.ts';
import { createFaultDisk } from '../support/fault-disk.ts';
import { runCli } from '../support/run-cli.ts';
import { isLong } from '../support/sampled.ts';
import { tempWorkspace } from '../support/temp-workspace.ts';
import { SESSION_DIRECTORY, stagedSession, testEngine } from '../support/test-engine.ts';
import {
  BEFORE,
  expectEqualShadow,
  expectSamePatch,
  expectWhole,
  shadowOf,
  stage,
  WARNING,
} from './shadow-repository.ts';

// Every call of a sync by hand, each third one by default.
const STEP = isLong ? 1 : 3;

describe('a shadow repository', () => {
  it('does not follow a link in its place, and writes nothing behind it', async () => {
    await using ws = await tempWorkspace(BEFORE);
    await using elsewhere = await tempWorkspace({ config: 'theirs\n' });
    await using engine = await testEngine(ws.root);
    const session = await stage(await stagedSession(engine));
    const { gitDir } = await shadowOf(session);
    await rm(gitDir, { recursive: true });
    await symlink(elsewhere.root, gitDir);
    expect((await shadowOf(session)).warnings).toEqual([`${WARNING}it is not a directory.`]);
    await expectEqualShadow(session, gitDir);
    expect(Object.keys(await elsewhere.tree())).toEqual(['config']);
  });

  it('that can’t be written is made anew beside', async () => {
    await using ws = await tempWorkspace(BEFORE);
    await using first = await testEngine(ws.root);
    const { gitDir } = await shadowOf(await stage(await stagedSession(first)));
    await chmod(gitDir, 0o500);
    const disk = readOnlyBelow(gitDir);
    await using engine = await testEngine(ws.root, { disk });
    const session = await stagedSession(engine);
    await session.write('other', 'n\n');
    const { warnings } = await shadowOf(session);
    expect(warnings).toEqual([expect.stringContaining(`${WARNING}Could not `)]);
    await expectEqualShadow(session, gitDir);
  });

  it('is right, or as it was, wherever a process dies in a call', async () => {
    await using ws = await tempWorkspace(BEFORE);
    const calls = { made: 0 };
    for (let at = 1; ; at += STEP) {
      await using engine = await testEngine(ws.root);
      const session = await stage(await stagedSession(engine, `s${at}`));
      const { gitDir } = await shadowOf(session);
      await session.write('a.txt', `changed ${at}\n`);
      await session.write(`new ${at}`, 'n\n');
      const crash = createCrashDisk(createNodeDisk(), { at, when: 'half' });
      const dying = await testEngine(ws.root, { disk: crash.disk });
      await (await dying.session(`s${at}`)).shadow().catch(() => undefined);
      await dying.close().catch(() => undefined);
      expect(await shadowOf(session)).toEqual({ gitDir, warnings: [] });
      await expectSamePatch(session, gitDir);
      await expectWhole(gitDir);
      calls.made = at;
      if (!crash.isDead()) break;
    }
    expect(calls.made).toBeGreaterThan(10);
  });

  it('on a full disk is an error once, and whole when there is room', async () => {
    await using ws = await tempWorkspace(BEFORE);
    await using engine = await testEngine(ws.root);
    const session = await stage(await stagedSession(engine));
    const { disk } = createFaultDisk(createNodeDisk(), {
      at: 3,
      errno: 'ENOSPC',
      fromThenOn: true,
    });
    const full = await testEngine(ws.root, { disk });
    const other = await full.session('s');
    await expect(other.shadow()).rejects.toMatchObject({ data: { errno: 'ENOSPC' } });
    await full.close().catch(() => undefined);
    const { gitDir, warnings } = await shadowOf(session);
    expect(warnings).toEqual([]);
    await expectEqualShadow(session, gitDir);
  });

  it('is made by several processes at once', async () => {
    await using ws = await tempWorkspace(BEFORE);
    await using engine = await testEngine(ws.root);
    await using other = await testEngine(ws.root);
    const session = await stage(await stagedSession(engine));
    const cli = ['--session', 's', 'shadow'];
    const results = await Promise.all([
      runCli(cli, { cwd: ws.root }),
      runCli(cli, { cwd: ws.root }),
      shadowOf(session),
      shadowOf(await other.session('s')),
    ]);
    const gitDir = ws.path(`${SESSION_DIRECTORY}/shadow`);
    const printed = { stdout: Buffer.from(`${gitDir}\n`), stderr: '', code: 0 };
    const made = { gitDir, warnings: [] };
    expect(results).toEqual([printed, printed, made, made]);
    await expectEqualShadow(session, gitDir);
  });

  it('tells the command line of its damage', async () => {
    await using ws = await tempWorkspace(BEFORE);
    await using engine = await testEngine(ws.root);
    const { gitDir } = await shadowOf(await stage(await stagedSession(engine)));
    await truncate(join(gitDir, 'index'), 9);
    const { stdout, stderr } = await runCli(['--session', 's', 'shadow'], { cwd: ws.root });
    expect({ stdout: stdout.toString(), stderr }).toEqual({
      stdout: `${gitDir}\n`,
      stderr: `staged-fs: warning: ${WARNING}its index is not as it was left.\n`,
    });
  });
});

describe('a shadow repository that is there', () => {
  it('is not written when nothing has changed, and keeps the objects it has', async () => {
    await using ws = await tempWorkspace(BEFORE);
    await using engine = await testEngine(ws.root);
    const session = await stage(await stagedSession(engine));
    const { gitDir } = await shadowOf(session);
    const before = await stampsOf(gitDir);
    await shadowOf(session);
    expect(await stampsOf(gitDir)).toEqual(before);
    await session.write('a.txt', 'once more\n');
    await shadowOf(session);
    const kept = (await stampsOf(gitDir)).filter((stamp) => before.includes(stamp));
    const objects = before.filter((stamp) => stamp.includes('objects/'));
    expect(kept.filter((stamp) => stamp.includes('objects/'))).toEqual(objects);
    await expectEqualShadow(session, gitDir);
  });

  it('follows what is committed, discarded and staged again', async () => {
    await using ws = await tempWorkspace(BEFORE);
    await using engine = await testEngine(ws.root);
    const session = await stage(await stagedSession(engine));
    const { gitDir } = await shadowOf(session);
    await session.commit({ paths: ['a.txt'] });
    expect(await shadowOf(session)).toEqual({ gitDir, warnings: [] });
    await expectEqualShadow(session, gitDir);
    await session.discard();
    expect(await shadowOf(session)).toEqual({ gitDir, warnings: [] });
    await expectEqualShadow(session, gitDir);
    await stage(session);
    expect(await shadowOf(session)).toEqual({ gitDir, warnings: [] });
    await expectEqualShadow(session, gitDir);
  });

  it('shows lower as it is now where a base was not kept, as the patch does', async () => {
    await using ws = await tempWorkspace(BEFORE);
    await using engine = await testEngine(ws.root, { keepBaseBytes: 0 });
    const session = await stage(await stagedSession(engine));
    const { gitDir } = await shadowOf(session);
    await ws.write('a.txt', 'edited meanwhile\n');
    expect(await shadowOf(session)).toEqual({ gitDir, warnings: [] });
    await expectEqualShadow(session, gitDir);
  });

  it('can be read by another program than git', async () => {
    await using ws = await tempWorkspace(BEFORE);
    await using engine = await testEngine(ws.root);
    const { gitDir } = await shadowOf(await stage(await stagedSession(engine)));
    const at = { fs, gitdir: gitDir };
    expect(await isomorphicGit.listFiles(at)).toEqual(['a.txt', 'link', 'moved', 'new/file']);
    const files = await isomorphicGit.listFiles({ ...at, ref: 'base' });
    expect(files).toEqual(['a.txt', 'd/b.txt', 'd/c']);
    const oid = await isomorphicGit.resolveRef({ ...at, ref: 'HEAD' });
    const { blob } = await isomorphicGit.readBlob({ ...at, oid, filepath: 'd/c' });
    expect(Buffer.from(blob).toString()).toBe(BEFORE['d/c']);
  });

  it('has the names that are not UTF-8', async () => {
    await using ws = await tempWorkspace({ 'd/a': 'a\n' });
    await writeFile(
      Buffer.concat([Buffer.from(`${ws.path('d')}/`), Buffer.from([0x66, 0xff])]),
      'raw\n',
    );
    await using engine = await testEngine(ws.root);
    const session = await stagedSession(engine);
    await session.remove('d', { recursive: true });
    const { gitDir } = await shadowOf(session);
    expect(Buffer.from(await session.diff()).toString()).toContain('"a/d/f\\377"');
    await expectEqualShadow(session, gitDir);
  });
});

// What permissions do to anyone but root, who may be running this.
function readOnlyBelow(directory: string): Disk {
  return wrapDisk(createNodeDisk(), {
    async call(call, run) {
      const isRefused = call.mutation > 0 && call.path.startsWith(`${directory}/`);
      if (!isRefused) return await run();
      throw ioError(Object.assign(new Error('injected'), { code: 'EACCES' }), call);
    },
  });
}

async function stampsOf(gitDir: string): Promise<string[]> {
  const names = (await readdir(gitDir, { recursive: true })).sort();
  return await Promise.all(
    names.map(async (name) => {
      const { ino, size, mtimeMs, ctimeMs } = await stat(join(gitDir, name));
      return `${name} ${ino} ${size} ${mtimeMs} ${ctimeMs}`;
    }),
  );
}
