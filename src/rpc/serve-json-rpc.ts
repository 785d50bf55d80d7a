import type { Readable, Writable } from 'node:stream';
import { linesOf } from '../base/byte-lines.ts';
import { TOO_LARGE } from '../base/rpc-codes.ts';
import { answerTo, failure, type Reply } from './answer.ts';
import { discoverMethod, type ServerInfo } from './discover.ts';
import { LineWriter } from './line-writer.ts';
import type { Notice, RpcMethod } from './method-table.ts';
import { Notices } from './notices.ts';
import { OpenRequests } from './open-requests.ts';
import { readLine } from './request.ts';

/** Options of `serveJsonRpc`. */
export interface ServeOptions {
  readonly methods: readonly RpcMethod[];
  readonly info: ServerInfo;
  readonly input: Readable;
  /** Carries protocol only. It is not ended: it is the caller's. */
  readonly output: Writable;
  /** Called once with the way to post notices; the answer stops them. */
  readonly notices?: (post: (notice: Notice) => void) => () => void;
  /** Stops taking requests; those accepted are finished. */
  readonly signal?: AbortSignal;
  /** Longest line taken, in bytes. @default 64 MiB */
  readonly maxLineBytes?: number;
}

/**
 * Serves JSON-RPC 2.0, one message a line, until the input ends; then finishes what was accepted
 * and resolves. Requests overlap. While the client does not read its replies, no more requests are
 * taken. A malformed line is answered and the server goes on.
 */
export async function serveJsonRpc(options: ServeOptions): Promise<void> {
  const writer = new LineWriter(options.output);
  const notices = new Notices(writer);
  const stopNotices = options.notices?.(notices.post);
  try {
    await serve(options, writer);
    await notices.flush();
  } finally {
    stopNotices?.();
    writer.detach();
  }
}

const MAX_LINE_BYTES = 64 * 1024 * 1024;
// Requests a client may have open at once; reading stops there, so memory is bounded.
const MAX_OPEN = 1024;

async function serve(options: ServeOptions, writer: LineWriter): Promise<void> {
  const methods = methodTable(options);
  const open = new OpenRequests();
  const stop = stopReading(options, writer);
  try {
    for await (const line of linesOf(options.input, options.maxLineBytes ?? MAX_LINE_BYTES)) {
      const request = readLine(line);
      if (request !== undefined) open.add(reply(answerTo(request, methods), writer));
      await open.roomFor(MAX_OPEN);
      await writer.ready();
      if (writer.isGone || options.signal?.aborted === true) break;
    }
  } catch (error) {
    // Destroyed by us or by the other end: that is the end of the input.
    if (!options.input.destroyed) throw error;
  } finally {
    stop();
  }
  await open.allDone();
  await writer.ready();
}

async function reply(answer: Promise<Reply | undefined>, writer: LineWriter): Promise<void> {
  const message = await answer;
  if (message === undefined) return;
  try {
    await writer.write(message);
  } catch {
    // JSON.stringify has a longest string; the client still needs an answer to this id.
    await writer.write(
      failure(message.id, { code: TOO_LARGE, message: 'The result is too large.' }),
    );
  }
}

function methodTable({ methods, info }: ServeOptions): ReadonlyMap<string, RpcMethod> {
  const discover = discoverMethod(methods, info);
  return new Map([...methods, discover].map((method) => [method.name, method]));
}

// A client that went away, or a signal, must also end a read that waits for the next line.
function stopReading({ input, output, signal }: ServeOptions, writer: LineWriter): () => void {
  const destroy = (): void => {
    if (writer.isGone || signal?.aborted === true) input.destroy();
  };
  output.once('close', destroy);
  output.once('error', destroy);
  signal?.addEventListener('abort', destroy);
  return () => {
    output.off('close', destroy);
    output.off('error', destroy);
    signal?.removeEventListener('abort', destroy);
  };
}
