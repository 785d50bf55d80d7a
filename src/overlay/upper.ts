import type { Digest } from '../base/digest.ts';
import {
  baseDigestOf,
  type Entry,
  type PlacedEntry,
  sizeOf,
  type WhiteoutEntry,
} from '../base/entry.ts';
import type { StateChange } from '../base/state-change.ts';
import { ancestorsOf, type WorkspacePath } from '../base/workspace-path.ts';
import { SortedPaths } from './sorted-paths.ts';

/** One name right below a directory of upper. */
export interface UpperChild {
  readonly name: string;
  /** The entry at that name, if there is one. */
  readonly entry: Entry | undefined;
  /** Whether entries lie below that name. */
  readonly hasBelow: boolean;
}

/** A whiteout with its path. */
export interface PlacedWhiteout {
  readonly path: WorkspacePath;
  readonly entry: WhiteoutEntry;
}

/**
 * The pending entries: a map by path plus the paths in byte order. A whiteout hides lower at its
 * path and below; writes below a whiteout make it an opaque directory (rule O1: both are entries
 * of their own kind, never a marked file).
 */
export class Upper {
  readonly #entries = new Map<WorkspacePath, Entry>();
  readonly #paths = new SortedPaths();
  /** Only the writes: whether a directory exists by them must not cost its whiteouts. */
  readonly #writes = new SortedPaths();
  readonly #bodyReferences = new Map<Digest, number>();
  readonly #baseReferences = new Map<Digest, number>();
  #totalBytes = 0;
  #links = 0;

  get size(): number {
    return this.#entries.size;
  }

  /** Sum of the bodies' sizes, one for each entry that names them. */
  get totalBytes(): number {
    return this.#totalBytes;
  }

  /** Whether some entry is a symbolic link, which path resolution must then look out for. */
  get hasLinks(): boolean {
    return this.#links > 0;
  }

  get(path: WorkspacePath): Entry | undefined {
    return this.#entries.get(path);
  }

  /**
   * Applies what one operation did, in the order `StateChange` promises, and returns the entries it
   * displaced: their bodies may be needed no longer.
   */
  apply(change: StateChange): Entry[] {
    const displaced: Entry[] = [];
    if (change.reset === true) this.#reset(displaced);
    for (const path of change.clear ?? []) this.#clear(path, displaced);
    for (const path of change.drop ?? []) this.#drop(path, displaced);
    for (const { path, entry } of change.put ?? []) this.#put(path, entry, displaced);
    return displaced;
  }

  /** The entries by path, in no order. */
  get map(): ReadonlyMap<WorkspacePath, Entry> {
    return this.#entries;
  }

  /** All entries in byte order of paths. Valid only while nothing is applied. */
  entries(): Generator<PlacedEntry> {
    return this.#placed('', '');
  }

  /** The entries strictly below `directory`, in byte order. */
  below(directory: WorkspacePath): Generator<PlacedEntry> {
    const prefix = prefixOf(directory);
    return this.#placed(prefix, prefix);
  }

