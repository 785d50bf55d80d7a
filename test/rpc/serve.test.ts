// `staged-fs serve` as a host sees it: a real child, one message a line.
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import type { Readable, Writable } from 'node:stream';
import { describe, expect, it } from 'vitest';
import { openEngine } from '../../src/index.ts';
import { MAIN } from '../cli/cli.ts';
import { type TempWorkspace, tempWorkspace } from '../support/temp-workspace.ts';

interface Client extends AsyncDisposable {
  readonly child: ChildProcess;
  readonly messages: Message[];
  readonly call: (method: string, params?: unknown) => Promise<Message>;
  readonly send: (line: string) => void;
  /** Ends the input; the exit code. */
  readonly end: () => Promise<number | null>;
}

interface Message {
  readonly id?: number | null;
  readonly method?: string;
  readonly params?: unknown;
  readonly result?: unknown;
  readonly error?: unknown;
}

describe('serve', () => {
  it('stages, reports, commits, and answers with the ids', async () => {
    await using workspace = await tempWorkspace({ 'a.txt': 'old' });
    await using client = connect(workspace);
    const { call } = client;
    const session_id = 's-7';
    expect(await call('fs.set_mode', { session_id, mode: 'staged' })).toEqual({
      jsonrpc: '2.0',
      id: 1,
      result: { previous_mode: 'immediate' },
    });
    const path = workspace.path('a.txt');
    expect(await call('tools.write_file', { session_id, path, content: 'new one' })).toEqual({
      jsonrpc: '2.0',
      id: 2,
      result: { path, bytes_written: 7, created: false },
    });
    await expect
      .poll(() => client.messages.filter(({ method }) => method === 'fs.pending'))
      .toEqual([
        {
          jsonrpc: '2.0',
          method: 'fs.pending',
          params: {
            session_id,
            pendingCount: 1,
            totalBytes: 7,
            pendingWrites: [{ path, kind: 'modify', byteDelta: 4, snapshotId: null }],
          },
        },
      ]);
    expect(await call('fs.commit_staged', { session_id })).toEqual({
      jsonrpc: '2.0',
      id: 3,
      result: { committed_paths: [path], failed_paths_with_reasons: [] },
    });
    expect((await workspace.read('a.txt')).toString()).toBe('new one');
    expect(await client.end()).toBe(0);
  });

  it('answers errors with the number and the hostlib data, and goes on', async () => {
    await using workspace = await tempWorkspace();
    await using client = connect(workspace);
    expect(await client.call('tools.read_file', { path: 'missing' })).toEqual({
      jsonrpc: '2.0',
      id: 1,
      error: {
        code: -32002,
        message: expect.stringMatching(/^hostlib: hostlib_tools_read_file: /) as unknown,
        data: {
          kind: 'backend_error',
          builtin: 'hostlib_tools_read_file',
          message: expect.any(String) as unknown,
          code: 'ERR_STAGED_NOT_FOUND',
          path: 'missing',
        },
      },
    });
    expect(await client.call('tools.read_file')).toMatchObject({
      error: {
        code: -32602,
        message: "hostlib: hostlib_tools_read_file: missing required parameter 'path'",
        data: { kind: 'missing_parameter' },
      },
    });
    expect(await client.call('tools.write_file', { path: '../x', content: '' })).toMatchObject({
      error: { code: -32602, data: { kind: 'tool_rejected' } },
    });
    client.send('not json\n');
    expect(await client.call('fs.staged_status', { session_id: 'unknown' })).toMatchObject({
      result: { pending_writes: [], total_bytes_pending: 0, oldest_pending_age_ms: 0 },
    });
    expect(client.messages).toContainEqual({
      jsonrpc: '2.0',
      id: null,
      error: { code: -32700, message: 'The line is not JSON in UTF-8.' },
    });
    expect(await client.end()).toBe(0);
  });

  it('lists every method in rpc.discover', async () => {
    await using workspace = await tempWorkspace();
    await using client = connect(workspace);
    const { result } = await client.call('rpc.discover');
    expect(result).toMatchObject({ info: { title: 'staged-fs' } });
    expect(namesIn(result)).toEqual([
      'fs.set_mode',
      'fs.staged_status',
      'fs.commit_staged',
      'fs.discard_staged',
      'fs.staged_read_text',
      'fs.read_text',
      'fs.safe_text_patch',
      'fs.emit_safe_text_patch_result',
      'fs.diff',
      'fs.apply_patch',
      'fs.verify',
      'fs.log',
      'fs.list_sessions',
      'tools.write_file',
      'tools.delete_file',
      'tools.read_file',
      'tools.list_directory',
      'tools.get_file_outline',
      'ast.parse_file',
      'ast.outline',
      'ast.symbols',
      'code_index.read_range',
      'code_index.file_hash',
    ]);
  });

  it('reads code through the overlay', async () => {
    await using workspace = await tempWorkspace({ 'm.py': 'def old(): pass\n' });
    await using client = connect(workspace);
    const about = { session_id: 's', path: 'm.py' };
    await client.call('fs.set_mode', { session_id: 's', mode: 'staged' });
    await client.call('tools.write_file', { ...about, content: 'def run(): pass\n' });
    const item = { name: 'run', kind: 'function', start_row: 0, end_row: 0, children: [] };
    const results = [
      await client.call('tools.get_file_outline', about),
      await client.call('code_index.read_range', { ...about, end: 1 }),
      await client.call('code_index.file_hash', { ...about, path: 'missing.py' }),
    ].map(({ result }) => result);
    expect(results).toEqual([
      { path: 'm.py', language: 'python', items: [item] },
      { content: 'def run(): pass', start: 1, end: 1 },
      null,
    ]);
    expect(await client.call('ast.symbols', { ...about, language: 'klingon' })).toMatchObject({
      error: { code: -32602, data: { kind: 'invalid_parameter' } },
    });
  });

  it('keeps the order of a burst, and finishes it after the end of input', async () => {
    await using workspace = await tempWorkspace();
    await using client = connect(workspace);
    const session_id = 's';
    const replies = [client.call('fs.set_mode', { session_id, mode: 'staged' })];
    for (let n = 0; n < 500; n += 1) {
      const path = n % 2 === 0 ? 'same.txt' : `${n}.txt`;
      replies.push(client.call('tools.write_file', { session_id, path, content: String(n) }));
    }
    const read = client.call('tools.read_file', { session_id, path: 'same.txt' });
    const status = client.call('fs.staged_status', { session_id });
    expect(await client.end()).toBe(0);
    expect((await Promise.all(replies)).filter(({ error }) => error !== undefined)).toEqual([]);
    expect(await read).toMatchObject({ result: { content: '498' } });
    expect((await status).result).toMatchObject({ total_bytes_pending: 3 + 250 * 3 - 5 * 2 - 45 });
    const notices = client.messages.filter(({ method }) => method === 'fs.pending');
    expect(notices.length).toBeLessThan(500);
    expect(notices.at(-1)?.params).toMatchObject({ session_id, pendingCount: 251 });
  });

  it('takes a body of 12 MB in one line', async () => {
    await using workspace = await tempWorkspace();
    await using client = connect(workspace);
    const size = 9 * 1024 * 1024;
    const content = Buffer.alloc(size, 'a').toString('base64');
    await client.call('fs.set_mode', { session_id: 's', mode: 'staged' });
    const params = { session_id: 's', path: 'big.bin', content, encoding: 'base64' };
    expect(await client.call('tools.write_file', params)).toMatchObject({
      result: { bytes_written: size },
    });
    await client.end();
    await using engine = await openEngine({ root: workspace.root });
    const staged = await (await engine.session('s')).read('big.bin');
    expect(Buffer.alloc(size, 'a').equals(staged)).toBe(true);
  });

  it('hears of what another process stages in a session it works on', async () => {
    await using workspace = await tempWorkspace();
    await using one = connect(workspace);
    await using two = connect(workspace);
    await one.call('fs.set_mode', { session_id: 's', mode: 'staged' });
    await two.call('tools.write_file', { session_id: 's', path: 'b.txt', content: 'b' });
    await expect
      .poll(() => one.messages.at(-1)?.params, { timeout: 5000 })
      .toMatchObject({
        session_id: 's',
        pendingCount: 1,
        pendingWrites: [
          { path: workspace.path('b.txt'), kind: 'create', byteDelta: 1, snapshotId: null },
        ],
      });
  });

  it.each(['SIGINT', 'SIGTERM'] as const)('ends well on %s', async (signal) => {
    await using workspace = await tempWorkspace();
    await using client = connect(workspace);
    await client.call('fs.set_mode', { session_id: 's', mode: 'staged' });
    const exit = once(client.child, 'exit');
    client.child.kill(signal);
    expect(await exit).toEqual([0, null]);
  });
});

