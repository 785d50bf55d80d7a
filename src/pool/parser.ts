import type { SyntaxReply, SyntaxTask } from '../syntax/task.ts';

/** Options of a parse. */
export interface ParseOptions {
  readonly signal?: AbortSignal;
}

/**
 * Reads the syntax of sources without holding the event loop. A source that crashes its grammar
 * spoils nobody else's. A call on a closed parser, or one that `close` overtakes, rejects with
 * ERR_STAGED_SESSION_CLOSED; an aborted one with ERR_STAGED_ABORTED.
 */
export interface Parser {
  parse(task: SyntaxTask, options?: ParseOptions): Promise<SyntaxReply>;
  close(): Promise<void>;
}
