import { setTimeout as delay } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { StagedFsError } from '../../src/base/errors.ts';
import { messagesIn, request, startServer } from './server.ts';

const echo = async (params: unknown): Promise<unknown> => await Promise.resolve(params);

describe('requests', () => {
  it('get a reply with their id, whatever its type', async () => {
    const server = startServer({ echo });
    server.input.write(request('a', 'echo', { n: 1 }));
    server.input.write(request(2.5, 'echo'));
    server.input.write('{"jsonrpc":"2.0","id":null,"method":"echo","params":[1]}\n');
    expect(await server.finish()).toEqual([
      { jsonrpc: '2.0', id: 'a', result: { n: 1 } },
      { jsonrpc: '2.0', id: 2.5, result: null },
      { jsonrpc: '2.0', id: null, result: [1] },
    ]);
  });

  it('without an id get none, even when they fail', async () => {
    const calls: unknown[] = [];
    const fail = async (params: unknown): Promise<unknown> => {
      calls.push(params);
      return await Promise.reject(new Error('no'));
    };
    const server = startServer({ fail });
    server.input.write('{"jsonrpc":"2.0","method":"fail","params":{"n":1}}\n');
    server.input.write('{"jsonrpc":"2.0","method":"unknown"}\n');
    expect(await server.finish()).toEqual([]);
    expect(calls).toEqual([{ n: 1 }]);
  });

  it('start in order of arrival and overlap', async () => {
    const started: unknown[] = [];
    const wait = async (params: unknown): Promise<unknown> => {
      started.push(params);
      await delay(params === 1 ? 50 : 1);
      return params;
    };
    const server = startServer({ wait });
    server.input.write([1, 2, 3].map((n) => request(n, 'wait', n)).join(''));
    const replies = await server.finish();
    expect(started).toEqual([1, 2, 3]);
    expect(replies.at(-1)).toEqual({ jsonrpc: '2.0', id: 1, result: 1 });
    expect(replies).toHaveLength(3);
  });

  it('may come in pieces, or several in one, and without a last newline', async () => {
    const server = startServer({ echo });
    const bytes = Buffer.from(`${request(1, 'echo', 'é')}${request(2, 'echo')}`.trimEnd());
    for (const byte of bytes) server.input.write(Uint8Array.of(byte));
    expect(await server.finish()).toEqual([
      { jsonrpc: '2.0', id: 1, result: 'é' },
      { jsonrpc: '2.0', id: 2, result: null },
    ]);
  });

  it('may be a line of 40 MB', async () => {
    const length = async (params: unknown): Promise<unknown> =>
      await Promise.resolve(String(params).length);
    const server = startServer({ length });
    const size = 40 * 1024 * 1024;
    const line = Buffer.from(request(1, 'length', 'x'.repeat(size)));
    const start = performance.now();
    for (let at = 0; at < line.length; at += 65536)
      server.input.write(line.subarray(at, at + 65536));
    expect(await server.finish()).toEqual([{ jsonrpc: '2.0', id: 1, result: size }]);
    // Joining at every chunk would copy 12 GB; generous for a busy machine.
    expect(performance.now() - start).toBeLessThan(5000);
  });
});

describe('errors', () => {
  const fail = async (params: unknown): Promise<unknown> => await Promise.reject(errorFor(params));

  it.each([
    ['ERR_STAGED_INVALID_ARGUMENT', -32602],
    ['ERR_STAGED_INVALID_PATH', -32602],
    ['ERR_STAGED_PATH_ESCAPE', -32602],
    ['ERR_STAGED_NOT_FOUND', -32002],
    ['ERR_STAGED_CONFLICT', -32010],
    ['ERR_STAGED_BUSY', -32011],
    ['ERR_STAGED_TOO_LARGE', -32012],
    ['ERR_STAGED_QUOTA', -32012],
    ['ERR_STAGED_ABORTED', -32800],
    ['ERR_STAGED_BODY_CORRUPT', -32603],
    ['ERR_STAGED_IO', -32603],
  ])('%s is %d', async (code, number) => {
    const server = startServer({ fail });
    server.input.write(request(1, 'fail', code));
    expect(await server.finish()).toEqual([
      {
        jsonrpc: '2.0',
        id: 1,
        error: {
          code: number,
          message: 'It broke.',
          data: { code, message: 'It broke.', data: {} },
        },
      },
    ]);
  });

  it('of other kinds are internal, without data', async () => {
    const server = startServer({ fail });
    server.input.write(request(1, 'fail', 'other'));
    expect(await server.finish()).toEqual([
      { jsonrpc: '2.0', id: 1, error: { code: -32603, message: 'plain' } },
    ]);
  });

  it('name an unknown method', async () => {
    const server = startServer({});
    server.input.write(request(1, 'nope'));
    expect(await server.finish()).toEqual([
      { jsonrpc: '2.0', id: 1, error: { code: -32601, message: 'Method not found: nope' } },
    ]);
  });

  it('stand in for a result that is no JSON', async () => {
    const big = async (): Promise<unknown> => await Promise.resolve(1n);
    const server = startServer({ big });
    server.input.write(request(1, 'big'));
    expect(await server.finish()).toEqual([
      { jsonrpc: '2.0', id: 1, error: { code: -32012, message: 'The result is too large.' } },
    ]);
  });

  function errorFor(code: unknown): Error {
    if (code === 'other') return new Error('plain');
    const known = ['ERR_STAGED_INTERNAL', code].at(-1);
    return Object.assign(new StagedFsError('ERR_STAGED_INTERNAL', 'It broke.'), { code: known });
  }
});