function connect(workspace: TempWorkspace): Client {
  const child = spawn(process.execPath, [MAIN, 'serve'], {
    cwd: workspace.root,
    env: { PATH: process.env['PATH'] ?? '' },
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  const messages: Message[] = [];
  const waiting = new Map<number, (message: Message) => void>();
  const closed = listen(child.stdout, (message) => {
    messages.push(message);
    if (typeof message.id === 'number') waiting.get(message.id)?.(message);
  });
  let id = 0;
  const call = async (method: string, params?: unknown): Promise<Message> =>
    await new Promise<Message>((resolve) => {
      id += 1;
      waiting.set(id, resolve);
      child.stdin.write(`${JSON.stringify({ jsonrpc: '2.0', id, method, params })}\n`);
    });
  const end = async (): Promise<number | null> => await endOf(child, child.stdin, closed);
  return {
    child,
    messages,
    call,
    send: (line) => child.stdin.write(line),
    end,
    [Symbol.asyncDispose]: async () => {
      await end();
    },
  };
}

async function endOf(
  child: ChildProcess,
  stdin: Writable,
  closed: Promise<unknown>,
): Promise<number | null> {
  const isOver = child.exitCode !== null || child.signalCode !== null;
  const exited = isOver ? Promise.resolve() : once(child, 'exit');
  stdin.end();
  await Promise.all([exited, closed]);
  return child.exitCode;
}

async function listen(output: Readable, take: (message: Message) => void): Promise<void> {
  for await (const line of createInterface({ input: output })) take(JSON.parse(line) as Message);
}

function namesIn(document: unknown): unknown {
  const { methods } = document as { methods: { name: string }[] };
  return methods.map(({ name }) => name);
}
