import { isStagedFsError } from '../../base/errors.ts';
import type { Mode } from '../../base/ids.ts';
import { asFarAsPossible } from '../../disk/io-error.ts';
import type { HeldLock } from '../../disk/lock/lock.ts';
import type { Journal } from '../../journal/journal.ts';
import type { Upper } from '../../overlay/upper.ts';
import { Held } from './held.ts';
import { StateFiles } from './state-files.ts';
import { type HoldOptions, StateLocks } from './state-locks.ts';
import { StateMemory } from './state-memory.ts';
import type { StatePorts, StateView } from './state-ports.ts';

/** What is done under the lock: memory is made equal to the journal, then comes the work. */
interface Steps<T> {
  load(): Promise<void>;
  work(): Promise<T>;
}

/** Entries and mode as the journal has them (rule J1): alone follows it, appends, and locks. */
export class SessionState {
  readonly #ports: StatePorts;
  readonly locks: StateLocks;
  readonly #files: StateFiles;
  readonly #memory: StateMemory;
  /** In a hold: when memory is equal to the journal, which then nobody else changes. */
  #current: Promise<void> | undefined;
  #held: Held | undefined;
  #isRecovered = false;
  #catchingUp: Promise<void> | undefined;

  constructor(ports: StatePorts) {
    this.#ports = ports;
    this.locks = new StateLocks(ports);
    this.#files = new StateFiles(ports);
    this.#memory = new StateMemory(ports, (loaded) => {
      this.#files.loaded(loaded);
    });
  }

  get mode(): Mode {
    return this.#held?.mode ?? this.#memory.mode;
  }

  get upper(): Upper {
    return this.#memory.upper;
  }

  /** Reasons, for people, why the journal can't be trusted; none when it can. */
  get damages(): readonly string[] {
    return this.#memory.state.damages;
  }

  /** The state of now, as it stays: without what a hold has staged and not yet appended. */
  acknowledged(): StateView {
    return this.#memory.acknowledged();
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
  async hold<T>(work: (held: Held) => Promise<T>, options: HoldOptions = {}): Promise<T> {
    return await this.#underLock(await this.#acquire(options), {
      load: () => this.#catchUp(),
      work: () => this.#run(work),
    });
  }

  /** Writes the manifest if it lags. One who has only read leaves that: it would wait for the lock. */
  async checkpoint(): Promise<void> {
    const { journal, isInDoubt } = this.#memory;
    if (!this.#isRecovered || isInDoubt || !this.#files.needsCheckpoint(journal)) return;
    await this.hold(() => this.#checkpoint());
  }

  /**
   * Makes the stored state whole again from what of it can be read: a damaged manifest and a
   * damaged segment are set aside, never removed. @throws ERR_STAGED_CORRUPT without a journal
   */
  async repair(): Promise<void> {
    await this.#underLock(await this.locks.acquire(), {
      load: () => this.#memory.loadSettingAside(() => this.#files.setManifestAside()),
      work: async () => {
        const journal = await this.#writableJournal();
        const fresh = await this.#files.rotate(journal, this.#memory.segment);
        this.#memory.update({ journal: fresh, damages: [] });
        await this.#checkpoint();
      },
    });
  }

  /** Writes the manifest if it lags and fits on the disk, and lets go of the files. */
  async close(): Promise<void> {
    try {
      // The journal has it all (rule J1): where it can't be written, the manifest goes on lagging.
      await asFarAsPossible(() => this.checkpoint());
    } finally {
      await this.#memory.close();
      this.locks.close();
    }
  }

  async #acquire(options: HoldOptions): Promise<HeldLock> {
    if (this.#isRecovered) return await this.locks.acquire(options);
    return await this.locks.acquireAsNeeded(options, () => this.#ports.isCommitUnfinished());
  }

  // Whoever reads meanwhile waits for `load`: until then memory may lack another process's changes.
  async #underLock<T>(lock: HeldLock, steps: Steps<T>): Promise<T> {
    try {
      // A reader that began before us goes on to its end; its failure is its own.
      const before = this.#catchingUp?.catch(() => undefined);
      this.#current = Promise.resolve(before).then(() => steps.load());
      await this.#current;
      return await steps.work();
    } finally {
      this.#current = undefined;
      lock.release();
    }
  }

  async #run<T>(work: (held: Held) => Promise<T>): Promise<T> {
    await this.#settleIn();
    const { held, result } = await this.#workIn(work);
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
      await this.#ports.collect(await held.garbage());
      const isDue = this.#files.needsCheckpoint(this.#memory.journal, this.upper.size);
      if (isModeChange || isDue) await this.#checkpoint();
    } catch (error) {
      if (!isStagedFsError(error, 'ERR_STAGED_IO')) throw error;
    }
    await this.#ports.onStaged(held.totals);
  }

  async #workIn<T>(work: (held: Held) => Promise<T>): Promise<{ held: Held; result: T }> {
    const held = new Held(this.upper, this.#memory.mode, this.#ports.clock.now());
    return await this.#memory.showingBefore(async () => {
      const result = await this.#orReload(() => this.#staging(held, work));
      if (held.records.length > 0) await this.#append(held);
      return { held, result };
    });
  }

  async #staging<T>(held: Held, work: (held: Held) => Promise<T>): Promise<T> {
    this.#held = held;
    try {
      return await work(held);
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
    await this.#ports.sweep();
    if (this.locks.hasCommitLock) await this.#maintain((held) => this.#ports.recover(held));
    this.#isRecovered = true;
  }

  async #maintain(work: (held: Held) => Promise<void>): Promise<void> {
    const { held } = await this.#workIn(work);
    await held.finish();
    await this.#ports.collect(await held.garbage());
  }

  async #catchUp(): Promise<void> {
    if (await this.#memory.follow()) this.#tellForeign();
  }

  #tellForeign(): void {
    const { size, totalBytes } = this.upper;
    this.#ports.onForeign({ pendingCount: size, totalBytes });
  }

  async #writableJournal(): Promise<Journal> {
    const { journal } = this.#memory.state;
    if (journal?.isRotated === false) return journal;
    const writable =
      journal === undefined
        ? await this.#files.newJournal(this.#memory.state)
        : await this.#files.finishRotation(journal, this.#memory.segment);
    this.#memory.update({ journal: writable });
    return writable;
  }

  async #checkpoint(): Promise<void> {
    const { journal, damages } = this.#memory.state;
    // A manifest that covers damage would hide it; only a repair may.
    if (journal === undefined || damages.length > 0) return;
    this.#memory.update({ journal: await this.#files.checkpoint(journal, this.#memory.segment) });
  }
}
