// Ctrl-C, and what it leaves.
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readdir } from 'node:fs/promises';
import { createInterface } from 'node:readline';
import { expect, it } from 'vitest';
import { type CliFixture, cliFixture, MAIN } from './cli.ts';

it('ends a write that waits for its body, and stages nothing', async () => {
  await using cli = await cliFixture();
  await cli.write('a.txt', 'a');
  const child = start(cli.workspace.root, 'write', 'b.txt');
  child.stdin?.write('half of it');
  await expect.poll(async () => await bodiesBeingReceived(cli), { timeout: 10_000 }).toBe(1);
  child.kill('SIGINT');
  expect(await once(child, 'exit')).toEqual([130, null]);
  expect((await cli.run('status', '--json')).stdout).not.toContain('b.txt');
});

it('ends a log that follows', async () => {
  await using cli = await cliFixture();
  await cli.write('a.txt', 'a');
  const child = start(cli.workspace.root, 'log', '-f', '--json');
  const exit = once(child, 'exit');
  const ops: unknown[] = [];
  if (child.stdout === null) throw new Error('No output.');
  for await (const line of createInterface({ input: child.stdout })) {
    ops.push((JSON.parse(line) as { op: string }).op);
    if (ops.length === 2) await cli.run('discard');
    if (ops.length === 3) child.kill('SIGINT');
  }
  expect(ops).toEqual(['set_mode', 'write', 'discard_staged']);
  expect(await exit).toEqual([130, null]);
});

async function bodiesBeingReceived({ workspace }: CliFixture): Promise<number> {
  const names = await readdir(workspace.path('.harn/state/staged/default/tmp'));
  return names.filter((name) => !name.endsWith('.lock')).length;
}

function start(cwd: string, ...args: string[]): ChildProcess {
  return spawn(process.execPath, [MAIN, ...args], {
    cwd,
    env: { PATH: process.env['PATH'] ?? '' },
    stdio: ['pipe', 'pipe', 'pipe'],
  });
}
