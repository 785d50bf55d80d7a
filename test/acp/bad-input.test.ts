import { expect, it } from 'vitest';
import { openHost, sessionId } from './host.ts';
import type { Message } from './message.ts';
import { openSmallAgent, promptOf, updatesIn } from './small-agent.ts';

const invalid = (argument: string) => ({
  code: -32602,
  data: { code: 'ERR_STAGED_INVALID_ARGUMENT', data: { argument } },
});

it.each([
  [undefined, invalid('sessionId')],
  [[], invalid('sessionId')],
  [{ mode: 'staged' }, invalid('sessionId')],
  [{ sessionId: 7, mode: 'staged' }, invalid('sessionId')],
  [{ sessionId: 'nope' }, invalid('mode')],
  [{ sessionId, mode: 'STAGED' }, invalid('mode')],
  [{ sessionId, mode: null }, invalid('mode')],
  [
    { sessionId: 'nope', mode: 'staged' },
    { code: -32602, message: 'Unknown session: nope' },
  ],
  [
    { sessionId: '', mode: 'staged' },
    { code: -32602, message: 'Unknown session: ' },
  ],
])('session/fs_mode refuses %j', async (params, error) => {
  await using host = await openHost();
  expect((await host.wire.request('session/fs_mode', params)).error).toMatchObject(error);
  expect(host.wire.notices).toEqual([]);
});

it.each(['session/fs_commit_staged', 'session/fs_discard_staged'])('%s refuses', async (method) => {
  await using host = await openHost();
  await host.session.setMode('staged');
  await host.session.write('a.txt', 'a');
  const { wire } = host;
  await wire.notice(1);
  const a = host.at('a.txt');
  for (const paths of ['a.txt', { 0: a }, [a, null], [a, 3], [[a]], 7, true]) {
    const reply = await wire.request(method, { sessionId, paths });
    expect(reply.error, JSON.stringify(paths)).toMatchObject(invalid('paths'));
  }
  const unknown = await wire.request(method, { sessionId: 'nope' });
  expect(unknown.error).toMatchObject({ code: -32602, message: 'Unknown session: nope' });
  // Nothing of it had an effect, and nothing was told.
  expect((await host.session.status()).pendingWrites).toHaveLength(1);
  expect(wire.notices).toHaveLength(1);
  // Not pending, outside or empty: these select nothing, which is no failure.
  for (const paths of [[], ['b.txt'], ['/etc/passwd'], ['../x'], ['']]) {
    const reply = await wire.request(method, { sessionId, paths });
    expect(reply.error, JSON.stringify(paths)).toBeUndefined();
  }
  expect((await host.session.status()).pendingWrites).toHaveLength(1);
  // As in the reference, paths may be relative to the workspace, and extra params are ignored.
  await wire.request(method, { sessionId, paths: ['a.txt'], extra: true });
  expect((await host.session.status()).pendingWrites).toEqual([]);
});

it('reports a failure of the engine with the table’s code, never -32000', async () => {
  await using host = await openHost();
  await host.workspace.write('.harn/state', 'a file where the state should be');
  const { error } = await host.wire.request('session/fs_mode', { sessionId, mode: 'staged' });
  expect(error).toMatchObject({ code: -32603, data: { code: 'ERR_STAGED_CORRUPT' } });
  expect(host.wire.notices).toEqual([]);
});

it('reports a closed session', async () => {
  await using host = await openHost();
  await host.session.close();
  const reply = await host.wire.request('session/fs_mode', { sessionId, mode: 'staged' });
  expect(reply.error).toMatchObject({
    code: -32602,
    data: { code: 'ERR_STAGED_SESSION_CLOSED' },
  });
});

it('refuses a working directory that is relative, missing or a file', async () => {
  await using agent = await openSmallAgent({ 'a.txt': 'a' });
  const open = async (cwd: unknown): Promise<Message> =>
    await agent.wire.request('session/new', { cwd, mcpServers: [] });
  expect((await open('relative')).error).toMatchObject(invalid('cwd'));
  expect((await open(7)).error?.code).toBe(-32602);
  expect((await open(agent.at('missing'))).error?.code).toBe(-32002);
  expect((await open(agent.at('a.txt'))).error?.code).toBe(-32602);
  const prompt = await agent.wire.request('session/prompt', promptOf('nope', 'list'));
  expect(prompt.error).toMatchObject({ code: -32602, message: 'Unknown session: nope' });
});

