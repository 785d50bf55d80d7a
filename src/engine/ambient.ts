import { AsyncLocalStorage } from 'node:async_hooks';

interface AmbientValues {
  readonly session?: string;
  readonly toolCall?: string;
}

/** What calls inherit from the code around them, along asynchronous calls: session and tool call. */
export class Ambient {
  readonly #storage: AsyncLocalStorage<AmbientValues> = new AsyncLocalStorage();

  get session(): string | undefined {
    return this.#storage.getStore()?.session;
  }

  get toolCall(): string | null {
    return this.#storage.getStore()?.toolCall ?? null;
  }

  withSession<T>(session: string, work: () => T): T {
    return this.#storage.run({ ...this.#storage.getStore(), session }, work);
  }

  withToolCall<T>(toolCall: string, work: () => T): T {
    return this.#storage.run({ ...this.#storage.getStore(), toolCall }, work);
  }
}
