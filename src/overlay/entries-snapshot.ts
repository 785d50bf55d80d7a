import type { Entry, PlacedEntry } from '../base/entry.ts';
import type { ReadonlyStringMap } from '../base/string-map.ts';
import type { WorkspacePath } from '../base/workspace-path.ts';
import type { SortedEntries } from './sorted-entries.ts';

/** What upper asks of its entries, in byte order of their paths. */
export type InOrder = Pick<SortedEntries, 'seek' | 'between'>;

/** Pending entries as readers ask for them. */
export interface EntriesSnapshot {
  readonly byPath: Pick<ReadonlyStringMap<WorkspacePath, Entry>, 'size' | 'get' | 'has'>;
  readonly sorted: InOrder;
  /** Only the writes. */
  readonly writes: InOrder;
  /** Sum of the bodies' sizes. */
  readonly totalBytes: number;
  /** How many are symbolic links. */
  readonly links: number;
}

/** The entries strictly below `directory`, in byte order. */
export function entriesBelow(sorted: InOrder, directory: WorkspacePath): PlacedEntry[] {
  // '0' follows '/' in byte order.
  return directory === '' ? sorted.between('') : sorted.between(`${directory}/`, `${directory}0`);
}
