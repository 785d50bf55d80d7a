import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { expect, it } from 'vitest';
import { runCli } from '../support/run-cli.ts';
import { MAIN } from './cli.ts';

it('tells the story with real output, without git, and leaves nothing behind', async () => {
  await using scratch = await scratchFolder();
  const { stdout, stderr, code } = await runCli(['demo'], {
    cwd: scratch.path,
    env: {
      TMPDIR: scratch.path,
      PATH: '/bin:/usr/bin',
      STAGED_FS_ROOT: '/nowhere',
      STAGED_FS_SESSION: 'x',
    },
  });
  expect({ stderr, code }).toEqual({ stderr: '', code: 0 });
  const story = stdout.toString();
  for (const command of ['write', 'rm', 'status', 'diff', 'commit', 'discard', 'verify']) {
    expect(story).toContain(`\n$ staged-fs ${command}`);
  }
  expect(story).toContain('-  return "Hello " + name;\n+  return "Hello, " + name + "!";\n');
  expect(story).toContain('\ncommitted  src/greet.js\n');
  expect(story).toContain('\ndiscarded  src/farewell.js\ndiscarded  src/legacy.js\n');
  expect(story).toContain('nothing pending\n');
  expect(await readdir(scratch.path)).toEqual([]);
});

it.each(['SIGINT', 'SIGTERM'] as const)('leaves nothing behind after %s', async (signal) => {
  await using scratch = await scratchFolder();
  const child = spawn(process.execPath, [MAIN, 'demo'], {
    cwd: scratch.path,
    env: { PATH: process.env['PATH'] ?? '', TMPDIR: scratch.path },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const closed = once(child, 'close');
  child.stdout.once('data', () => child.kill(signal));
  await text(child.stdout);
  await closed;
  expect(child.exitCode).toBe(130);
  expect(await readdir(scratch.path)).toEqual([]);
});

async function scratchFolder(): Promise<AsyncDisposable & { readonly path: string }> {
  const path = await mkdtemp(join(tmpdir(), 'staged-fs-demo-test-'));
  return {
    path,
    [Symbol.asyncDispose]: async () => await rm(path, { recursive: true, force: true }),
  };
}
