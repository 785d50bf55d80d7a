import type { Digest } from '../base/digest.ts';
import type { Entry } from '../base/entry.ts';
import type { StateChange } from '../base/state-change.ts';
import { Entries } from './entries.ts';
import { UpperSnapshot, UpperView } from './upper-view.ts';

/** Entries changed at once: up to 1 ms. */
const MOST_AT_ONCE = 256;

/** The pending entries, and how they change. */
export class Upper extends UpperView {
  #all = new Entries();

  protected override get all(): Entries {
    return this.#all;
  }

  /**
   * Applies what one operation did, in the order `StateChange` promises, and returns the entries it
   * displaced: their bodies may be needed no longer. A large change comes in steps, of which nobody
   * sees anything before the last; nothing else may be applied meanwhile.
   */
  *applying(change: StateChange): Generator<undefined, Iterable<Entry>> {
    if (change.reset === true) return yield* this.#replacing(change);
    if (!this.#isLarge(change)) return atOnce(this.#all.change(change));
    const next = yield* this.#all.copied();
    const displaced = yield* next.change(change);
    this.#all = next;
    return displaced;
  }

  /** The entries as they are now, whatever is applied later: costs a pointer for some 300. */
  snapshot(): UpperView {
    return new UpperSnapshot(this.#all.snapshot());
  }

  /** How many entries name this body. */
  bodyReferences(digest: Digest): number {
    return this.#all.bodyReferences.get(digest) ?? 0;
  }

  /** How many entries name this pre-image or tree record. */
  baseReferences(digest: Digest): number {
    return this.#all.baseReferences.get(digest) ?? 0;
  }

  *#replacing(change: StateChange): Generator<undefined, Iterable<Entry>> {
    const next = new Entries();
    const displaced = yield* next.change(change);
    const before = this.#all;
    this.#all = next;
    return allOf(before, displaced);
  }

  #isLarge({ clear = [], drop = [], put = [] }: StateChange): boolean {
    const cleared = clear.reduce((sum, path) => sum + this.below(path).length + 1, 0);
    return cleared + drop.length + put.length > MOST_AT_ONCE;
  }
}

function* allOf(entries: Entries, more: Iterable<Entry>): Iterable<Entry> {
  for (const [, entry] of entries.byPath.entries()) yield entry;
  yield* more;
}

function atOnce<T>(steps: Generator<unknown, T>): T {
  for (;;) {
    const step = steps.next();
    if (step.done === true) return step.value;
  }
}
