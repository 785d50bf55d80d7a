import type { JournalPlace } from './journal.ts';
import type { SequencedRecord } from './record.ts';
import { scanSegment } from './replay.ts';
import { type ClosedSegment, CURRENT_SEGMENT, listSegments, openSegment } from './segment-files.ts';

/**
 * The records above `afterSeq` of every segment that is still there, oldest first. Goes from one to
 * the next by what the directory holds then: a list made before would miss the segment that a
 * rotation closes meanwhile.
 */
export async function* readRecords(
  place: JournalPlace,
  afterSeq: number,
): AsyncGenerator<SequencedRecord> {
  const { disk, directory } = place;
  if ((await disk.lstat(directory)) === undefined) return;
  let seq = afterSeq;
  for (;;) {
    const closed = await nextClosed(place, seq);
    const file = await openSegment(disk, closed?.path ?? `${directory}/${CURRENT_SEGMENT}`);
    try {
      // One that was closed since the look above comes before the file just opened.
      const isLate = closed === undefined && (await nextClosed(place, seq)) !== undefined;
      if (file !== undefined && !isLate)
        yield* (await scanSegment(file, { afterSeq: seq })).records;
      if (closed === undefined && !isLate) return;
    } finally {
      await file?.close();
    }
    seq = closed?.seq ?? seq;
  }
}

async function nextClosed(
  { disk, directory }: JournalPlace,
  seq: number,
): Promise<ClosedSegment | undefined> {
  return (await listSegments(disk, directory)).find((segment) => segment.seq > seq);
}
