import type { PrintRequest } from '../diff/print/print-changes.ts';
import { Turn } from '../disk/turn.ts';
import type { DiffCallOptions, Differ } from './differ.ts';
import { abortedError, closedError } from './stop.ts';

/** A differ on this thread, which gives the event loop its turn between two calls. */
export function createInlineDiffer(): Differ {
  return new InlineDiffer();
}

class InlineDiffer implements Differ {
  readonly #turn: Turn = new Turn();
  #core: Promise<typeof import('../diff/print/print-changes.ts')> | undefined;
  #isClosed = false;

  async print(
    request: PrintRequest,
    { signal }: DiffCallOptions = {},
  ): Promise<readonly Uint8Array[]> {
    this.#check(signal);
    // With the first diff: its 25 files are a tenth of what the command line loads to start.
    this.#core ??= import('../diff/print/print-changes.ts');
    const { printChanges } = await this.#core;
    while (this.#turn.isOver()) await this.#turn.next();
    this.#check(signal);
    return printChanges(request);
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    await this.#turn.next();
  }

  #check(signal: AbortSignal | undefined): void {
    if (this.#isClosed) throw closedError();
    if (signal?.aborted === true) throw abortedError(signal.reason);
  }
}
