import type { JournalPlace } from './journal.ts';
import type { SequencedRecord } from './record.ts';
import { scanSegment } from './replay.ts';
import { CURRENT_SEGMENT, listSegments } from './segment-files.ts';

/** The records above `afterSeq` of every segment that is still there, oldest first. */
export async function* readRecords(
  place: JournalPlace,
  afterSeq: number,
): AsyncGenerator<SequencedRecord> {
  const { disk, directory } = place;
  if ((await disk.lstat(directory)) === undefined) return;
  const closed = (await listSegments(disk, directory)).filter(({ seq }) => seq > afterSeq);
  const paths = [...closed.map(({ path }) => path), `${directory}/${CURRENT_SEGMENT}`];
  for (const path of paths) yield* recordsOf(place, path, afterSeq);
}

async function* recordsOf(
  place: JournalPlace,
  path: string,
  afterSeq: number,
): AsyncGenerator<SequencedRecord> {
  if ((await place.disk.lstat(path)) === undefined) return;
  const file = await place.disk.open(path, 'read');
  try {
    yield* (await scanSegment(file, { afterSeq })).records;
  } finally {
    await file.close();
  }
}
