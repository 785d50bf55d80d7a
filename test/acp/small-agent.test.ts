import { pathToFileURL } from 'node:url';
import { RequestError } from '@agentclientprotocol/sdk';
import { expect, it } from 'vitest';
import { openSmallAgent, textsIn, updatesIn } from './small-agent.ts';

it('introduces itself and announces its commands after the session', async () => {
  await using agent = await openSmallAgent();
  const { wire } = agent;
  const announced = await wire.until((message) => message.method === 'session/update');
  expect(wire.received.indexOf(announced)).toBe(2);
  expect(wire.received[0]?.result).toMatchObject({
    protocolVersion: 1,
    agentInfo: { name: 'staged-fs' },
    agentCapabilities: { _meta: { harn: { stagedFs: { version: 1 } } } },
  });
  expect(announced.params?.['update']).toMatchObject({
    sessionUpdate: 'available_commands_update',
    availableCommands: [
      { name: 'staged' },
      { name: 'diff', input: { hint: 'paths' } },
      { name: 'commit' },
      { name: 'discard' },
    ],
  });
});

it('makes a tool call of each instruction, with diffs against the disk', async () => {
  await using agent = await openSmallAgent({ 'old.txt': 'old\n', 'gone.txt': 'gone\n' });
  const { wire, at } = agent;
  const lines = [
    'write dir/new.txt: one\\ntwo \\\\n',
    'append old.txt: more\\n',
    'append old.txt: and more\\n',
    'delete gone.txt',
    'read dir/new.txt',
    'list',
    'read gone.txt',
  ];
  const reply = await agent.prompt(lines.join('\n'));
  expect(reply.result).toEqual({ stopReason: 'end_turn' });
  expect(updatesIn(wire.received, 'tool_call')).toMatchObject([
    { toolCallId: 'call_1', kind: 'edit', locations: [{ path: at('dir/new.txt') }] },
    { toolCallId: 'call_2', kind: 'edit', locations: [{ path: at('old.txt') }] },
    { toolCallId: 'call_3', kind: 'edit' },
    { toolCallId: 'call_4', kind: 'delete', locations: [{ path: at('gone.txt') }] },
    { toolCallId: 'call_5', kind: 'read' },
    { toolCallId: 'call_6', kind: 'read', locations: [{ path: agent.workspace.root }] },
    { toolCallId: 'call_7', kind: 'read' },
  ]);
  const text = (content: string) => [{ type: 'content', content: { type: 'text', text: content } }];
  const diff = (path: string, oldText: string | null, newText: string) => [
    { type: 'diff', path: at(path), oldText, newText },
  ];
  expect(updatesIn(wire.received, 'tool_call_update')).toMatchObject([
    { status: 'completed', content: diff('dir/new.txt', null, 'one\ntwo \\n') },
    { status: 'completed', content: diff('old.txt', 'old\n', 'old\nmore\n') },
    { status: 'completed', content: diff('old.txt', 'old\n', 'old\nmore\nand more\n') },
    { status: 'completed', content: diff('gone.txt', 'gone\n', '') },
    { status: 'completed', content: text('one\ntwo \\n') },
    { status: 'completed', content: text('dir/\nold.txt') },
    { status: 'failed', content: text(`Nothing exists at \`${at('gone.txt')}\`.`) },
  ]);
  // Sent before the prompt was answered: some clients listen only then.
  expect(wire.notices.at(-1)).toEqual({
    pendingCount: 3,
    totalBytes: 28,
    pendingWrites: [
      { path: at('dir/new.txt'), kind: 'create', byteDelta: 10, snapshotId: 'call_1' },
      { path: at('gone.txt'), kind: 'delete', byteDelta: -5, snapshotId: 'call_4' },
      { path: at('old.txt'), kind: 'modify', byteDelta: 14, snapshotId: 'call_3' },
    ],
  });
  expect(Object.keys(await agent.workspace.tree())).toEqual(['gone.txt', 'old.txt']);
  expect(wire.complaints).toEqual([]);
});

it('takes a link to a file for its path', async () => {
  await using agent = await openSmallAgent({ 'a b.txt': 'text' });
  const uri = pathToFileURL(agent.at('a b.txt')).href;
  const prompt = [
    { type: 'text', text: 'read ' },
    { type: 'resource_link', name: 'a b.txt', uri },
    { type: 'text', text: '\nlist .' },
  ];
  await agent.wire.request('session/prompt', { sessionId: agent.sessionId, prompt });
  expect(updatesIn(agent.wire.received, 'tool_call')).toMatchObject([
    { kind: 'read', locations: [{ path: agent.at('a b.txt') }] },
    { title: `list ${agent.workspace.root}` },
  ]);
});

it('takes a linked or quoted path after a slash command as one, spaces and all', async () => {
  await using agent = await openSmallAgent();
  const { wire, sessionId, at } = agent;
  const pending = async (): Promise<unknown> =>
    (await agent.state()).pendingWrites.map(({ path }) => path);
  await agent.prompt('write a: 1\nwrite b.txt: 2\nwrite a b.txt: 3\nwrite c "d": 4');
  const prompt = [
    { type: 'text', text: '/discard ' },
    { type: 'resource_link', name: 'a b.txt', uri: pathToFileURL(at('a b.txt')).href },
  ];
  await wire.request('session/prompt', { sessionId, prompt });
  expect(await pending()).toEqual([at('a'), at('b.txt'), at('c "d"')]);
  await agent.prompt('/discard "c \\"d\\"" a');
  expect(await pending()).toEqual([at('b.txt')]);
  // A link is never the command itself.
  const link = { type: 'resource_link', name: 'commit', uri: 'file:///commit' };
  await wire.request('session/prompt', { sessionId, prompt: [link] });
  expect(await pending()).toEqual([at('b.txt')]);
});