  /** Whether an entry below `directory` shows a file, so that the directory exists by it. */
  hasWriteBelow(directory: WorkspacePath): boolean {
    return startsIn(this.#writes, prefixOf(directory));
  }

  hasBelow(directory: WorkspacePath): boolean {
    return startsIn(this.#paths, prefixOf(directory));
  }

  /** Whether an entry above `path` hides lower there. */
  hidesLowerAt(path: WorkspacePath): boolean {
    for (const ancestor of ancestorsOf(path)) if (this.#entries.has(ancestor)) return true;
    return false;
  }

  /** The nearest entry above `path`, if that is a whiteout. */
  whiteoutAbove(path: WorkspacePath): PlacedWhiteout | undefined {
    for (const ancestor of ancestorsOf(path)) {
      const entry = this.#entries.get(ancestor);
      if (entry !== undefined)
        return entry.kind === 'whiteout' ? { path: ancestor, entry } : undefined;
    }
    return undefined;
  }

  /** Whether an entry above takes a file or link away: lower then has nothing at `path`. */
  lacksLowerAt(path: WorkspacePath): boolean {
    for (const ancestor of ancestorsOf(path)) {
      const base = this.#entries.get(ancestor)?.base.kind;
      if (base === 'file' || base === 'symlink' || base === 'other') return true;
    }
    return false;
  }

  /** The names right below `directory`; costs two seeks a name, however deep its tree. */
  children(directory: WorkspacePath): Map<string, UpperChild> {
    const prefix = prefixOf(directory);
    const children = new Map<string, UpperChild>();
    for (let at = this.#paths.seek(prefix); at?.startsWith(prefix); ) {
      const slash = at.indexOf('/', prefix.length);
      const name = at.slice(prefix.length, slash < 0 ? undefined : slash);
      const known = children.get(name);
      const entry = slash < 0 ? this.#entries.get(at) : known?.entry;
      children.set(name, { name, entry, hasBelow: slash >= 0 || known?.hasBelow === true });
      // '0' follows '/' in byte order, NUL precedes all: past the subtree, or to the next path.
      at = this.#paths.seek(slash < 0 ? `${at}\0` : `${prefix}${name}0`);
    }
    return children;
  }

  /** How many entries name this body. */
  bodyReferences(digest: Digest): number {
    return this.#bodyReferences.get(digest) ?? 0;
  }

  /** How many entries name this pre-image or tree record. */
  baseReferences(digest: Digest): number {
    return this.#baseReferences.get(digest) ?? 0;
  }

  *#placed(start: string, prefix: string): Generator<PlacedEntry> {
    for (const path of this.#paths.from(start)) {
      if (!path.startsWith(prefix)) return;
      const entry = this.#entries.get(path);
      if (entry !== undefined) yield { path, entry };
    }
  }

  #put(path: WorkspacePath, entry: Entry, displaced: Entry[]): void {
    this.#drop(path, displaced);
    this.#entries.set(path, entry);
    this.#paths.add(path);
    if (entry.kind === 'write') this.#writes.add(path);
    this.#count(entry, 1);
  }

  #drop(path: WorkspacePath, displaced: Entry[]): void {
    const entry = this.#entries.get(path);
    if (entry === undefined) return;
    displaced.push(entry);
    this.#entries.delete(path);
    this.#paths.delete(path);
    this.#writes.delete(path);
    this.#count(entry, -1);
  }

  #clear(path: WorkspacePath, displaced: Entry[]): void {
    for (const below of [...this.below(path)]) this.#drop(below.path, displaced);
    this.#drop(path, displaced);
  }

  #reset(displaced: Entry[]): void {
    for (const entry of this.#entries.values()) displaced.push(entry);
    this.#entries.clear();
    this.#paths.clear();
    this.#writes.clear();
    this.#bodyReferences.clear();
    this.#baseReferences.clear();
    this.#totalBytes = 0;
    this.#links = 0;
  }

  #count(entry: Entry, by: 1 | -1): void {
    this.#totalBytes += by * sizeOf(entry);
    const base = baseDigestOf(entry.base);
    if (base !== undefined) addTo(this.#baseReferences, base, by);
    if (entry.kind !== 'write') return;
    if (entry.fileMode === '120000') this.#links += by;
    addTo(this.#bodyReferences, entry.digest, by);
  }
}

function prefixOf(directory: WorkspacePath): string {
  return directory === '' ? '' : `${directory}/`;
}

function startsIn(paths: SortedPaths, prefix: string): boolean {
  return paths.seek(prefix)?.startsWith(prefix) === true;
}

function addTo(counts: Map<Digest, number>, digest: Digest, by: 1 | -1): void {
  const count = (counts.get(digest) ?? 0) + by;
  if (count === 0) counts.delete(digest);
  else counts.set(digest, count);
}