it('answers what is no message, and goes on', async () => {
  await using agent = await openSmallAgent();
  const { wire } = agent;
  const codes: number[] = [];
  const lines = ['{"jsonrpc":', '[]', '7', '"text"', '{"jsonrpc":"1.0","id":1,"method":"x"}'];
  for (const line of lines) {
    const from = wire.received.length;
    wire.sendLine(line);
    const { error } = await wire.until(({ id }) => id === null, from);
    codes.push(error?.code ?? 0);
  }
  expect(codes).toEqual([-32700, -32600, -32600, -32600, -32600]);
  expect((await wire.request('session/fs_nothing', {})).error?.code).toBe(-32601);
  expect((await agent.prompt('list')).result).toEqual({ stopReason: 'end_turn' });
  expect(wire.complaints).toEqual([]);
});

it('answers a line of 40 MB as malformed, and goes on', async () => {
  await using agent = await openSmallAgent();
  const { wire, sessionId: id } = agent;
  const from = wire.received.length;
  const text = `write a.txt: ${'x'.repeat(40_000_000)}`;
  wire.send({ jsonrpc: '2.0', id: 99, method: 'session/prompt', params: promptOf(id, text) });
  const { error } = await wire.until((message) => message.id === null, from);
  expect(error).toEqual({ code: -32700, message: 'The line is longer than 33554431 bytes.' });
  expect((await agent.state()).pendingCount).toBe(0);
  // Under the limit it is taken.
  await agent.prompt(text.slice(0, 5_000_000));
  expect((await agent.state()).pendingCount).toBe(1);
});

it('refuses a line that is no UTF-8: nothing else may be staged in its place', async () => {
  await using agent = await openSmallAgent();
  const { wire, sessionId: id } = agent;
  const from = wire.received.length;
  const request = {
    jsonrpc: '2.0',
    id: 9,
    method: 'session/prompt',
    params: promptOf(id, 'write a: caf?'),
  };
  wire.sendLine(Buffer.from(JSON.stringify(request).replace('?', '\xe9'), 'latin1'));
  const { error } = await wire.until((message) => message.id === null, from);
  expect(error).toEqual({ code: -32700, message: 'The line is not UTF-8.' });
  expect((await agent.state()).pendingCount).toBe(0);
});

