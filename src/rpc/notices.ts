import { isStagedFsError } from '../base/errors.ts';
import type { LineWriter } from './line-writer.ts';
import type { Notice } from './method-table.ts';

/**
 * Notices that wait to be sent: at most one a tick for each key, and while the client lags behind
 * only the last state of each is kept. A notice may carry a long list, so the time spent on them
 * stays a small part of the whole: after one that took long to make, the next one waits.
 */
export class Notices {
  readonly #writer: LineWriter;
  readonly #waiting = new Map<string, Notice>();
  readonly #pause = new Pause();
  #sending: Promise<void> | undefined;

  constructor(writer: LineWriter) {
    this.#writer = writer;
  }

  readonly post = (notice: Notice): void => {
    this.#waiting.set(`${notice.method} ${notice.key}`, notice);
    this.#sending ??= this.#send();
  };

  /** Resolves when everything posted so far is sent. */
  async flush(): Promise<void> {
    this.#pause.end();
    while (this.#sending !== undefined) await this.#sending;
  }

  async #send(): Promise<void> {
    while (this.#waiting.size > 0) {
      await nextTick();
      await this.#writer.ready();
      const start = performance.now();
      await this.#sendWaiting();
      await this.#pause.after(performance.now() - start);
    }
    this.#sending = undefined;
  }

  async #sendWaiting(): Promise<void> {
    const notices = [...this.#waiting.values()];
    this.#waiting.clear();
    for (const notice of notices) await this.#sendOne(notice);
  }

  async #sendOne({ method, params }: Notice): Promise<void> {
    try {
      await this.#writer.write({ jsonrpc: '2.0', method, params: await params() });
    } catch (error) {
      // What can't be told any more, of a session that was closed meanwhile, must not end the serving.
      if (!isStagedFsError(error)) throw error;
    }
  }
}

// 10,000 writes in a row, each with a notice of all that is pending, would send 240 MB.
const REST_FACTOR = 20;
const LONGEST_REST_MS = 250;

/** A rest between notices, which can be cut short for good. */
class Pause {
  #isOver = false;
  #wake: (() => void) | undefined;

  async after(workMs: number): Promise<void> {
    if (this.#isOver) return;
    await new Promise<void>((resolve) => {
      const timer = setTimeout(resolve, Math.min(workMs * REST_FACTOR, LONGEST_REST_MS));
      this.#wake = () => {
        clearTimeout(timer);
        resolve();
      };
    });
  }

  end(): void {
    this.#isOver = true;
    this.#wake?.();
  }
}

async function nextTick(): Promise<void> {
  await new Promise<void>((resolve) => setImmediate(resolve));
}
