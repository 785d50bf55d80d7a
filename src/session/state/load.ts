import { StagedFsError } from '../../base/errors.ts';
import type { Mode, SessionId } from '../../base/ids.ts';
import { displayName } from '../../base/name.ts';
import type { StateChange } from '../../base/state-change.ts';
import type { WorkspacePath } from '../../base/workspace-path.ts';
import type { Disk } from '../../disk/disk.ts';
import { inTurns } from '../../disk/in-turns.ts';
import { Turn } from '../../disk/turn.ts';
import type { Journal } from '../../journal/journal.ts';
import { type OpenedJournal, openJournal } from '../../journal/open.ts';
import type { SequencedRecord } from '../../journal/record.ts';
import type { SegmentScan } from '../../journal/replay.ts';
import type { Manifest } from '../../manifest/manifest.ts';
import { loadManifest } from '../../manifest/manifest-file.ts';
import { protectionOf } from '../../overlay/protected.ts';
import { Upper } from '../../overlay/upper.ts';
import { hasSessionDirectory, type SessionDir } from '../session-dir.ts';

/** Where a session's stored state is. */
export interface LoadPlace {
  readonly disk: Disk;
  readonly root: string;
  readonly id: SessionId;
  readonly directory: SessionDir;
}

/** A session as its files tell it. */
export interface LoadedState {
  readonly mode: Mode;
  readonly upper: Upper;
  /** Undefined for a session that has none yet. */
  readonly journal: Journal | undefined;
  /** The seq the manifest on disk covers; undefined when it is the reference's, or missing. */
  readonly checkpointSeq: number | undefined;
  /** Whether the manifest is the reference's: it wins whole and must be adopted. */
  readonly isForeign: boolean;
  /** What is wrong with the journal: reasons for people. */
  readonly damages: readonly string[];
}

// A writer may rotate between the two reads; three times in a row would be a bug.
const MOST_ATTEMPTS = 3;

/**
 * Loads manifest and journal; writes nothing. @throws ERR_STAGED_CORRUPT or ERR_STAGED_FORMAT when
 * the manifest is damaged (rule M1); damage of the journal is part of the result (rule J2).
 */
export async function loadState(place: LoadPlace): Promise<LoadedState> {
  if (!(await hasSessionDirectory(place.disk, place.root, place.directory))) return emptyState();
  for (let attempt = 1; ; attempt += 1) {
    const manifest = await loadManifest(place.disk, place.directory.manifest);
    if (manifest !== undefined) checkOwner(place, manifest);
    const opened = await openJournal(journalPlaceOf(place), { afterSeq: manifest?.seq ?? 0 });
    if (attempt < MOST_ATTEMPTS && hasGap(manifest, opened)) {
      await opened?.journal.close();
      continue;
    }
    return await combineOrClose(manifest, opened);
  }
}

async function combineOrClose(
  manifest: Manifest | undefined,
  opened: OpenedJournal | undefined,
): Promise<LoadedState> {
  try {
    return await combine(manifest, opened);
  } catch (error) {
    await opened?.journal.close();
    throw error;
  }
}

/** Where the journal of a session is. */
export function journalPlaceOf(place: LoadPlace): {
  readonly disk: Disk;
  readonly directory: string;
  readonly root: string;
  readonly sessionId: string;
} {
  const { disk, directory, root, id } = place;
  return { disk, directory: directory.path, root, sessionId: id };
}

/** What records are applied to. */
export interface Replayed {
  readonly upper: Upper;
  mode: Mode;
}

/** Applies records one by one, with places to rest. @throws ERR_STAGED_CORRUPT (rule W1) */
export function* replaying(
  replayed: Replayed,
  records: readonly SequencedRecord[],
): Generator<undefined, void> {
  for (const { record } of records) {
    yield* applyStored(replayed.upper, record.change);
    replayed.mode = record.change.mode ?? replayed.mode;
    yield;
  }
}

const PATHS_A_STEP = 512;

// State is input too: it must not name what no session may change.
function* applyStored(upper: Upper, change: StateChange): Generator<undefined, void> {
  let count = 0;
  for (const { path } of change.put ?? []) {
    assertStoredPath(path);
    if (++count % PATHS_A_STEP === 0) yield;
  }
  yield* upper.applying(change);
}

function emptyState(): LoadedState {
  return {
    mode: 'immediate',
    upper: new Upper(),
    journal: undefined,
    checkpointSeq: undefined,
    isForeign: false,
    damages: [],
  };
}

async function combine(
  manifest: Manifest | undefined,
  opened: OpenedJournal | undefined,
): Promise<LoadedState> {
  const isForeign = manifest !== undefined && manifest.seq === undefined;
  const { mode = 'immediate', entries = [] } = manifest ?? {};
  const replayed = { upper: new Upper(), mode };
  const turn = new Turn();
  await inTurns(applyStored(replayed.upper, { reset: true, put: entries }), turn);
  await inTurns(replaying(replayed, isForeign ? [] : (opened?.scan.records ?? [])), turn);
  return {
    ...replayed,
    journal: opened?.journal,
    checkpointSeq: manifest?.seq,
    isForeign,
    damages: isForeign ? [] : damagesOf(manifest, opened?.scan),
  };
}

function damagesOf(manifest: Manifest | undefined, scan: SegmentScan | undefined): string[] {
  if (scan === undefined) {
    const isLost = manifest?.seq !== undefined && manifest.seq > 0;
    return isLost ? ['the journal is missing beside a manifest that covers records of it'] : [];
  }
  const flaws = scan.damages.map(({ line, reason }) => `line ${line}: ${reason}`);
  return hasGap(manifest, { scan }) ? [...flaws, 'records after the manifest are missing'] : flaws;
}

// The first record must follow the manifest, or carry the whole state itself.
function hasGap(
  manifest: Manifest | undefined,
  opened: { readonly scan: SegmentScan } | undefined,
): boolean {
  const first = opened?.scan.records[0];
  if (first === undefined || first.record.change.reset === true) return false;
  if (manifest !== undefined && manifest.seq === undefined) return false;
  return first.seq > (manifest?.seq ?? 0) + 1;
}

function checkOwner(place: LoadPlace, manifest: Manifest): void {
  if (manifest.sessionId === place.id) return;
  throw new StagedFsError(
    'ERR_STAGED_CORRUPT',
    `The manifest of session \`${place.id}\` belongs to session \`${manifest.sessionId}\`.`,
    {
      expected: place.id,
      found: manifest.sessionId,
      hint: 'Open that session instead, or run `staged-fs verify --repair` to rebuild the manifest.',
    },
  );
}

function assertStoredPath(path: WorkspacePath): void {
  if (path !== '' && protectionOf(path) === undefined) return;
  throw new StagedFsError(
    'ERR_STAGED_CORRUPT',
    `The stored state names \`${displayName(path)}\`, which no session may change.`,
    { path: displayName(path), hint: 'Someone edited the state: move the session directory away.' },
  );
}