it.each(['file://elsewhere/a.txt', 'file:///a%2Fb', 'file:///a%0A/commit', 'a\n/commit'])(
  'refuses the link %j',
  async (uri) => {
    await using agent = await openSmallAgent();
    await agent.prompt('write a.txt: a');
    const prompt = [
      { type: 'text', text: 'read ' },
      { type: 'resource_link', name: 'a', uri },
    ];
    const reply = await agent.wire.request('session/prompt', {
      sessionId: agent.sessionId,
      prompt,
    });
    expect(reply.error).toMatchObject({
      code: -32602,
      data: { code: 'ERR_STAGED_INVALID_ARGUMENT', data: { argument: 'prompt' } },
    });
    expect((await agent.state()).pendingCount).toBe(1);
  },
);

it('takes lines that end in CR LF', async () => {
  await using agent = await openSmallAgent();
  await agent.prompt('write a.txt: a\r\nwrite b.txt: b\r\n');
  expect((await agent.state()).pendingWrites).toMatchObject([
    { path: agent.at('a.txt'), byteDelta: 1 },
    { path: agent.at('b.txt'), byteDelta: 1 },
  ]);
});

it('shows no diff of what is no text or too large, and deletes directories', async () => {
  await using agent = await openSmallAgent({
    'image.png': Uint8Array.of(0xff, 0xfe),
    'large.txt': 'x'.repeat(2 * 1024 * 1024),
    'dir/a.txt': 'a',
  });
  await agent.prompt('write image.png: x\nappend large.txt: x\ndelete dir');
  expect(updatesIn(agent.wire.received, 'tool_call_update')).toMatchObject(
    Array.from({ length: 3 }, () => ({ status: 'completed', content: [{ type: 'content' }] })),
  );
  expect(agent.wire.notices.at(-1)?.pendingCount).toBe(3);
  expect(agent.wire.complaints).toEqual([]);
});

it('lists, shows, commits and discards by slash commands', async () => {
  await using agent = await openSmallAgent({ 'a.txt': 'a\n' });
  const { wire } = agent;
  await agent.prompt('write a.txt: ```\\n\nwrite b.txt: b\nwrite c.txt: c');
  const said = async (text: string): Promise<unknown> => {
    const from = wire.received.length;
    await agent.prompt(text);
    return textsIn(wire.received.slice(from));
  };
  expect(await said('/staged')).toEqual([
    'Pending:\n- modify a.txt (+2 bytes)\n- create b.txt (+1 bytes)\n- create c.txt (+1 bytes)',
  ]);
  expect(await said('/diff a.txt')).toEqual([expect.stringMatching(/^````diff\ndiff --git/)]);
  expect(await said('/discard b.txt')).toEqual(['Discarded:\n- b.txt']);
  await agent.workspace.write('c.txt', 'taken');
  expect(await said('/commit')).toEqual([
    expect.stringMatching(/^Committed:\n- a.txt\n\nNot committed:\n- c.txt: /),
  ]);
  expect((await agent.workspace.read('a.txt')).toString()).toBe('```\n');
  expect(await said('/discard')).toEqual(['Discarded:\n- c.txt']);
  expect(await said('/diff')).toEqual(['No changes.']);
  expect(await said('do something')).toEqual([expect.stringContaining('write PATH: TEXT')]);
  expect(wire.notices.at(-1)).toEqual(await agent.state());
  expect(wire.complaints).toEqual([]);
});

it('writes through the client when told to', async () => {
  const files = new Map<string, string>();
  const read = (params: unknown) => {
    const content = files.get(String(Reflect.get(Object(params), 'path')));
    if (content === undefined) throw RequestError.resourceNotFound();
    return { content };
  };
  const write = (params: unknown) => {
    files.set(
      String(Reflect.get(Object(params), 'path')),
      String(Reflect.get(Object(params), 'content')),
    );
  };
  await using agent = await openSmallAgent(
    {},
    { clientFs: true },
    {
      capabilities: { fs: { readTextFile: true, writeTextFile: true } },
      answers: { 'fs/read_text_file': read, 'fs/write_text_file': write },
    },
  );
  const { wire, at } = agent;
  await agent.prompt(
    'write a.txt: one\nappend a.txt: two\nread a.txt\nread b.txt\ndelete a.txt\nlist',
  );
  expect([...files]).toEqual([[at('a.txt'), 'onetwo']]);
  expect(updatesIn(wire.received, 'tool_call_update')).toMatchObject([
    { status: 'completed', content: [{ type: 'diff', oldText: null, newText: 'one' }] },
    { status: 'completed', content: [{ type: 'diff', oldText: 'one', newText: 'onetwo' }] },
    { status: 'completed' },
    { status: 'failed' },
    { status: 'failed' },
    { status: 'failed' },
  ]);
  expect(wire.notices).toEqual([]);
  expect(wire.complaints).toEqual([]);
});

it('asks a client for nothing that it did not offer', async () => {
  await using agent = await openSmallAgent({}, { clientFs: true });
  await agent.prompt('write a.txt: one\nread a.txt');
  expect(updatesIn(agent.wire.received, 'tool_call_update')).toMatchObject([
    { status: 'failed' },
    { status: 'failed' },
  ]);
  expect(agent.wire.received.filter(({ method }) => method?.startsWith('fs/'))).toEqual([]);
});
