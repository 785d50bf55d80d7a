import { isStagedFsError } from '../base/errors.ts';
import type { Mode } from '../base/ids.ts';
import { asFarAsPossible } from '../disk/io-error.ts';
import type { Journal } from '../journal/journal.ts';
import type { SegmentState } from '../journal/segment.ts';
import type { Upper } from '../overlay/upper.ts';
import { Held } from './held.ts';
import { StateFiles } from './state-files.ts';
import { StateMemory } from './state-memory.ts';
import type { StatePorts } from './state-ports.ts';

/** Entries and mode as the journal has them (rule J1): alone follows it, appends, and locks. */
export class SessionState {
  readonly #ports: StatePorts;
  /** Its files, of which callers use the locks and the directories. */
  readonly files: StateFiles;
  readonly #memory: StateMemory;
  /** In a hold: when memory is equal to the journal, which then nobody else changes. */
  #current: Promise<void> | undefined;
  #held: Held | undefined;
  #isRecovered = false;
  #catchingUp: Promise<void> | undefined;

  constructor(ports: StatePorts) {
    this.#ports = ports;
    this.files = new StateFiles(ports);
    this.#memory = new StateMemory(ports, (loaded) => {
      this.files.loaded(loaded);
    });
  }

  get mode(): Mode {
    return this.#held?.mode ?? this.#memory.mode;
  }

  get upper(): Upper {
    return this.#memory.state.upper;
  }

  /** Reasons, for people, why the journal can't be trusted; none when it can. */
  get damages(): readonly string[] {
    return this.#memory.state.damages;
  }

  /** The seq of the next record. */
  get nextSeq(): number {
    return this.#memory.nextSeq;
  }

  /** Makes memory equal to the journal. In a hold it already is. */
  async refresh(): Promise<void> {
    // One that has begun may have looked before the change that the caller knows of.
    await this.#catchingUp?.catch(() => undefined);
    if (this.#current !== undefined) return await this.#current;
    this.#catchingUp ??= this.#catchUp().finally(() => {
      this.#catchingUp = undefined;
    });
    await this.#catchingUp;
  }

  /**
   * Runs `work` in one hold of the session's lock: follow, decide, then append all it staged in
   * one write. When the append fails nothing of it was acknowledged, and memory is loaded anew.
   */
  async hold<T>(work: (held: Held) => Promise<T>): Promise<T> {
    return await this.#underLock(
      () => this.#catchUp(),
      () => this.#run(work),
    );
  }

  /** Writes the manifest if it lags. */
  async checkpoint(): Promise<void> {
    if (this.#memory.isInDoubt || !this.files.needsCheckpoint(this.#memory.journal)) return;
    await this.hold(() => this.#checkpoint());
  }

  /**
   * Makes the stored state whole again from what of it can be read: a damaged manifest and a
   * damaged segment are set aside, never removed. @throws ERR_STAGED_CORRUPT without a journal
   */
  async repair(): Promise<void> {
    await this.#underLock(
      () => this.#loadSettingAside(),
      async () => {
        const journal = await this.#writableJournal();
        const fresh = await this.files.rotate(journal, this.#segmentState());
        this.#memory.update({ journal: fresh, damages: [] });
        await this.#checkpoint();
      },
    );
  }

  /** Writes the manifest if it lags and fits on the disk, and lets go of the files. */
  async close(): Promise<void> {
    try {
      // The journal has it all (rule J1): where it can't be written, the manifest goes on lagging.
      await asFarAsPossible(() => this.checkpoint());
    } finally {
      await this.#memory.close();
      this.files.close();
    }
  }

  // Whoever reads meanwhile waits for `load`: until then memory may lack another process's changes.
  async #underLock<T>(load: () => Promise<void>, work: () => Promise<T>): Promise<T> {
    const lock = await this.files.acquire();
    try {
      // A reader that began before us goes on to its end; its failure is its own.
      const before = this.#catchingUp?.catch(() => undefined);
      this.#current = Promise.resolve(before).then(load);
      await this.#current;
      return await work();
    } finally {
      this.#current = undefined;
      lock.release();
    }
  }

  async #run<T>(work: (held: Held) => Promise<T>): Promise<T> {
    await this.#settleIn();
    const held = new Held(this.upper, this.#memory.mode, this.#ports.clock.now());
    const result = await this.#workIn(held, work);
    if (held.records.length > 0) await this.#append(held);
    await this.#afterwards(held);
    return result;
  }

  // What was appended is acknowledged, whatever becomes of the tidying: a full disk here costs a
  // late manifest or a body that the next sweep takes, never the operation.
  async #afterwards(held: Held): Promise<void> {
    const isModeChange = held.mode !== this.#memory.mode;
    this.#memory.mode = held.mode;
    try {
      await held.finish();
      await this.#ports.collect(held.garbage());
      const isDue = this.files.needsCheckpoint(this.#memory.journal, this.upper.size);
      if (isModeChange || isDue) await this.#checkpoint();
    } catch (error) {
      if (!isStagedFsError(error, 'ERR_STAGED_IO')) throw error;
    }
    this.#ports.onStaged(held.totals);
  }

  async #workIn<T>(held: Held, work: (held: Held) => Promise<T>): Promise<T> {
    this.#held = held;
    try {
      return await this.#orReload(() => work(held));
    } finally {
      this.#held = undefined;
    }
  }

  async #append(held: Held): Promise<void> {
    const { fsync } = this.#ports;
    const sync = fsync === 'always' || (held.isDurable && fsync !== 'never');
    await this.#orReload(async () => {
      // No record is on the medium before what it names (rule J1).
      if (fsync === 'always') {
        await this.#ports.syncContents(held.records.map(({ change }) => change));
      }
      const journal = await this.#writableJournal();
      await journal.append(held.records, { sync });
    });
  }

  async #orReload<T>(work: () => Promise<T>): Promise<T> {
    const { nextSeq } = this;
    try {
      return await work();
    } catch (error) {
      if (await this.#memory.loadAfterFailure(nextSeq)) this.#tellForeign();
      throw error;
    }
  }

  // Once a session: what the reference left is taken over, what a crash cut short is finished.
  async #settleIn(): Promise<void> {
    if (this.#memory.state.isForeign) {
      await this.#maintain((held) => this.#ports.adopt(held));
      this.#memory.update({ isForeign: false });
      await this.#checkpoint();
    }
    if (this.#isRecovered) return;
    await this.#maintain((held) => this.#ports.recover(held));
    this.#isRecovered = true;
  }

  async #maintain(work: (held: Held) => Promise<void>): Promise<void> {
    const held = new Held(this.upper, this.#memory.mode, this.#ports.clock.now());
    await this.#workIn(held, work);
    if (held.records.length > 0) await this.#append(held);
    await held.finish();
    await this.#ports.collect(held.garbage());
  }

  async #catchUp(): Promise<void> {
    if (await this.#memory.follow()) this.#tellForeign();
  }

  #tellForeign(): void {
    const { size, totalBytes } = this.upper;
    this.#ports.onForeign({ pendingCount: size, totalBytes });
  }

  async #loadSettingAside(): Promise<void> {
    const { disk, directory } = this.#ports;
    try {
      await this.#memory.load();
    } catch (error) {
      if (!isStagedFsError(error, 'ERR_STAGED_CORRUPT')) throw error;
      if ((await disk.lstat(directory.journal))?.kind !== 'file') throw error;
      await this.files.setManifestAside();
      await this.#memory.load();
    }
  }

  async #writableJournal(): Promise<Journal> {
    const { journal } = this.#memory.state;
    if (journal?.isRotated === false) return journal;
    const writable =
      journal === undefined
        ? await this.#newJournal()
        : await this.files.finishRotation(journal, this.#segmentState());
    this.#memory.update({ journal: writable });
    return writable;
  }

  async #newJournal(): Promise<Journal> {
    const { isForeign, damages } = this.#memory.state;
    const isDamaged = damages.length > 0;
    // A new session's manifest comes first: the reference then finds a whole session, if an empty one.
    if (!isForeign && !isDamaged)
      await this.files.saveManifest({ mode: 'immediate', entries: new Map() }, 0);
    return await this.files.createJournal({ leavesGap: isDamaged });
  }

  async #checkpoint(): Promise<void> {
    const { journal, damages } = this.#memory.state;
    // A manifest that covers damage would hide it; only a repair may.
    if (journal === undefined || damages.length > 0) return;
    const state = this.#segmentState();
    await this.files.saveManifest(state, journal.end.seq);
    this.#memory.update({ journal: await this.files.rotateIfLong(journal, state) });
  }

  #segmentState(): SegmentState {
    return { mode: this.#memory.mode, entries: this.upper.map };
  }
}
