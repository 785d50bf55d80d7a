import { type Readable, Writable } from 'node:stream';
import { type AnyMessage, ndJsonStream, type Stream } from '@agentclientprotocol/sdk';
import { OpenRequests } from './open-requests.ts';
import { cutLines } from './whole-lines.ts';

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

// Like the official SDK's own limit.
const MAX_LINE_BYTES = 32 * 1024 * 1024;

/**
 * A stream for the SDK that ends well: when the input ends, what was accepted is answered before
 * the SDK closes the connection, which would drop it. Over-long lines are answered as malformed.
 */
export function stdioStream(options: StdioOptions): Stream {
  const bytes = ReadableStream.from(cutLines(readAll(options), MAX_LINE_BYTES));
  const inner = ndJsonStream(Writable.toWeb(options.output), bytes);
  const open = new OpenRequests();
  return {
    readable: ReadableStream.from(messagesOf(inner, open, options)),
    writable: answersTo(inner, open),
  };
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

function answersTo(inner: Stream, open: OpenRequests): WritableStream<AnyMessage> {
  const writer = inner.writable.getWriter();
  return new WritableStream({
    async write(message) {
      await writer.write(message);
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
