/** What a cache may hold. */
export interface CacheLimits {
  readonly maxEntries: number;
  /** Sum of the entries' weights. */
  readonly maxWeight: number;
}

/** Keeps what was used last, up to a number of entries and a weight of all together. */
export class WeightedCache<T> {
  readonly #limits: CacheLimits;
  /** In the order of use. */
  readonly #entries = new Map<string, { readonly value: T; readonly weight: number }>();
  #weight = 0;

  constructor(limits: CacheLimits) {
    this.#limits = limits;
  }

  get(key: string): T | undefined {
    const entry = this.#entries.get(key);
    if (entry === undefined) return undefined;
    this.#entries.delete(key);
    this.#entries.set(key, entry);
    return entry.value;
  }

  /** Keeps a value, unless it is too heavy to be kept at all. */
  set(key: string, value: T, weight: number): void {
    this.#delete(key);
    if (weight > this.#limits.maxWeight) return;
    this.#entries.set(key, { value, weight });
    this.#weight += weight;
    for (const oldest of this.#entries.keys()) {
      if (!this.#isOverfull()) return;
      this.#delete(oldest);
    }
  }

  #isOverfull(): boolean {
    const { maxEntries, maxWeight } = this.#limits;
    return this.#entries.size > maxEntries || this.#weight > maxWeight;
  }

  #delete(key: string): void {
    this.#weight -= this.#entries.get(key)?.weight ?? 0;
    this.#entries.delete(key);
  }
}
