import { isUtf8 } from 'node:buffer';
import { type Readable, Writable } from 'node:stream';
import { type AnyMessage, ndJsonStream, type Stream } from '@agentclientprotocol/sdk';
import { linesOf } from '../base/byte-lines.ts';
import { escapeBreaks } from '../base/json-line.ts';
import { PARSE_ERROR } from '../base/rpc-codes.ts';
import { OpenRequests } from './open-requests.ts';

/** Where the messages come from and go to. */
export interface StdioOptions {
  readonly input: Readable;
  /** Not ended: it is the caller's. */
  readonly output: Writable;
  /** Stops the reading. */
  readonly signal: AbortSignal;
  /** Called when no more messages come; requests that are open then are still answered. */
  readonly onEnd: () => void;
  /** Called when all are answered, before the connection closes. */
  readonly beforeClose: () => Promise<void>;
}

const LINE_FEED = Buffer.from('\n');
// Like the official SDK's own limit, less the line feed.
const MAX_LINE_BYTES = 32 * 1024 * 1024 - 1;

/**
 * A stream for the SDK that ends well: when the input ends, what was accepted is answered before
 * the SDK closes the connection, which would drop it. A line that is too long, where the SDK would end
 * the connection, or no UTF-8, which it would mend in silence, is answered as malformed.
 */
export function stdioStream(options: StdioOptions): Stream {
  const lines = goodLines(options, async (message) => {
    await output.write(parseError(message));
  });
  const inner = ndJsonStream(unbroken(options.output), ReadableStream.from(lines));
  const output = inner.writable.getWriter();
  const open = new OpenRequests();
  return {
    readable: ReadableStream.from(messagesOf(inner, open, options)),
    writable: answersTo(output, open),
  };
}

// The SDK writes a message as JSON.stringify makes it, each as one chunk.
function unbroken(output: Writable): WritableStream<Uint8Array> {
  const writer = Writable.toWeb(output).getWriter();
  return new WritableStream({
    write: async (line) => {
      await writer.write(Buffer.from(escapeBreaks(Buffer.from(line).toString())));
    },
    close: async () => {
      await writer.close();
    },
    abort: async (reason) => {
      await writer.abort(reason);
    },
  });
}

async function* goodLines(
  options: StdioOptions,
  refuse: (message: string) => Promise<void>,
): AsyncGenerator<Uint8Array> {
  for await (const line of linesOf(readAll(options), MAX_LINE_BYTES)) {
    if ('tooLong' in line) await refuse(`The line is longer than ${MAX_LINE_BYTES} bytes.`);
    else if (!isUtf8(line.bytes)) await refuse('The line is not UTF-8.');
    else yield Buffer.concat([line.bytes, LINE_FEED]);
  }
}

function parseError(message: string): AnyMessage {
  return { jsonrpc: '2.0', id: null, error: { code: PARSE_ERROR, message } };
}

async function* messagesOf(
  inner: Stream,
  open: OpenRequests,
  { onEnd, beforeClose }: StdioOptions,
): AsyncGenerator<AnyMessage> {
  for await (const message of inner.readable) {
    open.received(message);
    yield message;
  }
  onEnd();
  await open.allAnswered();
  await beforeClose();
}

function answersTo(
  output: WritableStreamDefaultWriter<AnyMessage>,
  open: OpenRequests,
): WritableStream<AnyMessage> {
  return new WritableStream({
    async write(message) {
      await output.write(message);
      open.sent(message);
    },
  });
}

async function* readAll({ input, signal }: StdioOptions): AsyncGenerator<Uint8Array | string> {
  const stop = (): void => {
    input.destroy();
  };
  signal.addEventListener('abort', stop);
  try {
    if (!signal.aborted) yield* chunksOf(input);
  } catch (error) {
    // Destroyed by us or by the other end: that is the end of the input.
    if (!input.destroyed) throw error;
  } finally {
    signal.removeEventListener('abort', stop);
  }
}

async function* chunksOf(input: AsyncIterable<unknown>): AsyncGenerator<Uint8Array | string> {
  for await (const chunk of input) {
    if (typeof chunk === 'string' || chunk instanceof Uint8Array) yield chunk;
  }
}
