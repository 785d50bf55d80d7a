// The commands, each in a process of its own, as people read them.
import { describe, expect, it } from 'vitest';
import { cliFixture, printed } from './cli.ts';

describe('a session that the command line makes', () => {
  it('is staged, unless its mode was set before', async () => {
    await using cli = await cliFixture();
    expect(await cli.run('mode')).toEqual(printed('staged\n'));
    expect(await cli.write('a.txt', 'hello\n')).toEqual(printed('staged  a.txt  (6 bytes, new)\n'));
    expect(await cli.workspace.exists('a.txt')).toBe(false);
    expect(await cli.run('mode', 'immediate')).toEqual(printed('immediate (was staged)\n'));
    expect(await cli.write('b.txt', 'b')).toEqual(printed('wrote  b.txt  (1 byte, new)\n'));
    expect((await cli.workspace.read('b.txt')).toString()).toBe('b');
    expect(await cli.run('--session', 'other', 'mode', 'immediate')).toEqual(
      printed('immediate (was immediate)\n'),
    );
    expect(await cli.run('--session', 'other', 'mode')).toEqual(printed('immediate\n'));
  });

  it('leaves nothing when it is only looked at', async () => {
    await using cli = await cliFixture({ 'a.txt': 'a\n' });
    expect(await cli.run('status')).toEqual(
      printed('session "default", staged: nothing pending\n'),
    );
    expect(await cli.run('diff')).toEqual(printed(''));
    expect(await cli.run('cat', 'a.txt')).toEqual(printed('a\n'));
    expect(await cli.run('commit')).toEqual(printed('nothing to commit\n'));
    expect(await cli.run('discard')).toEqual(printed('nothing to discard\n'));
    expect(await cli.run('sessions')).toEqual(printed('no sessions\n'));
    expect(await cli.workspace.exists('.harn')).toBe(false);
  });
});

