// `--json`: one document, the library's results in snake_case; errors as one object on stderr.
import { expect, it } from 'vitest';
import { type CliFixture, cliFixture } from './cli.ts';

async function json(cli: CliFixture, ...args: string[]): Promise<unknown> {
  const { stdout, stderr, code } = await cli.run('--json', ...args);
  expect({ stderr, code }).toEqual({ stderr: '', code: 0 });
  return JSON.parse(stdout);
}

it('prints the result of every command', async () => {
  await using cli = await cliFixture({ 'a.txt': 'old', bin: Buffer.from([0xff]) });
  expect(
    JSON.parse((await cli.write('new.txt', 'new\n', '--json', '--snapshot', 'call_9')).stdout),
  ).toEqual({
    path: 'new.txt',
    created: true,
    bytes_written: 4,
    digest: '7aa7a5359173d05b63cfd682e3c38487f3cb4f7f1d60659fe59fab1505977d4c',
  });
  expect(await json(cli, 'mode')).toEqual({ mode: 'staged' });
  expect(await json(cli, 'mode', 'staged')).toEqual({ previous_mode: 'staged', mode: 'staged' });
  expect(await json(cli, 'rm', 'a.txt')).toEqual({ path: 'a.txt', removed: true });
  expect(await json(cli, 'cat', 'new.txt')).toEqual({ encoding: 'utf-8', content: 'new\n' });
  expect(await json(cli, 'cat', 'bin')).toEqual({ encoding: 'base64', content: '/w==' });
  expect(await json(cli, 'ls')).toEqual([
    { name: 'bin', kind: 'file', size: 1 },
    { name: 'new.txt', kind: 'file', size: 4 },
  ]);
  expect(await json(cli, 'status')).toEqual({
    pending_writes: [
      {
        path: 'a.txt',
        kind: 'delete',
        byte_delta: -3,
        bytes_added: 0,
        bytes_removed: 3,
        snapshot_id: null,
        conflict: false,
      },
      {
        path: 'new.txt',
        kind: 'create',
        byte_delta: 4,
        bytes_added: 4,
        bytes_removed: 0,
        snapshot_id: 'call_9',
        conflict: false,
      },
    ],
    total_bytes_pending: 4,
    oldest_pending_age_ms: expect.any(Number) as unknown,
    mode: 'staged',
    damaged: false,
  });
  expect(await json(cli, 'diff', '--numstat')).toEqual({
    encoding: 'utf-8',
    content: '0\t1\ta.txt\n1\t0\tnew.txt\n',
  });
  expect(await json(cli, 'commit', '--dry-run')).toEqual({
    committed_paths: ['a.txt', 'new.txt'],
    failed_paths_with_reasons: [],
    dry_run: true,
  });
  expect(await json(cli, 'commit', 'new.txt')).toEqual({
    committed_paths: ['new.txt'],
    failed_paths_with_reasons: [],
  });
  expect(await json(cli, 'discard')).toEqual({ discarded_paths: ['a.txt'] });
  expect(await json(cli, 'sessions')).toEqual([
    {
      session_id: 'default',
      mode: 'staged',
      pending_count: 0,
      total_bytes: 0,
      last_activity_ms: expect.any(Number) as unknown,
    },
  ]);
  expect(await json(cli, 'verify')).toEqual({ findings: [], repaired: false });
});

it('prints failures of a commit in the document, and the reason as the exit code', async () => {
  await using cli = await cliFixture({ 'a.txt': 'base' });
  await cli.write('a.txt', 'ours');
  await cli.workspace.write('a.txt', 'theirs');
  const { stdout, stderr, code } = await cli.run('commit', '--json');
  expect({ document: JSON.parse(stdout) as unknown, stderr, code }).toEqual({
    document: {
      committed_paths: [],
      failed_paths_with_reasons: [
        { path: 'a.txt', reason: expect.any(String) as unknown, code: 'ERR_STAGED_CONFLICT' },
      ],
    },
    stderr: '',
    code: 3,
  });
});

it('prints an error as one object', async () => {
  await using cli = await cliFixture();
  const missing = await cli.run('cat', 'missing', '--json');
  expect(missing).toMatchObject({ stdout: '', code: 1 });
  expect(JSON.parse(missing.stderr)).toMatchObject({
    code: 'ERR_STAGED_NOT_FOUND',
    message: expect.any(String) as unknown,
    data: { path: 'missing' },
  });
  const usage = await cli.run('commit', '--json', '--atomicc');
  expect(usage).toMatchObject({ stdout: '', code: 2 });
  expect(JSON.parse(usage.stderr)).toMatchObject({ code: 'ERR_STAGED_INVALID_ARGUMENT' });
});
