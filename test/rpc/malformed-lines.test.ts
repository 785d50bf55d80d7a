import { text } from 'node:stream/consumers';
import { describe, expect, it } from 'vitest';
import { request, startServer } from './server.ts';

const echo = async (params: unknown): Promise<unknown> => await Promise.resolve(params);

describe('a line that is no request', () => {
  const INVALID = -32600;
  const PARSE = -32700;

  it.each([
    ['cut JSON', '{"jsonrpc":"2.0","id":1', PARSE, null],
    ['no JSON', 'hello', PARSE, null],
    ['bytes that are not UTF-8', Buffer.from([0x22, 0xff, 0x22]), PARSE, null],
    ['a number', '1', INVALID, null],
    ['null', 'null', INVALID, null],
    ['an empty batch', '[]', INVALID, null],
    ['a batch', '[{"jsonrpc":"2.0","id":1,"method":"echo"}]', INVALID, null],
    ['no version', '{"id":1,"method":"echo"}', INVALID, 1],
    ['another version', '{"jsonrpc":"1.0","id":"x","method":"echo"}', INVALID, 'x'],
    ['no method', '{"jsonrpc":"2.0","id":2}', INVALID, 2],
    ['a method that is a number', '{"jsonrpc":"2.0","id":3,"method":4}', INVALID, 3],
    ['an id that is an object', '{"jsonrpc":"2.0","id":{},"method":"echo"}', INVALID, null],
    ['a reply', '{"jsonrpc":"2.0","id":5,"result":1}', INVALID, 5],
  ])('%s is answered, and the server goes on', async (...[, line, code, id]) => {
    const server = startServer({ echo });
    server.input.write(line);
    server.input.write(`\n${request(9, 'echo', { ok: true })}`);
    expect(await server.finish()).toEqual([
      { jsonrpc: '2.0', id, error: { code, message: expect.any(String) as unknown } },
      { jsonrpc: '2.0', id: 9, result: { ok: true } },
    ]);
  });

  it('is dropped with an answer when it is too long', async () => {
    const server = startServer({ echo }, 100);
    server.input.write('x'.repeat(60));
    server.input.write('x'.repeat(60));
    server.input.write(`xx\n${request(1, 'echo', {})}`);
    expect(await server.finish()).toEqual([
      {
        jsonrpc: '2.0',
        id: null,
        error: { code: PARSE, message: 'The line is longer than this server takes.' },
      },
      { jsonrpc: '2.0', id: 1, result: {} },
    ]);
  });

  it('is nothing when it is blank', async () => {
    const server = startServer({ echo });
    server.input.write(`\n \r\n${request(1, 'echo', {})}\n`);
    expect(await server.finish()).toEqual([{ jsonrpc: '2.0', id: 1, result: {} }]);
  });
});

// https://github.com/earendil-works/pi/issues/1911: node's readline breaks a message at these.
it('no message holds what a reader of lines may break it at', async () => {
  const server = startServer({ echo });
  const said = 'next\u0085line\u2028separator\u2029end';
  server.input.write(request(1, 'echo', { said }));
  server.input.end();
  const received = text(server.output);
  await server.served;
  server.output.end();
  expect(await received).toBe(
    '{"jsonrpc":"2.0","id":1,"result":{"said":"next\\u0085line\\u2028separator\\u2029end"}}\n',
  );
});
