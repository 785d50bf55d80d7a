import { closeOnFailure } from '../disk/close-on-failure.ts';
import type { DiskFile } from '../disk/disk.ts';
import { Journal, type JournalPlace, type OpenSegment } from './journal.ts';
import { NO_RECORDS } from './record.ts';
import { scanSegment } from './replay.ts';
import { CURRENT_SEGMENT, openNewestSegment } from './segment-files.ts';
import type { SegmentScan } from './segment-scan.ts';

/** A journal and what it holds. */
export interface OpenedJournal {
  readonly journal: Journal;
  readonly scan: SegmentScan;
}

/** What is known of the journal before it is opened. */
export interface OpenJournalOptions {
  /**
   * The seq of the manifest; 0 for none. Records up to it are checked but not returned, and new
   * ones come after it, also where a power loss has taken the journal's end.
   */
  readonly afterSeq: number;
}

/** Makes the journal of a new session. @throws ERR_STAGED_IO with EEXIST when there is one. */
export async function createJournal(
  place: JournalPlace,
  { afterSeq }: OpenJournalOptions = { afterSeq: 0 },
): Promise<Journal> {
  const path = `${place.directory}/${CURRENT_SEGMENT}`;
  const file = await place.disk.open(path, 'create', { permissions: 0o600 });
  const end = { ...NO_RECORDS, seq: afterSeq, offset: 0 };
  return await journalOver(place, file, { end, isRotated: false, endsInRecord: false });
}

/**
 * Opens and reads the newest segment; undefined when there is no journal. Takes no lock, writes
 * nothing and throws for nothing it reads: the caller judges the scan.
 */
export async function openJournal(
  place: JournalPlace,
  options: OpenJournalOptions,
): Promise<OpenedJournal | undefined> {
  const file = await openNewestSegment(place.disk, place.directory);
  if (file === undefined) return undefined;
  return await closeOnFailure(file, async () => {
    const scan = await scanSegment(file, options);
    const end = { ...scan.end, seq: Math.max(scan.end.seq, options.afterSeq) };
    return { journal: await journalOver(place, file, { ...scan, end }), scan };
  });
}

/** The journal over an open segment that was read, or written, up to `scan.end`. */
export async function journalOver(
  place: JournalPlace,
  file: DiskFile,
  scan: OpenSegment['scan'],
): Promise<Journal> {
  return await closeOnFailure(file, async () => {
    const { identity } = await file.stat();
    return new Journal(place, { file, identity, scan });
  });
}