describe('the way from a write to a commit', () => {
  it('shows the overlay, the status and the patch', async () => {
    await using cli = await cliFixture({ 'src/a.txt': 'one\n', 'old.txt': '12345', 'z.txt': 'z' });
    await cli.write('src/a.txt', 'two\nthree\n');
    await cli.write('new.txt', 'new\n');
    expect(await cli.run('rm', 'old.txt')).toEqual(printed('staged delete  old.txt\n'));
    expect(await cli.run('ls')).toEqual(printed('new.txt\nsrc/\nz.txt\n'));
    expect(await cli.run('ls', '-a')).toEqual(printed('new.txt\nsrc/\nz.txt\n'));
    expect(await cli.run('cat', 'src/a.txt')).toEqual(printed('two\nthree\n'));
    await cli.workspace.write('src/a.txt', 'changed meanwhile\n');
    expect(await cli.run('status')).toEqual(
      printed(
        [
          'session "default", staged:',
          '  create  new.txt    +4 bytes',
          '  delete  old.txt    -5 bytes',
          '  modify  src/a.txt  +10 -4 bytes  conflict: changed in the workspace since',
          '3 changes pending, 14 bytes staged, 1 conflict',
          '',
        ].join('\n'),
      ),
    );
    expect(await cli.run('diff', '--name-status')).toEqual(
      printed('A\tnew.txt\nD\told.txt\nM\tsrc/a.txt\n'),
    );
    expect(await cli.run('diff', '-U0', 'new.txt')).toEqual(
      printed(
        [
          'diff --git a/new.txt b/new.txt',
          'new file mode 100644',
          'index 0000000000000000000000000000000000000000..3e757656cf36eca53338e520d134963a44f793f8',
          '--- /dev/null',
          '+++ b/new.txt',
          '@@ -0,0 +1 @@',
          '+new',
          '',
        ].join('\n'),
      ),
    );
    const commit = await cli.run('commit');
    expect(commit).toEqual({
      stdout: 'committed  new.txt\ncommitted  old.txt\n',
      stderr: expect.stringMatching(
        /^staged-fs: ERR_STAGED_CONFLICT: src\/a\.txt: .*\n(?:.*\n)*staged-fs: warning: 1 path still pending\.\n$/,
      ) as unknown,
      code: 3,
    });
    expect(await cli.run('commit', '--on-conflict', 'overwrite', '--dry-run')).toEqual(
      printed('would commit  src/a.txt\n'),
    );
    expect(await cli.run('commit', '--on-conflict', 'overwrite')).toEqual(
      printed('committed  src/a.txt\n'),
    );
    expect((await cli.workspace.read('src/a.txt')).toString()).toBe('two\nthree\n');
    expect(await cli.run('verify')).toEqual(printed('no findings: the stored state is whole\n'));
  });

  it('tells when the patch is against another base than was staged on', async () => {
    const large = 'one line of many\n'.repeat(100_000);
    await using cli = await cliFixture({ 'large.txt': large });
    await cli.write('large.txt', `${large}mine\n`);
    await cli.workspace.write('large.txt', `${large}theirs\n`);
    const { stdout, stderr, code } = await cli.run('diff');
    expect([code, stdout.split('\n').slice(-3)]).toEqual([0, ['-theirs', '+mine', '']]);
    expect(stderr).toMatch(
      /^staged-fs: warning: `large\.txt` has changed since it was staged on, /,
    );
  });

  it('selects by pathspec, warns of what matched nothing, fails when nothing did', async () => {
    await using cli = await cliFixture();
    for (const path of ['a.txt', 'src/b.txt', 'src/deep/c.txt', 'src/d.log'])
      await cli.write(path, 'x');
    expect(await cli.run('discard', ':(glob)src/*.txt', 'nothing')).toEqual({
      stdout: 'discarded  src/b.txt\n',
      stderr: 'staged-fs: warning: The pathspec "nothing" matches no pending change.\n',
      code: 0,
    });
    expect(await cli.run('commit', 'nothing', 'neither')).toEqual({
      stdout: '',
      stderr:
        'staged-fs: ERR_STAGED_NOT_FOUND: No pending change matches "nothing", "neither".\n' +
        '  Run `staged-fs status` to see what is pending.\n',
      code: 1,
    });
    expect(await cli.run('diff', '--name-status', 'src')).toEqual(
      printed('A\tsrc/d.log\nA\tsrc/deep/c.txt\n'),
    );
    expect(await cli.run('commit', 'src/')).toEqual(
      printed('committed  src/d.log\ncommitted  src/deep/c.txt\n'),
    );
    expect(await cli.run('discard')).toEqual(printed('discarded  a.txt\n'));
  });

  it('is relative to the current directory, and finds the workspace above it', async () => {
    await using cli = await cliFixture({ 'src/a.txt': 'a', 'b.txt': 'b' });
    await cli.write('src/new.txt', 'new');
    await cli.run('rm', 'b.txt');
    expect(await cli.runIn('src', 'status')).toEqual(
      printed(
        [
          'session "default", staged:',
          '  delete  ../b.txt  -1 bytes',
          '  create  new.txt   +3 bytes',
          '2 changes pending, 3 bytes staged',
          '',
        ].join('\n'),
      ),
    );
    expect(await cli.runIn('src', 'cat', 'new.txt')).toEqual(printed('new'));
    expect(await cli.runIn('src', 'discard', '.')).toEqual(printed('discarded  new.txt\n'));
    expect(await cli.runIn('src', 'commit', '..')).toEqual(printed('committed  ../b.txt\n'));
  });

  it('works on another workspace and session by option or environment', async () => {
    await using cli = await cliFixture();
    await using other = await cliFixture({ 'x/y.txt': 'y\n' });
    const { root } = other.workspace;
    expect(await cli.run('--root', root, '--session', 's-7', 'rm', 'x/y.txt')).toEqual(
      printed('staged delete  x/y.txt\n'),
    );
    expect(await cli.run('status', '--root', root, '--session', 's-7', '--json')).toMatchObject({
      code: 0,
    });
    expect(await cli.workspace.exists('.harn')).toBe(false);
    expect(await other.run('sessions')).toEqual({
      stdout: expect.stringMatching(
        /^s-7 {2}staged {2}1 change pending, 0 bytes {2}last used .*Z\n$/,
      ) as unknown,
      stderr: '',
      code: 0,
    });
  });

  it('writes links, modes and files, and keeps what it must not replace', async () => {
    await using cli = await cliFixture({ 'made.bin': Buffer.from([0, 255]), 'a.txt': 'a' });
    expect(await cli.run('write', 'copy.bin', '--from', 'made.bin', '--file-mode', '755')).toEqual(
      printed('staged  copy.bin  (2 bytes, new)\n'),
    );
    await cli.write('link', 'a.txt', '--file-mode', 'link');
    expect(await cli.write('a.txt', 'b', '--no-overwrite')).toMatchObject({
      stdout: '',
      stderr: expect.stringMatching(/^staged-fs: ERR_STAGED_EXISTS: /) as unknown,
      code: 1,
    });
    expect(await cli.write('no/b.txt', 'b', '--no-create-parents')).toMatchObject({
      stderr: expect.stringMatching(/^staged-fs: ERR_STAGED_PARENT_MISSING: /) as unknown,
      code: 1,
    });
    await cli.run('commit');
    expect(await cli.workspace.tree()).toMatchObject({
      'copy.bin': { kind: 'file', mode: 0o755, content: Buffer.from([0, 255]) },
      link: { kind: 'symlink', target: 'a.txt' },
    });
  });

  it('shows names that could harm a terminal in escaped form', async () => {
    await using cli = await cliFixture();
    await cli.write('a\u001b[31m.txt', 'x');
    expect((await cli.run('status')).stdout).toContain('create  "a\\u001b[31m.txt"  +1 bytes');
  });
});

describe('log', () => {
  it('is readable, or JSON lines', async () => {
    await using cli = await cliFixture();
    await cli.write('a.txt', 'a');
    await cli.run('discard');
    const { stdout } = await cli.run('log');
    const lines = stdout.split('\n').map((line) => line.replace(/\d{4}-\S+Z/, 'TIME'));
    expect(lines).toEqual([
      expect.stringMatching(/^ +\d+ {2}TIME {2}set_mode {10}\(0 pending\)$/),
      expect.stringMatching(/^ +\d+ {2}TIME {2}write {13}a\.txt {2}\(1 pending\)$/),
      expect.stringMatching(/^ +\d+ {2}TIME {2}discard_staged {4}\(0 pending\)$/),
      '',
    ]);
    const json = (await cli.run('log', '--json')).stdout.trimEnd().split('\n');
    expect(json.map((line): unknown => JSON.parse(line))[1]).toEqual({
      seq: expect.any(Number) as unknown,
      op: 'write',
      path: 'a.txt',
      pending_count: 1,
      ts_ms: expect.any(Number) as unknown,
    });
  });
});
