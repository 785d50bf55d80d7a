import { spawn } from 'node:child_process';
import { text } from 'node:stream/consumers';
import { expect, it } from 'vitest';
import { MAIN } from '../cli/cli.ts';
import { tempWorkspace } from '../support/temp-workspace.ts';
import { startProgram } from './program.ts';
import { promptOf, sessionIdIn, updatesIn } from './small-agent.ts';
import { Wire } from './wire.ts';

it('serves the agent on standard input and output, and ends well with them', async () => {
  await using workspace = await tempWorkspace();
  const { wire, sessionId, finish } = await startProgram(workspace.root, ['acp']);
  const { reply } = wire.begin('session/prompt', promptOf(sessionId, 'write a.txt: hello'));
  expect(await finish()).toEqual({ code: 0, stderr: '' });
  expect((await reply).result).toEqual({ stopReason: 'end_turn' });
  expect(wire.notices.at(-1)?.pendingCount).toBe(1);
  expect(wire.complaints).toEqual([]);
});

it('takes a mode and a root', async () => {
  await using workspace = await tempWorkspace({ 'sub/a.txt': 'a' });
  const args = ['--root', workspace.root, 'acp', '--mode', 'immediate', '--client-fs'];
  const { wire, sessionId, finish } = await startProgram(workspace.path('sub'), args);
  await wire.request('session/prompt', promptOf(sessionId, 'read a.txt'));
  expect(updatesIn(wire.received, 'tool_call')).toMatchObject([
    { locations: [{ path: workspace.path('sub/a.txt') }] },
  ]);
  const { result } = await wire.request('session/fs_mode', { sessionId, mode: 'staged' });
  expect(result).toEqual({ previousMode: 'immediate', mode: 'staged' });
  expect(await workspace.exists('.harn/state/staged')).toBe(true);
  expect(await finish()).toEqual({ code: 0, stderr: '' });
});

it('ends on a signal, with what runs cancelled', async () => {
  await using workspace = await tempWorkspace();
  const { wire, sessionId, kill, finish } = await startProgram(workspace.root, ['acp']);
  const lines = Array.from({ length: 5000 }, (_, n) => `write ${n}.txt: ${n}`);
  const { reply } = wire.begin('session/prompt', promptOf(sessionId, lines.join('\n')));
  await wire.notice(1);
  kill('SIGTERM');
  expect((await reply).result).toEqual({ stopReason: 'cancelled' });
  expect(await finish()).toMatchObject({ stderr: '' });
});

it('ends when the client reads no more, though its input stays open', async () => {
  await using workspace = await tempWorkspace();
  const { wire, sessionId, leave, exited } = await startProgram(workspace.root, ['acp']);
  leave();
  wire.send({
    jsonrpc: '2.0',
    id: 'last',
    method: 'session/prompt',
    params: promptOf(sessionId, 'list'),
  });
  expect(await exited).toMatchObject({ code: 0, stderr: '' });
});

it('sends nothing that a reader of lines may break a message at', async () => {
  await using workspace = await tempWorkspace({ 'a.txt': 'one\u2028two\u0085three' });
  const child = spawn(process.execPath, [MAIN, 'acp'], { cwd: workspace.root });
  const session = { cwd: workspace.root, mcpServers: [] };
  const wire = new Wire(child.stdin, child.stdout);
  const raw = text(child.stdout);
  await wire.request('initialize', { protocolVersion: 1 });
  const sessionId = sessionIdIn(await wire.request('session/new', session));
  await wire.request('session/prompt', promptOf(sessionId, 'read a.txt'));
  wire.end();
  const sent = await raw;
  expect(sent).toContain(String.raw`one\u2028two\u0085three`);
  expect(sent).not.toMatch(/[\u0085\u2028\u2029]/);
});
