import type { Piscina } from 'piscina';
import type { ParseReply, ParseTask } from './parse-task.ts';
import type { WorkerProgram } from './worker-url.ts';

/** Loading a grammar takes up to 45 ms: an agent that looks around should find them loaded. */
const IDLE_TIMEOUT_MS = 15_000;

type Threads = Piscina<ParseTask, ParseReply>;

/** How to start the threads, and how many at most. */
export interface ParserPoolOptions extends WorkerProgram {
  readonly maxThreads: number;
}

/** Threads that parse until the first of them is ruined; then they all end. */
export class ParserPool {
  readonly #threads: Promise<Threads>;
  #failure: Error | undefined;
  #ending: Promise<void> | undefined;

  constructor(options: ParserPoolOptions) {
    this.#threads = this.#start(options);
  }

  get isEnded(): boolean {
    return this.#ending !== undefined;
  }

  /** Does a task; `ruined` when the threads ended for another's sake. Rejects when they failed. */
  async run(task: ParseTask): Promise<ParseReply> {
    const threads = await this.#threads;
    try {
      const reply = await this.#runOn(threads, task);
      if (isRuin(reply)) void this.end();
      return reply;
    } catch (error) {
      if (this.#failure !== undefined) throw this.#failure;
      if (this.isEnded) return { kind: 'ruined' };
      void this.end();
      throw error;
    }
  }

  end(): Promise<void> {
    this.#ending ??= this.#threads.then((threads) => threads.destroy());
    return this.#ending;
  }

  async #runOn(threads: Threads, { task, stop }: ParseTask): Promise<ParseReply> {
    // Ended threads would be started again.
    if (this.isEnded) return { kind: 'ruined' };
    // A copy: the caller keeps its bytes, and a view would take its whole buffer along.
    const source = new Uint8Array(task.source);
    const moved = { task: { ...task, source }, stop };
    return await threads.run(moved, { transferList: [source.buffer] });
  }

  async #start({ maxThreads, ...program }: ParserPoolOptions): Promise<Threads> {
    // Loaded at first use: 20 ms that most commands never need.
    const { Piscina: Pool } = await import('piscina');
    const idleTimeout = IDLE_TIMEOUT_MS;
    const options = { ...program, minThreads: 0, maxThreads, idleTimeout, recordTiming: false };
    const threads: Threads = new Pool(options);
    // A thread that can't start would leave its tasks waiting for ever.
    threads.on('error', (error: Error) => {
      this.#failure = error;
      void this.end();
    });
    return threads;
  }
}

function isRuin(reply: ParseReply): boolean {
  return reply.kind === 'ruined' || (reply.kind === 'refused' && reply.reason === 'crashed');
}
