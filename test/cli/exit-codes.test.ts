import { describe, expect, it } from 'vitest';
import { EXIT, exitCodeOf, exitCodeOfFailures } from '../../src/cli/exit-code.ts';
import { cliFixture, programFixture } from './cli.ts';

describe('the exit code', () => {
  it.each([
    [['frobnicate'], 2],
    [[], 2],
    [['status', '--no-such-option'], 2],
    [['mode', 'dry'], 2],
    [['diff', '-U', 'x'], 2],
    [['write'], 2],
    [['--session', ' ', 'status'], 2],
    [['cat', '../outside'], 2],
    [['write', '.git/config', '--from', 'a.txt'], 2],
    [['--root', 'nowhere', 'status'], 1],
    [['cat', 'missing'], 1],
    [['rm', 'missing'], 1],
    [['rm', 'dir'], 1],
    [['write', 'b.txt', '--from', 'missing'], 1],
    [['ls', 'a.txt'], 1],
    [['--help'], 0],
    [['status', '--help'], 0],
    [['--version'], 0],
  ])('of %j is %d', async (args, code) => {
    await using cli = await cliFixture({ 'a.txt': 'a', 'dir/b': 'b' });
    const outcome = await cli.run(...args);
    expect(outcome.code).toBe(code);
    if (code === 0) expect(outcome.stderr).toBe('');
    else expect(outcome.stderr).toMatch(/^staged-fs: ERR_STAGED_[A-Z_]+: .+\.?\n/);
  });

  it.each([
    [['--version'], 0],
    [['cat', 'missing'], 1],
    [['mode', 'dry'], 2],
  ])('of the process is the same: of %j it is %d', async (args, code) => {
    await using cli = await programFixture();
    expect((await cli.run(...args)).code).toBe(code);
  });

  it('of damaged state is 5, until it is repaired', async () => {
    await using cli = await cliFixture();
    await cli.write('a.txt', 'hello');
    const bodies = '.harn/state/staged/default/bodies';
    const digest = '2cf24dba5fb0a30e26e83b2ac5b9e29e1b161e5c1fa7425e73043362938b9824';
    await cli.workspace.write(`${bodies}/${digest}`, 'hellO');
    expect(await cli.run('cat', 'a.txt')).toMatchObject({ stdout: '', code: 5 });
    expect(await cli.run('verify')).toMatchObject({
      stdout: expect.stringMatching(/^body-corrupt {2}/) as unknown,
      code: 5,
    });
    expect(await cli.run('commit')).toMatchObject({ code: 5 });
  });

  it('of a damaged manifest is 5, until it is rebuilt', async () => {
    await using cli = await cliFixture();
    await cli.write('a.txt', 'hello');
    await cli.workspace.write('.harn/state/staged/default/manifest.json', '{"version":');
    expect(await cli.run('status')).toMatchObject({
      stdout: '',
      stderr: expect.stringMatching(
        /^staged-fs: ERR_STAGED_CORRUPT: .*\n .*verify --repair/,
      ) as unknown,
      code: 5,
    });
    expect(await cli.run('sessions')).toMatchObject({
      stdout: expect.stringMatching(/^default {2}cannot be opened: /) as unknown,
      code: 0,
    });
    expect(await cli.run('verify')).toMatchObject({
      stdout: expect.stringMatching(/^manifest-damaged {2}manifest\.json {2}/) as unknown,
      code: 5,
    });
    expect(await cli.run('verify', '--repair')).toMatchObject({
      stdout: expect.stringMatching(/\nrepaired\n$/) as unknown,
      code: 0,
    });
    expect((await cli.run('status')).stdout).toContain('create  a.txt  +5 bytes');
  });

  it('is that of the worst failure', () => {
    expect(exitCodeOfFailures([])).toBe(EXIT.done);
    expect(exitCodeOfFailures(['ERR_STAGED_IO'])).toBe(EXIT.failed);
    expect(exitCodeOfFailures(['ERR_STAGED_PATH_ESCAPE'])).toBe(EXIT.failed);
    expect(
      exitCodeOfFailures(['ERR_STAGED_IO', 'ERR_STAGED_CONFLICT', 'ERR_STAGED_NOT_FOUND']),
    ).toBe(EXIT.conflict);
    expect(exitCodeOfFailures(['ERR_STAGED_CONFLICT', 'ERR_STAGED_BODY_CORRUPT'])).toBe(
      EXIT.damaged,
    );
    expect(exitCodeOf('ERR_STAGED_BUSY')).toBe(EXIT.busy);
    expect(exitCodeOf('ERR_STAGED_ABORTED')).toBe(EXIT.interrupted);
    expect(exitCodeOf('ERR_STAGED_INTERNAL')).toBe(EXIT.bug);
  });
});