describe('rpc.discover', () => {
  it('lists the methods with their schemas, itself not', async () => {
    const server = startServer({ echo });
    server.input.write(request(1, 'rpc.discover'));
    expect(await server.finish()).toEqual([
      {
        jsonrpc: '2.0',
        id: 1,
        result: {
          openrpc: '1.3.2',
          info: { title: 'test', version: '0.0.0' },
          methods: [
            {
              name: 'echo',
              paramStructure: 'by-name',
              params: [
                { name: 'a', required: true, schema: { type: 'string' } },
                { name: 'b', required: false, schema: { type: 'integer' } },
              ],
              result: { name: 'result', schema: { type: 'boolean' } },
            },
          ],
        },
      },
    ]);
  });
});

describe('notices', () => {
  const notice = (key: string, n: number) => ({
    method: 'changed',
    key,
    params: () => ({ key, n }),
  });

  it('are at most one a tick for each key, the last', async () => {
    const server = startServer({ echo });
    for (const n of [1, 2, 3]) server.post(notice('a', n));
    server.post(notice('b', 1));
    await expect.poll(() => server.output.readableLength).toBeGreaterThan(0);
    server.post(notice('a', 4));
    expect(await server.finish()).toEqual([
      { jsonrpc: '2.0', method: 'changed', params: { key: 'a', n: 3 } },
      { jsonrpc: '2.0', method: 'changed', params: { key: 'b', n: 1 } },
      { jsonrpc: '2.0', method: 'changed', params: { key: 'a', n: 4 } },
    ]);
  });

  it('wait while the client does not read, and then only the last state is sent', async () => {
    const server = startServer({ echo });
    server.input.write(request(1, 'echo', 'x'.repeat(100_000)));
    await expect.poll(() => server.output.readableLength).toBeGreaterThan(0);
    for (let n = 1; n <= 100; n += 1) {
      server.post(notice('a', n));
      if (n % 10 === 0) await delay(1);
    }
    const replies = await server.finish();
    expect(replies.slice(1)).toEqual([
      { jsonrpc: '2.0', method: 'changed', params: { key: 'a', n: 100 } },
    ]);
  });
});

describe('the end', () => {
  it('waits for what was accepted', async () => {
    const slow = async (): Promise<unknown> => await delay(50, 'done');
    const server = startServer({ slow });
    server.input.write(request(1, 'slow'));
    expect(await server.finish()).toEqual([{ jsonrpc: '2.0', id: 1, result: 'done' }]);
  });

  it('comes with a signal, which still answers what was accepted', async () => {
    const slow = async (): Promise<unknown> => await delay(50, 'done');
    const server = startServer({ slow });
    server.input.write(request(1, 'slow'));
    await delay(5);
    server.stop.abort();
    await server.served;
    expect(messagesIn(String(server.output.read()))).toEqual([
      { jsonrpc: '2.0', id: 1, result: 'done' },
    ]);
  });

  it('comes when the client goes away', async () => {
    const server = startServer({ echo });
    server.input.write(request(1, 'echo'));
    await delay(5);
    server.output.destroy(new Error('EPIPE'));
    await server.served;
    expect(server.input.destroyed).toBe(true);
  });

  it('leaves no request to a client that never reads: reading stops', async () => {
    const server = startServer({ echo });
    for (let n = 0; n < 500; n += 1) server.input.write(request(n, 'echo', 'x'.repeat(10_000)));
    await delay(20);
    // What is not taken stays in the stream of the client.
    expect(server.input.readableLength + server.input.writableLength).toBeGreaterThan(1_000_000);
    expect(await server.finish()).toHaveLength(500);
  });
});
