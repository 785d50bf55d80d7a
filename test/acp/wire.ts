// A client that speaks plain JSON-RPC lines, and keeps and checks every line it gets.
import { EventEmitter, once } from 'node:events';
import { createInterface } from 'node:readline';
import type { Readable, Writable } from 'node:stream';
import { RequestError } from '@agentclientprotocol/sdk';
import { type Message, messageSchema, type Notice, noticeIn } from './message.ts';
import { complaintsAbout } from './schema.ts';

type Answer = (params: unknown) => unknown;

export class Wire {
  /** Everything the agent sent, in order. */
  readonly received: Message[] = [];
  readonly complaints: string[] = [];
  /** Resolves when the agent has ended its output. */
  readonly ended: Promise<void>;
  readonly #toAgent: Writable;
  readonly #arrivals = new EventEmitter();
  readonly #asked = new Map<unknown, string>();
  readonly #answers: Readonly<Record<string, Answer>>;
  #lastId = 0;

  constructor(toAgent: Writable, fromAgent: Readable, answers: Record<string, Answer> = {}) {
    this.#toAgent = toAgent;
    this.#answers = answers;
    this.#arrivals.setMaxListeners(0);
    toAgent.on('error', () => undefined);
    this.ended = this.#listen(fromAgent);
  }

  /** The whole reply. */
  async request(method: string, params?: unknown): Promise<Message> {
    const { reply } = this.begin(method, params);
    return await reply;
  }

  /** Sends a request; tells its id. */
  begin(
    method: string,
    params?: unknown,
  ): { readonly id: number; readonly reply: Promise<Message> } {
    this.#lastId += 1;
    const id = this.#lastId;
    this.#asked.set(id, method);
    const reply = this.until((message) => message.id === id && message.method === undefined);
    this.send({ jsonrpc: '2.0', id, method, params });
    return { id, reply };
  }

  send(message: object): void {
    this.sendLine(JSON.stringify(message));
  }

  sendLine(line: string | Buffer): void {
    this.#toAgent.write(Buffer.concat([Buffer.from(line), Buffer.from('\n')]));
  }

  end(): void {
    this.#toAgent.end();
  }

  /** The first message that fits, from the `from`th on. */
  async until(fits: (message: Message) => boolean, from = 0): Promise<Message> {
    for (let next = from; ; next += 1) {
      while (next >= this.received.length) await once(this.#arrivals, 'message');
      const message = this.received[next];
      if (message !== undefined && fits(message)) return message;
    }
  }

  get notices(): Notice[] {
    return this.received.flatMap((message) => noticeIn(message) ?? []);
  }

  /** The `count`th notice, from 1. */
  async notice(count: number): Promise<Notice> {
    while (this.notices.length < count) await once(this.#arrivals, 'message');
    return this.notices[count - 1] ?? neverNotice();
  }

  /** Waits until the last notice equals what `expected` tells then. */
  async noticeEquals(expected: () => Promise<Notice>): Promise<void> {
    for (;;) {
      const seen = this.received.length;
      const wanted = await expected();
      if (JSON.stringify(this.notices.at(-1)) === JSON.stringify(wanted)) return;
      if (this.received.length === seen) await once(this.#arrivals, 'message');
    }
  }

  async #listen(fromAgent: Readable): Promise<void> {
    for await (const line of createInterface({ input: fromAgent })) {
      const message = messageSchema.parse(JSON.parse(line));
      const isAnswer = message.method === undefined;
      const asked = isAnswer ? this.#asked.get(message.id) : undefined;
      this.complaints.push(...complaintsAbout(message, asked));
      this.received.push(message);
      this.#arrivals.emit('message');
      if (message.method !== undefined && message.id !== undefined) void this.#reply(message);
    }
  }

  async #reply({ id, method = '', params }: Message): Promise<void> {
    try {
      const result = await this.#answers[method]?.(params);
      this.send({ jsonrpc: '2.0', id, result: result ?? {} });
    } catch (error) {
      this.send({ jsonrpc: '2.0', id, error: errorIn(error) });
    }
  }
}

function errorIn(error: unknown): unknown {
  return error instanceof RequestError ? error.toErrorResponse() : { code: -32603, message: 'x' };
}

function neverNotice(): never {
  throw new Error('There is no such notice.');
}
