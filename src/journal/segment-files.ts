import { isStagedFsError, StagedFsError } from '../base/errors.ts';
import type { Disk, DiskFile } from '../disk/disk.ts';
import { isIoError } from '../disk/io-error.ts';
import { openRegular } from '../disk/open-regular.ts';

/** The name of the segment that grows. */
export const CURRENT_SEGMENT = 'journal.jsonl';

/** The name a new segment has until it is whole. */
export const NEXT_SEGMENT = 'journal.jsonl.next';

/** A segment that grows no more. */
export interface ClosedSegment {
  readonly path: string;
  /** Of its last record. */
  readonly seq: number;
}

/** The name of a segment whose last record is `seq`. */
export function closedSegmentName(seq: number): string {
  return `journal-${seq}.jsonl`;
}

/** The closed segments of a session, oldest first. All may be removed once a newer one is there. */
export async function listSegments(disk: Disk, directory: string): Promise<ClosedSegment[]> {
  const names = await disk.list(directory);
  return names
    .map(({ name }) => ({ path: `${directory}/${name}`, seq: seqOf(name) }))
    .filter(({ seq }) => seq > 0)
    .sort((left, right) => left.seq - right.seq);
}

/**
 * Opens the newest segment for reading: `journal.jsonl`, or where a rotation was cut short between
 * its two renames, the one just closed. Undefined when there is no journal.
 */
export async function openNewestSegment(
  disk: Disk,
  directory: string,
): Promise<DiskFile | undefined> {
  const current = await openSegment(disk, `${directory}/${CURRENT_SEGMENT}`);
  if (current !== undefined) return current;
  // Closing comes before the new name: looking after the miss above finds the closed one.
  const last = (await listSegments(disk, directory)).at(-1);
  return last === undefined ? undefined : await openSegment(disk, last.path);
}

/** Opens a segment for reading; undefined when there is none. @throws ERR_STAGED_CORRUPT */
export async function openSegment(disk: Disk, path: string): Promise<DiskFile | undefined> {
  try {
    return await openRegular(disk, path);
  } catch (error) {
    if (isIoError(error, 'ENOENT')) return undefined;
    throw isStagedFsError(error, 'ERR_STAGED_NOT_A_FILE') ? noFile(path) : error;
  }
}

function noFile(path: string): StagedFsError {
  return new StagedFsError('ERR_STAGED_CORRUPT', 'In place of the journal is something else.', {
    path,
    expected: 'a regular file',
    hint: 'Someone replaced it: move it away and put the journal back.',
  });
}

function seqOf(name: string): number {
  return Number(/^journal-([1-9]\d{0,15})\.jsonl$/.exec(name)?.[1] ?? 0);
}
