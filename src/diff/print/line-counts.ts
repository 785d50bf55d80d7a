import { isBinary } from '../binary/binary.ts';
import { contentOf, type FileChange, type NamedChange } from '../file-change.ts';
import { DEFAULT_CONTEXT } from '../lines/hunk.ts';
import { diffLines } from '../lines/line-diff.ts';

/** How much of one path changed. */
export interface LineCounts {
  /** Lines only the after side has; 0 for a binary. */
  readonly added: number;
  /** Lines only the before side has; 0 for a binary. */
  readonly removed: number;
  readonly binary: boolean;
  /** Bytes; 0 when the side does not exist. */
  readonly beforeSize: number;
  readonly afterSize: number;
}

/** A change whose lines were counted where its contents were at hand. */
export interface CountedChange extends NamedChange {
  readonly counts: LineCounts;
}

/** What a summary may be made of. */
export type Countable = FileChange | CountedChange;

/** The counts of `change`, made now unless they are there. */
export function countsOf(change: Countable): LineCounts {
  return 'counts' in change ? change.counts : lineCounts(change);
}

/** Counts what `change` adds and removes; a changed type counts as one text against the other. */
export function lineCounts(change: FileChange): LineCounts {
  const before = contentOf(change.before);
  const after = contentOf(change.after);
  const sizes = { beforeSize: before.length, afterSize: after.length };
  if (isBinary(before) || isBinary(after)) return { added: 0, removed: 0, binary: true, ...sizes };
  if (change.before?.oid === change.after?.oid) {
    return { added: 0, removed: 0, binary: false, ...sizes };
  }
  let added = 0;
  let removed = 0;
  for (const run of diffLines(before, after, DEFAULT_CONTEXT).changes) {
    added += run.afterCount;
    removed += run.beforeCount;
  }
  return { added, removed, binary: false, ...sizes };
}
