// What happens to the streams: a reader that leaves, big bodies, bodies that are no text.
import { randomBytes } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { runChild } from '../support/child.ts';
import { runCli } from '../support/run-cli.ts';
import { cliFixture, MAIN } from './cli.ts';

describe('a reader that leaves', () => {
  it.each(['cat big.txt', 'diff', 'log', 'status', 'demo', 'diff --json'])(
    'ends %s quietly',
    async (command) => {
      await using cli = await cliFixture();
      await cli.write('big.txt', 'a line of text\n'.repeat(50_000));
      const script = `{ "${process.execPath}" "${MAIN}" ${command}; echo "exit $?" >&2; } | head -c 10 | wc -c`;
      const { stdout, stderr } = await runChild('sh', ['-c', script], { cwd: cli.workspace.root });
      expect({ read: stdout.toString().trim(), stderr }).toEqual({
        read: '10',
        stderr: 'exit 0\n',
      });
    },
  );
});

it.each([
  ['diff >/dev/full', 1],
  ['diff --json >/dev/full', 1],
  ['--help >/dev/full', 1],
  ['cat nothing 2>/dev/full', 1],
  ['nothing 2>/dev/full', 2],
])('a full disk under the output is no bug: %s', async (command, exit) => {
  await using cli = await cliFixture();
  await cli.write('a', 'a\n');
  const { root } = cli.workspace;
  const script = `"${process.execPath}" "${MAIN}" ${command}`;
  const { code, stderr } = await runChild('sh', ['-c', script], { cwd: root });
  expect(code).toBe(exit);
  if (!command.includes('2>')) expect(stderr).toMatch(/ERR_STAGED_IO.*ENOSPC/);
});

describe('a body', () => {
  it('of 8 MiB streams in and out as it is', async () => {
    await using cli = await cliFixture();
    const body = randomBytes(8 * 1024 * 1024);
    const { root } = cli.workspace;
    const written = await runCli(['write', 'big.bin'], { cwd: root, stdin: body });
    expect(written).toMatchObject({ code: 0, stderr: '' });
    const read = await runCli(['cat', 'big.bin'], { cwd: root });
    expect(read.stdout.equals(body)).toBe(true);
  });

  it('may be empty', async () => {
    await using cli = await cliFixture();
    expect(await cli.write('empty', '')).toMatchObject({
      stdout: 'staged  empty  (0 bytes, new)\n',
    });
    expect(await cli.run('cat', 'empty')).toMatchObject({ stdout: '', code: 0 });
  });
});
