import type { JsonObject } from '../base/json.ts';
import type { Operation, StateChange } from '../base/state-change.ts';
import type { WorkspacePath } from '../base/workspace-path.ts';

/** One operation, as the journal keeps it. */
export interface JournalRecord {
  readonly op: Operation;
  /** The path the caller named; null for operations on the whole session. */
  readonly path: WorkspacePath | null;
  /** How many entries were pending after it. */
  readonly pendingCount: number;
  readonly tsMs: number;
  /** Only in the first record of a segment. */
  readonly sessionId?: string;
  readonly change: StateChange;
  /** Details for readers of the log, such as the paths a commit selected. Never replayed. */
  readonly note?: JsonObject;
}

/** A record in its place. */
export interface SequencedRecord {
  /** Counts from 1, without gaps, over all segments. */
  readonly seq: number;
  readonly record: JournalRecord;
}

/** How the records before it end: what the next one continues. */
export interface ChainEnd {
  /** Of the last record; 0 when there is none. */
  readonly seq: number;
  /** Check-sum of the last record. */
  readonly sum: string;
}

/** The end of a chain without records. */
export const NO_RECORDS: ChainEnd = { seq: 0, sum: '00000000' };
