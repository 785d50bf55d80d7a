import { availableParallelism } from 'node:os';
import { errorFromJson } from '../base/errors.ts';
import type { PrintRequest } from '../diff/print/print-changes.ts';
import { printCost } from '../diff/print/print-cost.ts';
import { Turn } from '../disk/turn.ts';
import { type DiffReply, type DiffTask, packChange } from './diff-task-codec.ts';
import type { DiffCallOptions, Differ } from './differ.ts';
import { createInlineDiffer } from './inline-differ.ts';
import { BytePacker, memoryOf, unpacked } from './packed-bytes.ts';
import { Slots } from './slots.ts';
import { unlessAborted } from './stop.ts';
import { Threads } from './threads.ts';
import { type WorkerProgram, workerProgram } from './worker-url.ts';

/** What a differ with worker threads may be told. */
export interface WorkerDifferOptions {
  /** Threads at most; the first starts with the first costly change. @default 2, or 1 on one core */
  readonly threads?: number;
  /** Another program for the workers; for tests. */
  readonly program?: WorkerProgram;
  /** What may be printed on this thread, in microseconds. @default 500 */
  readonly inlineCost?: number;
}

/** After the 1.5 ms that a turn may have taken already this stays within 2 ms; a trip takes 0.1 ms. */
const INLINE_COST = 500;

/** A differ that gives costly changes to worker threads; idle ones end, and never hold the process. */
export function createWorkerDiffer(options: WorkerDifferOptions = {}): Differ {
  return new WorkerDiffer(options);
}

class WorkerDiffer implements Differ {
  readonly #inline: Differ = createInlineDiffer();
  readonly #inlineCost: number;
  readonly #threads: Threads<DiffTask, DiffReply>;
  // Piscina's own queue stands still once an aborted call has ended the only thread.
  readonly #slots: Slots;

  constructor({ threads, program, inlineCost = INLINE_COST }: WorkerDifferOptions) {
    const maxThreads = threads ?? Math.min(2, availableParallelism());
    this.#inlineCost = inlineCost;
    this.#slots = new Slots(maxThreads);
    this.#threads = new Threads({
      ...(program ?? workerProgram('diff')),
      maxThreads,
      failure: 'A diffing worker failed.',
    });
  }

  async print(
    request: PrintRequest,
    options: DiffCallOptions = {},
  ): Promise<readonly Uint8Array[]> {
    const isCheap = printCost(request) <= this.#inlineCost;
    if (isCheap || this.#threads.isClosed) return await this.#inline.print(request, options);
    const work = this.#slots.run(async () => await this.#ask(request, options));
    const reply = await unlessAborted(work, options.signal);
    if (reply.kind === 'failed') throw errorFromJson(reply.error);
    return unpacked(reply.pieces);
  }

  async close(): Promise<void> {
    await Promise.all([this.#inline.close(), this.#threads.close()]);
  }

  // The core knows of no signal: what is aborted ends with its thread.
  async #ask(request: PrintRequest, { signal }: DiffCallOptions): Promise<DiffReply> {
    const task = await taskOf(request);
    const transferList = memoryOf(task.changes);
    return await this.#threads.run(task, { signal, endsThread: true, transferList });
  }
}

async function taskOf({ changes, ...style }: PrintRequest): Promise<DiffTask> {
  const packer = new BytePacker();
  const turn = new Turn();
  for (const change of changes) {
    packChange(packer, change);
    if (turn.isOver()) await turn.next();
  }
  return { style, changes: packer.finish() };
}
