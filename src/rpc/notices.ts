import type { LineWriter } from './line-writer.ts';
import type { Notice } from './method-table.ts';

/**
 * Notices that wait to be sent: at most one a tick for each key, and while the client lags behind
 * only the last state of each is kept.
 */
export class Notices {
  readonly #writer: LineWriter;
  readonly #waiting = new Map<string, Notice>();
  #sending: Promise<void> | undefined;

  constructor(writer: LineWriter) {
    this.#writer = writer;
  }

  readonly post = (notice: Notice): void => {
    this.#waiting.set(`${notice.method} ${notice.key}`, notice);
    this.#sending ??= this.#sendNextTick();
  };

  /** Resolves when everything posted so far is sent. */
  async flush(): Promise<void> {
    while (this.#sending !== undefined) await this.#sending;
  }

  async #sendNextTick(): Promise<void> {
    await nextTick();
    while (this.#waiting.size > 0) {
      await this.#writer.ready();
      this.#sendOne();
    }
    this.#sending = undefined;
  }

  #sendOne(): void {
    for (const [key, { method, params }] of this.#waiting) {
      this.#waiting.delete(key);
      this.#writer.write({ jsonrpc: '2.0', method, params: params() });
      return;
    }
  }
}

async function nextTick(): Promise<void> {
  await new Promise<void>((resolve) => setImmediate(resolve));
}
