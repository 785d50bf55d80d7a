import { internal } from '../base/errors.ts';
import { isIoError } from '../disk/io-error.ts';
import type { FileLock, HeldLock, LockMaker } from '../disk/lock.ts';
import type { Journal } from '../journal/journal.ts';
import { createJournal } from '../journal/open.ts';
import {
  finishRotation,
  type RotateOptions,
  rotateJournal,
  type SegmentState,
} from '../journal/segment.ts';
import { saveManifest } from '../manifest/manifest-file.ts';
import { journalPlaceOf, type LoadedState } from './load.ts';
import { makeSessionDirectory, makeStagedDirectory, syncUpToRoot } from './session-dir.ts';
import { stateGone } from './state-gone.ts';
import type { FilePorts } from './state-ports.ts';

// Checkpoints and segments grow in distance with the state, so that their cost per operation stays
// flat. A record takes some 400 bytes.
const LEAST_CHECKPOINT_RECORDS = 4096;
const LEAST_SEGMENT_BYTES = 2 * 1024 * 1024;
const SEGMENT_BYTES_PER_ENTRY = 1600;

/** The files of one session that carry its state: lock, manifest, and the journal's segments. */
export class StateFiles {
  readonly #ports: FilePorts;
  #lock: FileLock | undefined;
  #locks: LockMaker | undefined;
  /** The seq that the manifest on disk covers. */
  #checkpointSeq = 0;
  #hadJournal = false;

  constructor(ports: FilePorts) {
    this.#ports = ports;
  }

  /** The locks of the root; `prepare` comes first. */
  get locks(): LockMaker {
    return this.#locks ?? internal('The locks were used before the state directory was made.');
  }

  /** Makes the session's directory and locks ready to use. */
  async prepare(): Promise<void> {
    if (this.#lock !== undefined) return;
    const { disk, root, directory } = this.#ports;
    await makeStagedDirectory(disk, root);
    await makeSessionDirectory(disk, directory);
    this.#locks ??= await this.#ports.lockMaker();
    this.#lock ??= this.#locks.lockAt(directory.lock);
  }

  /** Takes the session's lock. */
  async acquire(): Promise<HeldLock> {
    try {
      return await this.#tryAcquire();
    } catch (error) {
      if (!isIoError(error, 'ENOENT')) throw error;
      // Someone removed the directory while the session was open: what that means is told next.
      this.#letGo();
      return await this.#tryAcquire();
    }
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

  /** Replaces the manifest by one that covers `seq` (rule M1). */
  async saveManifest(state: SegmentState, seq: number): Promise<void> {
    const { disk, directory, root, id } = this.#ports;
    const manifest = { sessionId: id, root, seq, ...state };
    await saveManifest(disk, directory.manifest, { manifest, sync: this.#isSynced });
    this.#checkpointSeq = seq;
  }

  /** Makes a journal. After one that is lost it leaves a gap, by which that stays known (rule J2). */
  async createJournal({ leavesGap }: { readonly leavesGap: boolean }): Promise<Journal> {
    const after = { afterSeq: this.#checkpointSeq + (leavesGap ? 1 : 0) };
    const journal = await createJournal(journalPlaceOf(this.#ports), after);
    this.#hadJournal = true;
    if (this.#ports.fsync === 'always') {
      await syncUpToRoot(this.#ports.disk, this.#ports.root, this.#ports.directory.path);
    }
    return journal;
  }

  /** Starts a new segment when the current one is long; returns the journal to go on with. */
  async rotateIfLong(journal: Journal, state: SegmentState): Promise<Journal> {
    const limit = Math.max(LEAST_SEGMENT_BYTES, state.entries.size * SEGMENT_BYTES_PER_ENTRY);
    return journal.end.offset > limit ? await this.rotate(journal, state) : journal;
  }

  /** Sets the current segment aside and starts the next with `state`. */
  async rotate(journal: Journal, state: SegmentState): Promise<Journal> {
    return await rotateJournal(journal, state, this.#rotateOptions);
  }

  /** Starts the segment that a crash kept from being started. */
  async finishRotation(journal: Journal, state: SegmentState): Promise<Journal> {
    return await finishRotation(journal, state, this.#rotateOptions);
  }

  /** Moves a damaged manifest out of the way; nothing is removed. */
  async setManifestAside(): Promise<void> {
    const { disk, directory, clock } = this.#ports;
    await disk.rename(directory.manifest, `${directory.manifest}.damaged-${clock.now()}`);
  }

  close(): void {
    this.#letGo();
  }

  async #tryAcquire(): Promise<HeldLock> {
    await this.prepare();
    const lock = this.#lock ?? internal('The session has no lock after it was prepared.');
    return await lock.acquire({ timeoutMs: this.#ports.lockTimeoutMs });
  }

  #letGo(): void {
    this.#lock?.close();
    this.#lock = undefined;
  }

  get #isSynced(): boolean {
    return this.#ports.fsync !== 'never';
  }

  get #rotateOptions(): RotateOptions {
    return { tsMs: this.#ports.clock.now(), sync: this.#isSynced };
  }
}
