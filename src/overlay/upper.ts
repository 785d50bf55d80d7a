import type { Digest } from '../base/digest.ts';
import type { Entry, PlacedEntry, WhiteoutEntry } from '../base/entry.ts';
import type { StateChange } from '../base/state-change.ts';
import { ancestorsOf, type WorkspacePath } from '../base/workspace-path.ts';
import { Entries } from './entries.ts';
import { childrenIn, type UpperChild } from './upper-children.ts';

/** A whiteout with its path. */
export interface PlacedWhiteout {
  readonly path: WorkspacePath;
  readonly entry: WhiteoutEntry;
}

/** Entries changed at once: up to 1 ms. */
const MOST_AT_ONCE = 256;

/**
 * The pending entries. A whiteout hides lower at its path and below; writes below a whiteout make it
 * an opaque directory (rule O1: both are entries of their own kind, never a marked file).
 */
export class Upper {
  #all = new Entries();

  get size(): number {
    return this.#all.byPath.size;
  }

  /** Sum of the bodies' sizes, one for each entry that names them. */
  get totalBytes(): number {
    return this.#all.totalBytes;
  }

  /** Whether some entry is a symbolic link, which path resolution must then look out for. */
  get hasLinks(): boolean {
    return this.#all.links > 0;
  }

  get(path: WorkspacePath): Entry | undefined {
    return this.#all.byPath.get(path);
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

  /** All entries as they are now, in byte order of paths. */
  entries(): readonly PlacedEntry[] {
    return this.#all.sorted.between('');
  }

  /** The entries strictly below `directory` as they are now, in byte order. */
  below(directory: WorkspacePath): readonly PlacedEntry[] {
    return this.#all.below(directory);
  }

  /** Whether an entry below `directory` shows a file, so that the directory exists by it. */
  hasWriteBelow(directory: WorkspacePath): boolean {
    return startsIn(this.#all.writes, prefixOf(directory));
  }

  hasBelow(directory: WorkspacePath): boolean {
    return startsIn(this.#all.sorted, prefixOf(directory));
  }

  /** Whether an entry above `path` hides lower there. */
  hidesLowerAt(path: WorkspacePath): boolean {
    for (const ancestor of ancestorsOf(path)) if (this.#all.byPath.has(ancestor)) return true;
    return false;
  }

  /** The nearest entry above `path`, if that is a whiteout. */
  whiteoutAbove(path: WorkspacePath): PlacedWhiteout | undefined {
    for (const ancestor of ancestorsOf(path)) {
      const entry = this.#all.byPath.get(ancestor);
      if (entry !== undefined)
        return entry.kind === 'whiteout' ? { path: ancestor, entry } : undefined;
    }
    return undefined;
  }

  /** Whether an entry above takes a file or link away: lower then has nothing at `path`. */
  lacksLowerAt(path: WorkspacePath): boolean {
    for (const ancestor of ancestorsOf(path)) {
      const base = this.#all.byPath.get(ancestor)?.base.kind;
      if (base === 'file' || base === 'symlink' || base === 'other') return true;
    }
    return false;
  }

  /** The names right below `directory` as they are now, step by step. */
  children(directory: WorkspacePath): Generator<undefined, Map<string, UpperChild>> {
    return childrenIn(this.below(directory), prefixOf(directory));
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

function prefixOf(directory: WorkspacePath): string {
  return directory === '' ? '' : `${directory}/`;
}

function startsIn(paths: Entries['sorted'], prefix: string): boolean {
  return paths.seek(prefix)?.startsWith(prefix) === true;
}

function atOnce<T>(steps: Generator<unknown, T>): T {
  for (;;) {
    const step = steps.next();
    if (step.done === true) return step.value;
  }
}
