import { displayName } from '../../base/name.ts';
import { Turn } from '../../disk/turn.ts';
import { readRecords } from '../../journal/read-records.ts';
import type { SequencedRecord } from '../../journal/record.ts';
import type { LogOptions, LogRecord } from '../api/upkeep-types.ts';
import type { SessionParts } from '../parts.ts';
import { journalPlaceOf } from '../state/load.ts';

// As often as a person notices, a fraction of what listeners are promised.
const POLL_MS = 100;

/** The records of the journal, oldest first; with `follow`, those to come as well. */
export async function* logRecords(
  parts: SessionParts,
  options: LogOptions,
): AsyncGenerator<LogRecord> {
  const turn = new Turn();
  let seq = 0;
  for (;;) {
    for await (const record of readRecords(journalPlaceOf(placeOf(parts)), seq)) {
      seq = record.seq;
      yield logRecordOf(record);
      if (turn.isOver()) await turn.next();
    }
    if (options.follow !== true || options.signal?.aborted === true) return;
    await rest(options.signal);
  }
}

function placeOf(parts: SessionParts): Parameters<typeof journalPlaceOf>[0] {
  const { id, directory, lower } = parts;
  return { disk: parts.ports.disk, root: lower.root, id, directory };
}

function logRecordOf({ seq, record }: SequencedRecord): LogRecord {
  const { op, path, pendingCount, tsMs } = record;
  return { seq, op, path: path === null ? null : displayName(path), pendingCount, tsMs };
}

async function rest(signal: AbortSignal | undefined): Promise<void> {
  await new Promise<void>((resolve) => {
    const timer = setTimeout(finish, POLL_MS);
    signal?.addEventListener('abort', finish, { once: true });
    function finish(): void {
      clearTimeout(timer);
      signal?.removeEventListener('abort', finish);
      resolve();
    }
  });
}
