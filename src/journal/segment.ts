import type { PlacedEntry } from '../base/entry.ts';
import type { Mode } from '../base/ids.ts';
import type { DiskFile } from '../disk/disk.ts';
import { encodeBatch } from './batch.ts';
import type { Journal, JournalPlace } from './journal.ts';
import { journalOver } from './open.ts';
import type { ChainEnd, JournalRecord } from './record.ts';
import { CURRENT_SEGMENT, closedSegmentName, NEXT_SEGMENT } from './segment-files.ts';
import type { SegmentEnd } from './segment-scan.ts';

/** The whole state, with which a new segment starts. */
export interface SegmentState {
  readonly mode: Mode;
  readonly entries: readonly PlacedEntry[];
}

/** How a rotation is done. */
export interface RotateOptions {
  readonly tsMs: number;
  /** Whether each step is on the medium before the next. */
  readonly sync?: boolean;
}

/**
 * Closes the segment and starts the next one with `state`, under the session's lock. The journal
 * given is closed, the one returned takes its place. Also the way to set a damaged segment aside:
 * its lines are kept as they are, whatever its end looks like. A failure or crash leaves the journal
 * as it was, or a segment that ends in `rotate`, for `finishRotation`.
 */
export async function rotateJournal(
  journal: Journal,
  state: SegmentState,
  options: RotateOptions,
): Promise<Journal> {
  const { tsMs, sync = false } = options;
  const pendingCount = state.entries.length;
  const rotate: JournalRecord = { op: 'rotate', path: null, pendingCount, tsMs, change: {} };
  // The new segment first: when the disk is full, the old one stays open.
  const { end: after } = await encodeBatch([rotate], { ...journal.place, after: journal.end });
  const end = await writeSegment({ place: journal.place, state, after }, options);
  await journal.append([rotate], { sync });
  return await moveIntoPlace(journal, end, options);
}

/**
 * Starts the segment after `journal`, which ends in `rotate`: `state` is what replaying it gives.
 * Under the session's lock, after a `follow` in the same hold that did not say `reload`.
 */
export async function finishRotation(
  journal: Journal,
  state: SegmentState,
  options: RotateOptions,
): Promise<Journal> {
  const end = await writeSegment({ place: journal.place, state, after: journal.end }, options);
  return await moveIntoPlace(journal, end, options);
}

async function moveIntoPlace(
  journal: Journal,
  end: SegmentEnd,
  options: RotateOptions,
): Promise<Journal> {
  const { disk, directory } = journal.place;
  const current = `${directory}/${CURRENT_SEGMENT}`;
  // Missing where an earlier try got as far as this.
  if ((await disk.lstat(current)) !== undefined) {
    await disk.rename(current, `${directory}/${closedSegmentName(journal.end.seq)}`);
  }
  await disk.rename(`${directory}/${NEXT_SEGMENT}`, current);
  if (options.sync === true) await disk.syncDirectory(directory);
  await journal.close();
  return await openAt(journal.place, end);
}

interface NewSegment {
  readonly place: JournalPlace;
  readonly state: SegmentState;
  readonly after: ChainEnd;
}

async function writeSegment(
  segment: NewSegment,
  { tsMs, sync = false }: RotateOptions,
): Promise<SegmentEnd> {
  const { disk, directory } = segment.place;
  const path = `${directory}/${NEXT_SEGMENT}`;
  // What a crash left: whole or not, it was never in place.
  await disk.unlink(path);
  const file = await disk.open(path, 'create', { permissions: 0o600 });
  try {
    const end = await writeRecords(file, segment, checkpointOf(segment, tsMs));
    if (sync) await file.sync();
    return end;
  } finally {
    await file.close();
  }
}

/** Entries a record: keeps reading it under a millisecond. */
const ENTRIES_PER_RECORD = 128;

function checkpointOf({ place, state }: NewSegment, tsMs: number): readonly JournalRecord[] {
  const { mode, entries } = state;
  const record = { op: 'checkpoint', path: null, pendingCount: entries.length, tsMs } as const;
  const { sessionId } = place;
  const put = entries.slice(0, ENTRIES_PER_RECORD);
  const records: JournalRecord[] = [{ ...record, sessionId, change: { reset: true, mode, put } }];
  for (let at = ENTRIES_PER_RECORD; at < entries.length; at += ENTRIES_PER_RECORD) {
    records.push({ ...record, change: { put: entries.slice(at, at + ENTRIES_PER_RECORD) } });
  }
  return records;
}

/** Records encoded and written at a time: about half a megabyte. */
const RECORDS_PER_WRITE = 8;

async function writeRecords(
  file: DiskFile,
  { place, after }: NewSegment,
  records: readonly JournalRecord[],
): Promise<SegmentEnd> {
  let end: SegmentEnd = { ...after, offset: 0 };
  for (let at = 0; at < records.length; at += RECORDS_PER_WRITE) {
    const part = records.slice(at, at + RECORDS_PER_WRITE);
    const batch = await encodeBatch(part, { ...place, after: end });
    await file.write(batch.bytes, end.offset);
    end = { ...batch.end, offset: end.offset + batch.bytes.length };
  }
  return end;
}

async function openAt(place: JournalPlace, end: SegmentEnd): Promise<Journal> {
  const file = await place.disk.open(`${place.directory}/${CURRENT_SEGMENT}`, 'read');
  return await journalOver(place, file, { end, isRotated: false, endsInRecord: false });
}
