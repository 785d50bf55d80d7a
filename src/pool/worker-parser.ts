import { availableParallelism } from 'node:os';
import type { SyntaxReply, SyntaxTask } from '../syntax/task.ts';
import { createParseFlags, type ParseReply, type ParseTask, watchTask } from './parse-task.ts';
import type { ParseOptions, Parser } from './parser.ts';
import { ParserPool } from './parser-pool.ts';
import { abortedError, closedError, unlessAborted } from './stop.ts';
import { stopTask } from './task.ts';
import { type WorkerProgram, workerProgram } from './worker-url.ts';

/** What a parser with worker threads may be told. */
export interface WorkerParserOptions {
  /** Threads at most; the first starts with the first parse. @default 2, or 1 on one core */
  readonly threads?: number;
  /** Another program for the workers; for tests. */
  readonly program?: WorkerProgram;
  /** How much longer than its deadline a task may run before its thread is ended. @default 5000 */
  readonly graceMs?: number;
}

/**
 * A parser in worker threads of its own; idle ones end, and never hold the process. When a source
 * crashes its grammar all threads are replaced, and their other tasks are done again.
 */
export function createWorkerParser(options: WorkerParserOptions = {}): Parser {
  return new WorkerParser(options);
}

class WorkerParser implements Parser {
  readonly #threads: number;
  readonly #program: WorkerProgram;
  readonly #graceMs: number;
  #pool: ParserPool | undefined;
  #isClosed = false;

  constructor({ threads, program, graceMs = 5_000 }: WorkerParserOptions) {
    this.#threads = threads ?? Math.min(2, availableParallelism());
    this.#program = program ?? workerProgram('parse');
    this.#graceMs = graceMs;
  }

  async parse(task: SyntaxTask, { signal }: ParseOptions = {}): Promise<SyntaxReply> {
    const stoppable = { task, stop: createParseFlags() };
    return await unlessAborted(this.#answer(stoppable, signal), signal, () => stopTask(stoppable));
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    await this.#pool?.end();
  }

  // Ends: what took the pool down, a crash or a hang, is itself not tried again.
  async #answer(task: ParseTask, signal: AbortSignal | undefined): Promise<SyntaxReply> {
    for (;;) {
      if (this.#isClosed) throw closedError();
      if (signal?.aborted === true) throw abortedError(signal.reason);
      const reply = await this.#ask(this.#openPool(), task);
      if (reply.kind !== 'ruined') return reply;
    }
  }

  #openPool(): ParserPool {
    if (this.#pool === undefined || this.#pool.isEnded) {
      this.#pool = new ParserPool({ ...this.#program, maxThreads: this.#threads });
    }
    return this.#pool;
  }

  async #ask(pool: ParserPool, task: ParseTask): Promise<ParseReply> {
    const ms = task.task.deadlineMs + this.#graceMs;
    const watch = watchTask(task, ms, () => void pool.end());
    try {
      const reply = await pool.run(task);
      const isOver = reply.kind === 'ruined' && watch.isHung;
      return isOver ? { kind: 'refused', reason: 'timed_out' } : reply;
    } catch (error) {
      throw this.#isClosed ? closedError() : error;
    } finally {
      watch.end();
    }
  }
}
