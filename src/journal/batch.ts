import { Turn } from '../disk/turn.ts';
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
  const { root, sessionId } = options;
  const turn = new Turn();
  let end = options.after;
  let text = '';
  for (const record of records) {
    const named = end.sum === NO_RECORDS.sum ? { ...record, sessionId } : record;
    const { line, seq, sum } = encodeRecord(named, { after: end, root });
    text += `${line}\n`;
    end = { seq, sum };
    if (turn.isOver()) await turn.next();
  }
  return { bytes: Buffer.from(text, 'utf8'), end };
}

/** The bytes with which a line ends whose check-sum is `sum`. */
export function sealOf(sum: string): Buffer {
  return Buffer.from(`,"sum":"${sum}"}\n`, 'utf8');
}
