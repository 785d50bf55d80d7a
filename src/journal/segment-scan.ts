import type { ChainEnd, SequencedRecord } from './record.ts';

/** A place in a segment where something is wrong. */
export interface JournalFlaw {
  /** Of the line's first byte. */
  readonly offset: number;
  /** Counts from 1, from where the scan began. */
  readonly line: number;
  readonly reason: string;
}

/** Where the whole lines of a segment end, and with which record. */
export interface SegmentEnd extends ChainEnd {
  /** The byte after the last newline. */
  readonly offset: number;
}

/** What a segment holds. */
export interface SegmentScan {
  /** Those above `afterSeq` that prove themselves, in order, also behind damage. */
  readonly records: readonly SequencedRecord[];
  readonly end: SegmentEnd;
  /** Of the first record, where it was read. */
  readonly sessionId: string | undefined;
  /** Bytes of an unfinished last line: ignored, cut before the next append (rule J2). */
  readonly tornBytes: number;
  /** What was lost, or may have been: not to be passed over in silence (rule J2). */
  readonly damages: readonly JournalFlaw[];
  /** Oddities that lost nothing. */
  readonly warnings: readonly JournalFlaw[];
  /** Lines of the reference. */
  readonly foreignLines: number;
  /** Whether the last record is `rotate`: the segment is closed. */
  readonly isRotated: boolean;
  /** Whether the last line is a record of ours. */
  readonly endsInRecord: boolean;
}

/** Where a scan begins and what it may leave out. */
export interface ScanOptions {
  /** Records up to this one are checked but not returned: the manifest has folded them in. */
  readonly afterSeq: number;
  /** The end of what was read before; left out to read from the start. */
  readonly from?: SegmentEnd;
}
