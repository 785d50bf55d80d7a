import type { Entry, PlacedEntry, WhiteoutEntry } from '../base/entry.ts';
import { ancestorsOf, type WorkspacePath } from '../base/workspace-path.ts';
import { type EntriesSnapshot, entriesBelow } from './entries-snapshot.ts';
import { childrenIn, type UpperChild } from './upper-children.ts';

/** A whiteout with its path. */
export interface PlacedWhiteout {
  readonly path: WorkspacePath;
  readonly entry: WhiteoutEntry;
}

/**
 * What readers ask of the pending entries. A whiteout hides lower at its path and below; writes below
 * a whiteout make it an opaque directory (rule O1: both are entries of their own kind, never a
 * marked file).
 */
export abstract class UpperView {
  protected abstract readonly all: EntriesSnapshot;

  get size(): number {
    return this.all.byPath.size;
  }

  /** Sum of the bodies' sizes, one for each entry that names them. */
  get totalBytes(): number {
    return this.all.totalBytes;
  }

  /** Whether some entry is a symbolic link, which path resolution must then look out for. */
  get hasLinks(): boolean {
    return this.all.links > 0;
  }

  get(path: WorkspacePath): Entry | undefined {
    return this.all.byPath.get(path);
  }

  /** All entries as they are now, in byte order of paths. */
  entries(): readonly PlacedEntry[] {
    return this.all.sorted.between('');
  }

  /** The entries strictly below `directory` as they are now, in byte order. */
  below(directory: WorkspacePath): readonly PlacedEntry[] {
    return entriesBelow(this.all.sorted, directory);
  }

  /** Whether an entry below `directory` shows a file, so that the directory exists by it. */
  hasWriteBelow(directory: WorkspacePath): boolean {
    return startsIn(this.all.writes, prefixOf(directory));
  }

  hasBelow(directory: WorkspacePath): boolean {
    return startsIn(this.all.sorted, prefixOf(directory));
  }

  /** Whether an entry above `path` hides lower there. */
  hidesLowerAt(path: WorkspacePath): boolean {
    for (const ancestor of ancestorsOf(path)) if (this.all.byPath.has(ancestor)) return true;
    return false;
  }

  /** The nearest entry above `path`, if that is a whiteout. */
  whiteoutAbove(path: WorkspacePath): PlacedWhiteout | undefined {
    for (const ancestor of ancestorsOf(path)) {
      const entry = this.all.byPath.get(ancestor);
      if (entry !== undefined)
        return entry.kind === 'whiteout' ? { path: ancestor, entry } : undefined;
    }
    return undefined;
  }

  /** Whether an entry above takes a file or link away: lower then has nothing at `path`. */
  lacksLowerAt(path: WorkspacePath): boolean {
    for (const ancestor of ancestorsOf(path)) {
      const base = this.all.byPath.get(ancestor)?.base.kind;
      if (base === 'file' || base === 'symlink' || base === 'other') return true;
    }
    return false;
  }

  /** The names right below `directory` as they are now, step by step. */
  children(directory: WorkspacePath): Generator<undefined, Map<string, UpperChild>> {
    return childrenIn(this.below(directory), prefixOf(directory));
  }
}

/** Pending entries that stay as they were when it was made. */
export class UpperSnapshot extends UpperView {
  protected readonly all: EntriesSnapshot;

  constructor(all: EntriesSnapshot) {
    super();
    this.all = all;
  }
}

function prefixOf(directory: WorkspacePath): string {
  return directory === '' ? '' : `${directory}/`;
}

function startsIn(paths: EntriesSnapshot['sorted'], prefix: string): boolean {
  return paths.seek(prefix)?.startsWith(prefix) === true;
}
