import type { Digest } from '../../base/digest.ts';
import { baseDigestOf, type Entry } from '../../base/entry.ts';
import type { Mode } from '../../base/ids.ts';
import type { JsonObject } from '../../base/json.ts';
import type { Operation, StateChange } from '../../base/state-change.ts';
import type { WorkspacePath } from '../../base/workspace-path.ts';
import { eachInTurns, inTurns } from '../../disk/in-turns.ts';
import type { JournalRecord } from '../../journal/record.ts';
import type { Upper } from '../../overlay/upper.ts';

/** One operation to be recorded. */
export interface StagedOperation {
  readonly op: Operation;
  readonly path: WorkspacePath | null;
  readonly change: StateChange;
  readonly note?: JsonObject;
}

/** What listeners are told after an operation. */
export interface PendingTotals {
  readonly pendingCount: number;
  readonly totalBytes: number;
}

/** Digests that no entry names any longer. */
export interface Garbage {
  readonly bodies: readonly Digest[];
  readonly bases: readonly Digest[];
}

/**
 * The session while this process holds its lock. Operations see the effect of those staged before
 * them in the same hold; none is acknowledged before `SessionState.hold` has appended them all.
 */
export class Held {
  readonly upper: Upper;
  readonly #now: number;
  #mode: Mode;
  readonly #records: JournalRecord[] = [];
  readonly #totals: PendingTotals[] = [];
  readonly #displaced: Iterable<Entry>[] = [];
  readonly #afterwards: (() => Promise<void>)[] = [];
  #isDurable = false;

  constructor(upper: Upper, mode: Mode, now: number) {
    this.upper = upper;
    this.#mode = mode;
    this.#now = now;
  }

  /** The time of this hold, in epoch milliseconds. */
  get now(): number {
    return this.#now;
  }

  get mode(): Mode {
    return this.#mode;
  }

  /** The records that wait for their append. */
  get records(): readonly JournalRecord[] {
    return this.#records;
  }

  /** For each record that changed what is pending, the totals after it. */
  get totals(): readonly PendingTotals[] {
    return this.#totals;
  }

  /** Applies an operation to the state in memory, a large one with rests, and queues its record. */
  async stage(operation: StagedOperation): Promise<void> {
    this.#displaced.push(await inTurns(this.upper.applying(operation.change)));
    this.#mode = operation.change.mode ?? this.#mode;
    const pendingCount = this.upper.size;
    this.#records.push({ ...operation, pendingCount, tsMs: this.#now });
    if (operation.op !== 'set_mode') {
      this.#totals.push({ pendingCount, totalBytes: this.upper.totalBytes });
    }
  }

  /** Notes an entry that came to nothing: what was kept for it may be needed by nobody. */
  giveUp(entry: Entry): void {
    this.#displaced.push([entry]);
  }

  /** Asks that the records of this hold are on the medium before they are acknowledged. */
  makeDurable(): void {
    this.#isDurable = true;
  }

  get isDurable(): boolean {
    return this.#isDurable;
  }

  /** Runs `work` once the records of this hold are in the journal, still under the lock. */
  afterAppend(work: () => Promise<void>): void {
    this.#afterwards.push(work);
  }

  /** Runs what `afterAppend` was given. */
  async finish(): Promise<void> {
    for (const work of this.#afterwards) await work();
  }

  /** What the staged operations left unreferenced; to be asked once. */
  async garbage(): Promise<Garbage> {
    const bodies = new Set<Digest>();
    const bases = new Set<Digest>();
    await eachInTurns(flat(this.#displaced), (entry) => {
      if (entry.kind === 'write' && this.upper.bodyReferences(entry.digest) === 0) {
        bodies.add(entry.digest);
      }
      const base = baseDigestOf(entry.base);
      if (base !== undefined && this.upper.baseReferences(base) === 0) bases.add(base);
    });
    return { bodies: [...bodies], bases: [...bases] };
  }
}

function* flat<T>(lists: Iterable<Iterable<T>>): Generator<T> {
  for (const list of lists) yield* list;
}
