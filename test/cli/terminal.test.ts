// What only a terminal gets: colours, a pager, progress.
import { PassThrough, Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { afterEach, describe, expect, it, vi } from 'vitest';
import type { CliIo, Stream } from '../../src/cli/io.ts';
import { withProgress } from '../../src/cli/progress.ts';
import { runCli } from '../../src/cli/run-cli.ts';
import { Shell } from '../../src/cli/shell.ts';
import { type TempWorkspace, tempWorkspace } from '../support/temp-workspace.ts';

afterEach(() => {
  vi.useRealTimers();
});

describe('diff on a terminal', () => {
  const GREEN_LINE = '\u001b[32m+new\u001b[m\n';

  it('goes through the pager, in colour', async () => {
    await using workspace = await workspaceWithChange();
    const pager = `sed 's/^/seen: /' > '${workspace.path('paged')}'`;
    for (const [name, env] of [
      ['GIT_PAGER', { GIT_PAGER: pager, PAGER: 'false' }],
      ['PAGER', { PAGER: pager }],
    ] as const) {
      const terminal = terminalIn(workspace, { ...env, PATH: process.env['PATH'] });
      expect(await runCli(['diff'], terminal.io)).toBe(0);
      expect({ name, paged: (await workspace.read('paged')).toString() }).toEqual({
        name,
        paged: expect.stringContaining(`seen: ${GREEN_LINE}`) as unknown,
      });
      expect(await terminal.printed()).toBe('');
    }
  });

  it('needs no pager, and no colour', async () => {
    await using workspace = await workspaceWithChange();
    const coloured = terminalIn(workspace, { PAGER: 'cat' });
    await runCli(['diff'], coloured.io);
    expect(await coloured.printed()).toContain(GREEN_LINE);
    const plain = terminalIn(workspace, { GIT_PAGER: '', NO_COLOR: '1' });
    await runCli(['diff'], plain.io);
    expect(await plain.printed()).toContain('\n+new\n');
    const short = terminalIn(workspace, { PAGER: 'cat' });
    await runCli(['diff', '--name-status'], short.io);
    expect(await short.printed()).toBe('A\ta.txt\n');
  });

  it('ends quietly when the pager is left early', async () => {
    await using workspace = await workspaceWithChange('line\n'.repeat(300_000));
    const terminal = terminalIn(workspace, { PAGER: 'true', PATH: process.env['PATH'] });
    expect(await runCli(['diff'], terminal.io)).toBe(0);
    expect(await terminal.complained()).toBe('');
  });
});

describe('work over a second', () => {
  it('shows that it goes on, on a terminal only', async () => {
    vi.useFakeTimers();
    const shown: string[] = [];
    for (const isTerminal of [true, false]) {
      await using workspace = await tempWorkspace();
      const terminal = terminalIn(workspace, {}, isTerminal);
      await using shell = new Shell(terminal.io, {}, runCli);
      const work = new Promise<number>((resolve) => setTimeout(() => resolve(7), 2500));
      const result = withProgress(shell, 'committing', work);
      await vi.advanceTimersByTimeAsync(2500);
      expect(await result).toBe(7);
      shown.push(await terminal.complained());
    }
    expect(shown).toEqual(['\rcommitting… 1 s\rcommitting… 2 s\r\u001b[K', '']);
  });
});

interface Terminal {
  readonly io: CliIo;
  readonly printed: () => Promise<string>;
  readonly complained: () => Promise<string>;
}

function terminalIn(workspace: TempWorkspace, env: CliIo['env'], isTTY = true): Terminal {
  const stdout: Stream = Object.assign(new PassThrough(), { isTTY });
  const stderr: Stream = Object.assign(new PassThrough(), { isTTY });
  const io: CliIo = {
    stdin: Readable.from([]),
    stdout,
    stderr,
    env,
    cwd: workspace.root,
    signal: new AbortController().signal,
  };
  return {
    io,
    printed: async () => await endOf(stdout),
    complained: async () => await endOf(stderr),
  };
}

async function endOf(stream: Stream): Promise<string> {
  stream.end();
  return stream instanceof PassThrough ? await text(stream) : '';
}

async function workspaceWithChange(body = 'new\n'): Promise<TempWorkspace> {
  const workspace = await tempWorkspace();
  const terminal = terminalIn(workspace, {});
  await runCli(['write', 'a.txt'], { ...terminal.io, stdin: Readable.from([Buffer.from(body)]) });
  return workspace;
}
