import type { ParseReply, ParseTask } from './parse-task.ts';
import { Threads } from './threads.ts';
import type { WorkerProgram } from './worker-url.ts';

/** Loading a grammar takes up to 45 ms: an agent that looks around should find them loaded. */
const IDLE_TIMEOUT_MS = 15_000;

/** How to start the threads, and how many at most. */
export interface ParserPoolOptions extends WorkerProgram {
  readonly maxThreads: number;
}

/** Threads that parse until the first of them is ruined; then they all end. */
export class ParserPool {
  readonly #threads: Threads<ParseTask, ParseReply>;

  constructor(options: ParserPoolOptions) {
    this.#threads = new Threads({
      ...options,
      idleTimeoutMs: IDLE_TIMEOUT_MS,
      failure: 'A parsing worker failed.',
    });
  }

  get isEnded(): boolean {
    return this.#threads.isClosed;
  }

  /**
   * Does a task; `ruined` when the threads ended for another's sake.
   * @throws ERR_STAGED_INTERNAL when they failed
   */
  async run(task: ParseTask): Promise<ParseReply> {
    try {
      const reply = await this.#runMoved(task);
      if (isRuin(reply)) void this.end();
      return reply;
    } catch (error) {
      if (this.isEnded) return { kind: 'ruined' };
      void this.end();
      throw error;
    }
  }

  async end(): Promise<void> {
    await this.#threads.close();
  }

  async #runMoved({ task, stop }: ParseTask): Promise<ParseReply> {
    // A copy: the caller keeps its bytes, and a view would take its whole buffer along.
    const source = new Uint8Array(task.source);
    const transferList = [source.buffer];
    return await this.#threads.run({ task: { ...task, source }, stop }, { transferList });
  }
}

function isRuin(reply: ParseReply): boolean {
  return reply.kind === 'ruined' || (reply.kind === 'refused' && reply.reason === 'crashed');
}