it('sends no line that a client would not take, however much it is asked to show', async () => {
  await using agent = await openSmallAgent();
  const { wire } = agent;
  const from = wire.received.length;
  await agent.prompt(
    `write a.txt: ${'x'.repeat(12_000_000)}\nread a.txt\nread ${'y'.repeat(3_000_000)}`,
  );
  await agent.prompt(`write k: ${'` '.repeat(200_000)}\n/diff k\n/diff a.txt`);
  const longest = Math.max(...wire.received.slice(from).map((m) => JSON.stringify(m).length));
  expect(longest).toBeLessThan(8_000_000);
  expect((await agent.state()).pendingWrites.map(({ byteDelta }) => byteDelta)).toEqual([
    12_000_000, 400_000,
  ]);
});

it('refuses params that are nested without end', async () => {
  await using host = await openHost();
  const deep = `${'['.repeat(50_000)}${']'.repeat(50_000)}`;
  const params = `{"sessionId":${JSON.stringify(sessionId)},"paths":${deep}}`;
  host.wire.sendLine(
    `{"jsonrpc":"2.0","id":5,"method":"session/fs_commit_staged","params":${params}}`,
  );
  const { error } = await host.wire.until(({ id }) => id === 5);
  expect(error).toMatchObject(invalid('paths'));
});

it('answers what it accepted when the input ends', async () => {
  await using agent = await openSmallAgent();
  const { wire, sessionId: id } = agent;
  const prompt = wire.begin('session/prompt', promptOf(id, 'write a.txt: a\nwrite b.txt: b'));
  const commit = wire.begin('session/fs_commit_staged', { sessionId: id });
  wire.end();
  const replies = await Promise.all([prompt.reply, commit.reply]);
  expect(replies.map(({ error }) => error)).toEqual([undefined, undefined]);
  await agent.served;
  await wire.ended;
  expect(wire.notices.at(-1)).toEqual(await agent.state());
});

it('does not hang at the end on a client that answers no more', async () => {
  const never = new Promise(() => undefined);
  await using agent = await openSmallAgent(
    {},
    { clientFs: true },
    {
      capabilities: { fs: { readTextFile: true, writeTextFile: true } },
      answers: { 'fs/read_text_file': async () => await never },
    },
  );
  const { wire, sessionId: id } = agent;
  const prompt = wire.begin('session/prompt', promptOf(id, 'read a.txt\nread b.txt'));
  await wire.until(({ method }) => method === 'fs/read_text_file');
  wire.end();
  expect((await prompt.reply).result).toEqual({ stopReason: 'end_turn' });
  await agent.served;
  expect(updatesIn(wire.received, 'tool_call_update')).toMatchObject([
    { status: 'failed' },
    { status: 'failed' },
  ]);
});

it('cancels what runs when it is interrupted', async () => {
  await using agent = await openSmallAgent();
  const { wire, sessionId: id } = agent;
  const lines = Array.from({ length: 2000 }, (_, n) => `write ${n}.txt: ${n}`);
  const prompt = wire.begin('session/prompt', promptOf(id, lines.join('\n')));
  await wire.until((message) => updatesIn([message], 'tool_call').length > 0);
  agent.interrupt.abort();
  // Comes too late: it is neither answered nor done.
  wire.send({
    jsonrpc: '2.0',
    id: 'late',
    method: 'session/fs_commit_staged',
    params: { sessionId: id },
  });
  expect((await prompt.reply).result).toEqual({ stopReason: 'cancelled' });
  await agent.served;
  await wire.ended;
  expect(wire.received.filter((message) => message.id === 'late')).toEqual([]);
  expect(await agent.workspace.tree()).toEqual({});
});

it.each(['session/cancel', '$/cancel_request'])('%s stops a prompt between writes', async (how) => {
  await using agent = await openSmallAgent();
  const { wire, sessionId: id } = agent;
  const lines = Array.from({ length: 2000 }, (_, n) => `write ${n}.txt: ${'x'.repeat(5000)}`);
  const prompt = wire.begin('session/prompt', promptOf(id, lines.join('\n')));
  await wire.notice(1);
  const busy = await wire.request('session/prompt', promptOf(id, 'list'));
  expect(busy.error?.code).toBe(-32602);
  wire.send({ jsonrpc: '2.0', method: how, params: { sessionId: id, requestId: prompt.id } });
  expect((await prompt.reply).result).toEqual({ stopReason: 'cancelled' });
  // Each write is there as a whole or not at all, as its tool call says.
  const done = updatesIn(wire.received, 'tool_call_update').filter(
    (update) => Reflect.get(Object(update), 'status') === 'completed',
  );
  const { pendingWrites, pendingCount } = await agent.state();
  expect(pendingCount).toBe(done.length);
  expect(pendingCount).toBeLessThan(2000);
  expect(pendingWrites.every(({ byteDelta }) => byteDelta === 5000)).toBe(true);
  expect(wire.notices.at(-1)).toEqual(await agent.state());
  expect((await agent.prompt('list')).result).toEqual({ stopReason: 'end_turn' });
});

it('cancels one large write as a whole or not at all', async () => {
  await using agent = await openSmallAgent();
  const { wire, sessionId: id } = agent;
  const text = `write a.txt: ${'x'.repeat(8_000_000)}\nwrite b.txt: b`;
  const { reply } = wire.begin('session/prompt', promptOf(id, text));
  await wire.until((message) => updatesIn([message], 'tool_call').length > 0);
  wire.send({ jsonrpc: '2.0', method: 'session/cancel', params: { sessionId: id } });
  expect((await reply).result).toEqual({ stopReason: 'cancelled' });
  const [outcome] = updatesIn(wire.received, 'tool_call_update');
  const isDone = Reflect.get(Object(outcome), 'status') === 'completed';
  const { pendingWrites } = await agent.state();
  expect(pendingWrites.map(({ byteDelta }) => byteDelta)).toEqual(isDone ? [8_000_000] : []);
});

it('cancels a commit with every path either committed or still pending', async () => {
  await using host = await openHost();
  const { wire, session } = host;
  await session.setMode('staged');
  const names = Array.from({ length: 300 }, (_, n) => `${String(n).padStart(3, '0')}.txt`);
  await Promise.all(names.map(async (name) => await session.write(name, name)));
  const { id, reply } = wire.begin('session/fs_commit_staged', { sessionId });
  wire.send({ jsonrpc: '2.0', method: '$/cancel_request', params: { requestId: id } });
  const { error } = await reply;
  expect([undefined, -32800]).toContain(error?.code);
  const { pendingWrites } = await session.status();
  const committed = Object.entries(await host.workspace.tree()).filter(([name]) =>
    names.includes(name),
  );
  expect(
    [...committed.map(([name]) => name), ...pendingWrites.map(({ path }) => path)].sort(),
  ).toEqual(names);
  await wire.noticeEquals(host.state);
  expect((await wire.request('session/fs_commit_staged', { sessionId })).error).toBeUndefined();
  expect((await session.status()).pendingWrites).toEqual([]);
});
