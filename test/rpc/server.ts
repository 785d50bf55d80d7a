// A server over in-memory streams, with methods the test makes up.
import { PassThrough } from 'node:stream';
import { text } from 'node:stream/consumers';
import type { Notice, RpcMethod } from '../../src/rpc/method-table.ts';
import { serveJsonRpc } from '../../src/rpc/serve-json-rpc.ts';

type Calls = Readonly<Record<string, (params: unknown) => Promise<unknown>>>;

export interface Server {
  readonly input: PassThrough;
  readonly output: PassThrough;
  readonly post: (notice: Notice) => void;
  readonly stop: AbortController;
  /** Settles when the server has returned. */
  readonly served: Promise<void>;
  /** Ends the input and gives every message the server sent. */
  readonly finish: () => Promise<unknown[]>;
}

export function startServer(calls: Calls, maxLineBytes?: number): Server {
  const input = new PassThrough();
  const output = new PassThrough();
  const stop = new AbortController();
  let post: (notice: Notice) => void = () => undefined;
  const served = serveJsonRpc({
    methods: Object.entries(calls).map(toMethod),
    info: { title: 'test', version: '0.0.0' },
    input,
    output,
    signal: stop.signal,
    notices: (given) => {
      post = given;
      return () => undefined;
    },
    ...(maxLineBytes === undefined ? {} : { maxLineBytes }),
  });
  const finish = async (): Promise<unknown[]> => {
    input.end();
    const received = text(output);
    await served;
    output.end();
    return messagesIn(await received);
  };
  return { input, output, post, stop, served, finish };
}

export function messagesIn(received: string): unknown[] {
  return received
    .split('\n')
    .filter((line) => line !== '')
    .map((line): unknown => JSON.parse(line));
}

export function request(id: number | string, method: string, params?: unknown): string {
  return `${JSON.stringify({ jsonrpc: '2.0', id, method, params })}\n`;
}

function toMethod([name, call]: [string, (params: unknown) => Promise<unknown>]): RpcMethod {
  const request = {
    type: 'object',
    properties: { a: { type: 'string' }, b: { type: 'integer' } },
    required: ['a'],
  };
  return { name, call, schemas: () => ({ request, response: { type: 'boolean' } }) };
}
