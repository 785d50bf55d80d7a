import type { UpperView } from '../overlay/upper-view.ts';
import type { PendingChange, PendingUpdate } from './api/types.ts';
import type { PendingTotals } from './state/held.ts';
import { pendingChangeOf } from './upkeep/status.ts';

/** What is told, and to whom. */
export interface EventPorts {
  readonly sessionId: string;
  /** What is pending, as it stays. */
  readonly upper: () => UpperView;
  /** Looks for records of other processes. */
  refresh(): Promise<void>;
  /** Told of what a listener threw: never the mutation's caller. */
  onListenerError(error: unknown): void;
}

type Listener = (update: PendingUpdate) => void;

// Foreign changes are promised within 250 ms: 100 are left for a busy event loop. A look takes some
// 10 µs; file system events would have to be doubted, and looked after all the same.
const WATCH_MS = 150;

/** The `pending` event of one session. */
export class PendingEvents {
  readonly #ports: EventPorts;
  readonly #listeners = new Set<Listener>();
  #watch: NodeJS.Timeout | undefined;

  constructor(ports: EventPorts) {
    this.#ports = ports;
  }

  /** Adds a listener; while there is one, other processes' records are looked for. */
  add(listener: Listener): () => void {
    this.#listeners.add(listener);
    this.#watch ??= this.#startWatch();
    return () => {
      this.#listeners.delete(listener);
      if (this.#listeners.size === 0) this.close();
    };
  }

  /** Tells every listener. The list is made when the first of them reads it. */
  emit(totals: PendingTotals): void {
    if (this.#listeners.size === 0) return;
    const update = this.#updateOf(totals);
    for (const listener of this.#listeners) {
      try {
        listener(update);
      } catch (error) {
        this.#ports.onListenerError(error);
      }
    }
  }

  close(): void {
    clearInterval(this.#watch);
    this.#watch = undefined;
  }

  #startWatch(): NodeJS.Timeout {
    const watch = setInterval(() => {
      // A failing look is told to the next caller who needs the state.
      void this.#ports.refresh().catch(() => undefined);
    }, WATCH_MS);
    return watch.unref();
  }

  #updateOf(totals: PendingTotals): PendingUpdate {
    const { sessionId } = this.#ports;
    // Of now: it may be read when more is being staged, which never is acknowledged.
    const upper = this.#ports.upper();
    let changes: readonly PendingChange[] | undefined;
    return {
      sessionId,
      ...totals,
      get pendingWrites(): readonly PendingChange[] {
        changes ??= Array.from(upper.entries(), pendingChangeOf);
        return changes;
      },
    };
  }
}
