import { joinedPiecesOf } from '../base/text-pieces.ts';
import { inTurns } from '../disk/in-turns.ts';
import { encodeRecord } from './codec.ts';
import { type ChainEnd, type JournalRecord, NO_RECORDS } from './record.ts';

/** Where a batch of records goes. */
export interface BatchOptions {
  /** The record before. */
  readonly after: ChainEnd;
  readonly root: string;
  /** Goes into the first record of a journal. */
  readonly sessionId: string;
}

/** Records as the bytes of whole lines. */
export interface Batch {
  readonly bytes: Uint8Array;
  readonly end: ChainEnd;
}

/** Encodes `records` as lines that continue `options.after`, with rests between. */
export async function encodeBatch(
  records: readonly JournalRecord[],
  options: BatchOptions,
): Promise<Batch> {
  return await inTurns(encoded(records, options));
}

const SHORT_LINE = 32 * 1024;

function* encoded(
  records: readonly JournalRecord[],
  { root, sessionId, after }: BatchOptions,
): Generator<undefined, Batch> {
  const lines: string[] = [];
  let end = after;
  for (const record of records) {
    const named = end.sum === NO_RECORDS.sum ? { ...record, sessionId } : record;
    const { line, seq, sum } = yield* encodeRecord(named, { after: end, root });
    lines.push(line, '\n');
    end = { seq, sum };
    yield;
  }
  const [line = '', feed = '', ...others] = lines;
  // Most batches are one short record.
  const isShort = others.length === 0 && line.length < SHORT_LINE;
  const bytes = isShort ? Buffer.from(line + feed, 'utf8') : yield* joinedPiecesOf(lines);
  return { bytes, end };
}

/** The bytes with which a line ends whose check-sum is `sum`. */
export function sealOf(sum: string): Buffer {
  return Buffer.from(`,"sum":"${sum}"}\n`, 'utf8');
}
