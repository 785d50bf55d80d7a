import type { PrintRequest } from '../diff/print/print-changes.ts';

/** Options of a call that may take long. */
export interface DiffCallOptions {
  readonly signal?: AbortSignal | undefined;
}

/**
 * Prints changes without holding the event loop. A call on a closed differ, or one that `close`
 * overtakes, rejects with ERR_STAGED_SESSION_CLOSED; an aborted one with ERR_STAGED_ABORTED.
 */
export interface Differ {
  /**
   * One piece a change, in the same order; empty where there is nothing to print. The contents may be
   * moved to another thread: they are the differ's from the call on, and must not be used again.
   */
  print(request: PrintRequest, options?: DiffCallOptions): Promise<readonly Uint8Array[]>;
  close(): Promise<void>;
}
