/** Work that was started, apart from its result. */
export interface Started<T> {
  readonly result: Promise<T>;
}

/** One call that waits for those before it. */
export interface OrderedCall<T> {
  /** A read ends before a later change starts, so it never sees what was asked after it. */
  readonly isRead: boolean;
  readonly start: () => Promise<Started<T>>;
}

/**
 * Lets calls start in the order in which they were made, each key for itself. Opening a session
 * takes a different number of steps each time, so without this a later call could overtake.
 */
export class CallOrder {
  readonly #lanes = new Map<string, Lane>();

  /** Starts the call when every earlier one of `key` has started; changes overlap, to share work. */
  async run<T>(key: string, call: OrderedCall<T>): Promise<T> {
    const lane = this.#lanes.get(key) ?? new Lane();
    this.#lanes.set(key, lane);
    try {
      return await lane.run(call);
    } finally {
      if (lane.isEmpty) this.#lanes.delete(key);
    }
  }

  /** Settles when every call made before this one has started, whatever its key. */
  async allStarted(): Promise<void> {
    await Promise.all(Array.from(this.#lanes.values(), async (lane) => await lane.started));
  }
}

class Lane {
  #open = 0;
  #starts: Promise<unknown> = Promise.resolve();
  #reads: Promise<unknown> = Promise.resolve();

  get started(): Promise<unknown> {
    return this.#starts;
  }

  get isEmpty(): boolean {
    return this.#open === 0;
  }

  async run<T>(call: OrderedCall<T>): Promise<T> {
    this.#open += 1;
    try {
      const started = this.#starts.then(async () => await this.#start(call));
      this.#starts = started.then(ignore, ignore);
      const { result } = await started;
      return await result;
    } finally {
      this.#open -= 1;
    }
  }

  async #start<T>({ isRead, start }: OrderedCall<T>): Promise<Started<T>> {
    if (!isRead) await this.#reads;
    const started = await start();
    if (isRead) this.#reads = Promise.all([this.#reads, started.result.then(ignore, ignore)]);
    return started;
  }
}

function ignore(): void {}
