import type { Journal } from '../../journal/journal.ts';
import { createJournal } from '../../journal/open.ts';
import {
  finishRotation,
  type RotateOptions,
  rotateJournal,
  type SegmentState,
} from '../../journal/segment.ts';
import { saveManifest } from '../../manifest/manifest-file.ts';
import { syncUpToRoot } from '../session-dir.ts';
import { journalPlaceOf, type LoadedState } from './load.ts';
import { stateGone } from './state-gone.ts';
import type { FilePorts } from './state-ports.ts';

// Checkpoints and segments grow in distance with the state, so that their cost per operation stays
// flat. A record takes some 400 bytes.
const LEAST_CHECKPOINT_RECORDS = 4096;
const LEAST_SEGMENT_BYTES = 2 * 1024 * 1024;
const SEGMENT_BYTES_PER_ENTRY = 1600;

/** The files of one session that carry its state: manifest, and the journal's segments. */
export class StateFiles {
  readonly #ports: FilePorts;
  /** The seq that the manifest on disk covers. */
  #checkpointSeq = 0;
  #hadJournal = false;

  constructor(ports: FilePorts) {
    this.#ports = ports;
  }

  /** Told what was loaded. @throws ERR_STAGED_CORRUPT when a journal that was there is gone */
  loaded({ checkpointSeq, journal }: LoadedState): void {
    // Without its state a staged session would go on as an immediate one, straight to disk.
    if (this.#hadJournal && journal === undefined) throw stateGone(this.#ports.id);
    this.#hadJournal = journal !== undefined;
    this.#checkpointSeq = checkpointSeq ?? 0;
  }

  /** Whether records came since the last checkpoint; with `size`, whether enough came. */
  needsCheckpoint(journal: Journal | undefined, size?: number): boolean {
    const distance = size === undefined ? 0 : Math.max(LEAST_CHECKPOINT_RECORDS, size);
    return (journal?.end.seq ?? 0) - this.#checkpointSeq > distance;
  }

  /**
   * Replaces the manifest by one that covers all of the journal (rule M1), and starts a new segment
   * when the current one is long; returns the journal to go on with.
   */
  async checkpoint(journal: Journal, state: SegmentState): Promise<Journal> {
    await this.#saveManifest(state, journal.end.seq);
    const limit = Math.max(LEAST_SEGMENT_BYTES, state.entries.length * SEGMENT_BYTES_PER_ENTRY);
    return journal.end.offset > limit ? await this.rotate(journal, state) : journal;
  }

  /** Makes the journal of a session that has none, or whose journal is lost. */
  async newJournal({ isForeign, damages }: LoadedState): Promise<Journal> {
    const isDamaged = damages.length > 0;
    // A new session's manifest comes first: the reference then finds a whole session, if an empty one.
    if (!isForeign && !isDamaged) {
      await this.#saveManifest({ mode: 'immediate', entries: [] }, 0);
    }
    // After one that is lost it leaves a gap, by which that stays known (rule J2).
    return await this.#createJournal(this.#checkpointSeq + (isDamaged ? 1 : 0));
  }

  /** Sets the current segment aside and starts the next with `state`. */
  async rotate(journal: Journal, state: SegmentState): Promise<Journal> {
    return await rotateJournal(journal, state, this.#rotateOptions);
  }

  /** Starts the segment that a crash kept from being started. */
  async finishRotation(journal: Journal, state: SegmentState): Promise<Journal> {
    return await finishRotation(journal, state, this.#rotateOptions);
  }

  /** Moves a damaged manifest out of the way, not without a journal: false then. */
  async setManifestAside(): Promise<boolean> {
    const { disk, directory, clock } = this.#ports;
    if ((await disk.lstat(directory.journal))?.kind !== 'file') return false;
    await disk.rename(directory.manifest, `${directory.manifest}.damaged-${clock.now()}`);
    return true;
  }

  async #saveManifest(state: SegmentState, seq: number): Promise<void> {
    const { disk, directory, root, id } = this.#ports;
    const manifest = { sessionId: id, root, seq, ...state };
    await saveManifest(disk, directory.manifest, { manifest, sync: this.#isSynced });
    this.#checkpointSeq = seq;
  }

  async #createJournal(afterSeq: number): Promise<Journal> {
    const journal = await createJournal(journalPlaceOf(this.#ports), { afterSeq });
    this.#hadJournal = true;
    if (this.#ports.fsync === 'always') {
      await syncUpToRoot(this.#ports.disk, this.#ports.root, this.#ports.directory.path);
    }
    return journal;
  }

  get #isSynced(): boolean {
    return this.#ports.fsync !== 'never';
  }

  get #rotateOptions(): RotateOptions {
    return { tsMs: this.#ports.clock.now(), sync: this.#isSynced };
  }
}
