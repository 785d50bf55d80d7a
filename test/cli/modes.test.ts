// The permission bits that files get: a new one's are the umask's, an old one keeps its own.
import { chmod, stat, symlink } from 'node:fs/promises';
import { expect, it } from 'vitest';
import { BARE_ENVIRONMENT, runChild } from '../support/child.ts';
import { type CliFixture, cliFixture, MAIN } from './cli.ts';

const SIZES = [1, 300 * 1024];
const MODES = ['staged', 'immediate'] as const;

async function modeOf(cli: CliFixture, path: string): Promise<string> {
  return ((await stat(cli.workspace.path(path))).mode & 0o7777).toString(8);
}

const MASKS: readonly (readonly [string, string, string])[] = [
  ['077', '600', '700'],
  ['022', '644', '755'],
  ['002', '664', '775'],
];

it.each(MASKS)(
  'a new file has those of umask %s, whatever its size',
  async (umask, plain, executable) => {
    await using cli = await cliFixture();
    const { root } = cli.workspace;
    // Of one server: a process for each command would take seconds.
    const script = `umask ${umask} && exec "${process.execPath}" "${MAIN}" serve`;
    const stdin = linesOf([
      ...filesIn('staged'),
      ['fs.commit_staged', {}],
      ...filesIn('immediate'),
    ]);
    const served = await runChild('sh', ['-c', script], {
      cwd: root,
      env: BARE_ENVIRONMENT,
      stdin,
    });
    expect([served.stderr, served.stdout.includes('"error"')]).toEqual(['', false]);
    for (const mode of MODES) {
      for (const size of SIZES) {
        expect([mode, size, await modeOf(cli, `${mode}-${size}-100644`)]).toEqual([
          mode,
          size,
          plain,
        ]);
        expect([mode, size, await modeOf(cli, `${mode}-${size}-100755`)]).toEqual([
          mode,
          size,
          executable,
        ]);
      }
    }
  },
);

type Call = readonly [method: string, params: object];

function filesIn(mode: (typeof MODES)[number]): Call[] {
  const files = SIZES.flatMap((size) =>
    ['100644', '100755'].map((bits): Call => {
      const path = `${mode}-${size}-${bits}`;
      return ['tools.write_file', { path, content: 'x'.repeat(size), file_mode: bits }];
    }),
  );
  return [['fs.set_mode', { mode }], ...files];
}

function linesOf(calls: readonly Call[]): string {
  const messages = calls.map(([method, params], id) =>
    JSON.stringify({ jsonrpc: '2.0', id, method, params: { session_id: 's', ...params } }),
  );
  return `${messages.join('\n')}\n`;
}

it('what the user changes after staging stays, unless another was asked for', async () => {
  await using cli = await cliFixture({
    up: 'u\n',
    down: { content: 'd\n', mode: 0o755 },
    asked: 'a\n',
  });
  for (const path of ['up', 'down']) await cli.write(path, 'new\n');
  await cli.write('asked', 'new\n', '--file-mode', '755');
  await chmod(cli.workspace.path('up'), 0o750);
  await chmod(cli.workspace.path('down'), 0o640);
  await chmod(cli.workspace.path('asked'), 0o640);
  expect((await cli.run('commit')).stdout).toBe(
    'committed  asked\ncommitted  down\ncommitted  up\n',
  );
  expect(
    await Promise.all(['asked', 'down', 'up'].map(async (path) => await modeOf(cli, path))),
  ).toEqual(['750', '640', '750']);
});

it('a link that leads outside by now is not committed', async () => {
  await using cli = await cliFixture({ 'd/f': 'f\n' });
  await cli.write('l', 'd/f', '--file-mode', 'link');
  await cli.workspace.write('d2/x', 'x');
  await cli.run('rm', '-r', 'd');
  await cli.run('commit', 'd');
  await symlink('/tmp', cli.workspace.path('d'));
  const { code, stderr } = await cli.run('commit', 'l');
  expect(stderr).toContain('ERR_STAGED_PATH_ESCAPE');
  expect(code).toBe(1);
  expect(await cli.workspace.exists('l')).toBe(false);
});

it('a dry run fails where the commit would: below a file that stays', async () => {
  await using cli = await cliFixture({ 'd/e': 'e\n', 'd/f': 'f\n' });
  await cli.run('rm', '-r', 'd');
  await cli.write('d/e/h/i', 'i\n');
  for (const flags of [['--dry-run'], []]) {
    const { code, stderr } = await cli.run('commit', ...flags, 'd/e/h/i');
    expect(stderr).toContain('ERR_STAGED_NOT_A_DIRECTORY');
    expect(code).toBe(1);
  }
  const { code, stdout } = await cli.run('commit', 'd/e', 'd/e/h/i');
  expect([code, stdout]).toEqual([0, 'committed  d/e\ncommitted  d/e/h/i\n']);
  expect((await cli.run('diff', '--name-status')).stdout).toBe('D\td/f\n');
});
