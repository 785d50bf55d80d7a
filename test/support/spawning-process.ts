/**
 * A small process that starts children for a large one: starting one copies the page tables of the
 * parent, which takes 50 ms where that has grown to 600 MB, as the tests do, and 10 ms here.
 */
import { type ChildProcess, fork } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import type { ChildCall, ChildResult } from './child.ts';

export interface SpawnRequest {
  readonly id: number;
  readonly call: ChildCall;
}

export type SpawnReply = { readonly id: number } & (
  | { readonly result: ChildResult }
  | { readonly error: unknown }
);

const PROGRAM = fileURLToPath(
  new URL('../../dist/test/support/children/spawn-server.js', import.meta.url),
);

export class SpawningProcess {
  readonly #process: ChildProcess;
  readonly #open = new Map<number, (reply: SpawnReply) => void>();
  #lastId = 0;

  constructor() {
    this.#process = fork(PROGRAM, { serialization: 'advanced', execArgv: [] });
    this.#process.on('message', (reply: SpawnReply) => {
      this.#settle(reply);
    });
    this.#rest();
  }

  async run(call: ChildCall): Promise<ChildResult> {
    this.#lastId += 1;
    const id = this.#lastId;
    const replied = new Promise<SpawnReply>((resolve) => this.#open.set(id, resolve));
    this.#process.channel?.ref();
    this.#process.send({ id, call } satisfies SpawnRequest);
    const reply = await replied;
    if ('error' in reply) throw reply.error;
    const { stdout, stderr, code } = reply.result;
    return { stdout: Buffer.from(stdout), stderr, code };
  }

  #settle(reply: SpawnReply): void {
    const resolve = this.#open.get(reply.id);
    this.#open.delete(reply.id);
    if (this.#open.size === 0) this.#rest();
    resolve?.(reply);
  }

  // It ends with this process, and does not keep it.
  #rest(): void {
    this.#process.unref();
    this.#process.channel?.unref();
  }
}
