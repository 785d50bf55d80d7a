import type { Readable, Writable } from 'node:stream';
import { PromptAgent, type PromptAgentOptions } from './prompt-agent.ts';
import { stdioStream } from './stdio-stream.ts';

/** Options of `serveAgent`. */
export interface ServeAgentOptions extends PromptAgentOptions {
  readonly input: Readable;
  /** Carries protocol only. It is not ended: it is the caller's. */
  readonly output: Writable;
  /** Cancels what runs, and ends the serving. */
  readonly signal: AbortSignal;
}

/**
 * Serves the small agent, one message a line, until the input ends or the client is gone; then
 * finishes what was accepted and resolves.
 */
export async function serveAgent(options: ServeAgentOptions): Promise<void> {
  const { input, output, signal } = options;
  const agent = new PromptAgent(options);
  const onEnd = (): void => {
    agent.endOfInput();
    if (signal.aborted) agent.cancelAll();
  };
  const beforeClose = async (): Promise<void> => {
    await agent.flush();
  };
  const stream = stdioStream({ input, output, signal, onEnd, beforeClose });
  const connection = agent.app.connect(stream);
  await connection.closed;
  // A client that only stopped reading must not keep us waiting for what it writes.
  input.destroy();
  await agent.close();
}
