// What clients built on the official SDK, old and new, get to see.
import { PassThrough, Writable } from 'node:stream';
import * as sdk2 from '@agentclientprotocol/sdk';
import * as sdk0 from 'acp-sdk-0';
import * as sdk1 from 'acp-sdk-1';
import { expect, it } from 'vitest';
import { serveAgent } from '../../src/acp/serve-agent.ts';
import { tempWorkspace } from '../support/temp-workspace.ts';
import { type Notice, noticeIn } from './message.ts';
import { promptOf } from './small-agent.ts';

/** The little that every version's client can do. */
interface Agent {
  request(method: string, params: object): Promise<unknown>;
}

type Connect = (
  output: WritableStream<Uint8Array>,
  input: ReadableStream<Uint8Array>,
  onUpdate: (params: object) => void,
) => Agent;

const connectModern: Connect = (output, input, onUpdate) => {
  const app = sdk2.client().onNotification('session/update', ({ params }) => {
    onUpdate(params);
  });
  const { agent } = app.connect(sdk2.ndJsonStream(output, input));
  return { request: async (method, params) => await agent.request(method, params) };
};

const connectFirst: Connect = (output, input, onUpdate) => {
  const connection = new sdk0.ClientSideConnection(
    () => callbacks(onUpdate),
    sdk0.ndJsonStream(output, input),
  );
  return legacyAgent(connection);
};

const connectSecond: Connect = (output, input, onUpdate) => {
  const connection = new sdk1.ClientSideConnection(
    () => callbacks(onUpdate),
    sdk1.ndJsonStream(output, input),
  );
  return legacyAgent(connection);
};

it.each([
  ['0.14.1', connectFirst],
  ['1.9.0', connectSecond],
  ['2.4.0', connectModern],
] as const)('a client on SDK %s gets the notices and can use the controls', async (_v, connect) => {
  await using workspace = await tempWorkspace({ 'a.txt': 'disk' });
  const input = new PassThrough();
  const output = new PassThrough();
  const interrupt = new AbortController();
  const served = serveAgent({ version: '0', input, output, signal: interrupt.signal });
  const notices: Notice[] = [];
  const agent = connect(Writable.toWeb(input), ReadableStream.from(bytesOf(output)), (params) => {
    const notice = noticeIn({ method: 'session/update', params: { ...params } });
    if (notice !== undefined) notices.push(notice);
  });
  await agent.request('initialize', { protocolVersion: 1, clientCapabilities: {} });
  const opened = await agent.request('session/new', { cwd: workspace.root, mcpServers: [] });
  const sessionId = String(Reflect.get(Object(opened), 'sessionId'));
  await agent.request('session/prompt', promptOf(sessionId, 'write a.txt: staged'));
  const path = workspace.path('a.txt');
  expect(notices.at(-1)).toEqual({
    pendingCount: 1,
    totalBytes: 6,
    pendingWrites: [{ path, kind: 'modify', byteDelta: 2, snapshotId: 'call_1' }],
  });
  expect((await workspace.read('a.txt')).toString()).toBe('disk');
  for (const prefix of ['', '_harn/']) {
    expect(await agent.request(`${prefix}session/fs_mode`, { sessionId, mode: 'staged' })).toEqual({
      previousMode: 'staged',
      mode: 'staged',
    });
  }
  expect(await agent.request('session/fs_commit_staged', { sessionId, paths: [path] })).toEqual({
    committedPaths: [path],
    failedPathsWithReasons: [],
  });
  await expect.poll(() => notices.at(-1)?.pendingCount).toBe(0);
  interrupt.abort();
  await served;
});

interface LegacyConnection {
  initialize(params: { protocolVersion: number; clientCapabilities: object }): Promise<unknown>;
  newSession(params: { cwd: string; mcpServers: never[] }): Promise<unknown>;
  prompt(params: { sessionId: string; prompt: { type: 'text'; text: string }[] }): Promise<unknown>;
  extMethod(method: string, params: Record<string, unknown>): Promise<unknown>;
}

function legacyAgent(connection: LegacyConnection): Agent {
  const field = (params: object, name: string): string => String(Reflect.get(params, name));
  return {
    request: async (method, params) => {
      switch (method) {
        case 'initialize':
          return await connection.initialize({ protocolVersion: 1, clientCapabilities: {} });
        case 'session/new':
          return await connection.newSession({ cwd: field(params, 'cwd'), mcpServers: [] });
        case 'session/prompt':
          return await connection.prompt({
            sessionId: field(params, 'sessionId'),
            prompt: [{ type: 'text', text: 'write a.txt: staged' }],
          });
        default:
          return await connection.extMethod(method, { ...params });
      }
    },
  };
}

function callbacks(onUpdate: (params: object) => void): {
  sessionUpdate: (params: object) => Promise<void>;
  requestPermission: () => Promise<never>;
} {
  return {
    sessionUpdate: async (params) => {
      onUpdate(params);
      await Promise.resolve();
    },
    requestPermission: async () => await Promise.reject(new Error('Nobody asks.')),
  };
}

async function* bytesOf(stream: AsyncIterable<unknown>): AsyncGenerator<Uint8Array> {
  for await (const chunk of stream) if (chunk instanceof Uint8Array) yield chunk;
}
