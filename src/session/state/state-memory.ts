import { internal, isStagedFsError } from '../../base/errors.ts';
import type { Mode } from '../../base/ids.ts';
import { inTurns } from '../../disk/in-turns.ts';
import type { Journal } from '../../journal/journal.ts';
import type { SegmentState } from '../../journal/segment.ts';
import type { Upper } from '../../overlay/upper.ts';
import { closedError } from '../closed-error.ts';
import { type LoadedState, type LoadPlace, loadState, type Replayed, replaying } from './load.ts';
import type { StateView } from './state-ports.ts';

/** The state of a session in memory: loaded at first use, and always replaced in one step. */
export class StateMemory implements Replayed {
  readonly #place: LoadPlace;
  readonly #accept: (loaded: LoadedState) => void;
  #loaded: LoadedState | undefined;
  /** Whether it may be other than the journal: then it is loaded before it is used again. */
  #isInDoubt = false;
  #isClosed = false;
  #before: StateView | undefined;
  mode: Mode = 'immediate';

  /** `accept` throws to refuse what was loaded; what was known then stays. */
  constructor(place: LoadPlace, accept: (loaded: LoadedState) => void) {
    this.#place = place;
    this.#accept = accept;
  }

  /** @throws ERR_STAGED_SESSION_CLOSED after `close` */
  get state(): LoadedState {
    if (this.#isClosed) throw closedError(this.#place.id);
    return this.#loaded ?? internal('The session state was used before it was loaded.');
  }

  /** The state as manifests and new segments carry it. */
  get segment(): SegmentState {
    return { mode: this.mode, entries: this.upper.entries() };
  }

  get upper(): Upper {
    return this.state.upper;
  }

  get isInDoubt(): boolean {
    return this.#isInDoubt;
  }

  get journal(): Journal | undefined {
    return this.#loaded?.journal;
  }

  /** The seq of the next record. */
  get nextSeq(): number {
    return (this.journal?.end.seq ?? 0) + 1;
  }

  /** Makes memory equal to the journal; returns whether that told it something new. */
  async follow(): Promise<boolean> {
    const isFirst = this.#loaded === undefined;
    const followed = this.#isInDoubt ? 'reload' : ((await this.journal?.follow()) ?? 'reload');
    if (followed === 'same') return false;
    // Until that has gone well, nobody else may go on from here.
    this.#isInDoubt = true;
    if (followed === 'reload') await this.load();
    else await inTurns(replaying(this, followed.records));
    this.#isInDoubt = false;
    // A session that still has no journal has nothing to tell.
    return !isFirst && this.journal !== undefined;
  }

  /** Loads it from the files. Others read what is known meanwhile. */
  async load(): Promise<void> {
    const before = this.journal;
    const loaded = await loadState(this.#place);
    this.#accept(loaded);
    this.#loaded = loaded;
    this.mode = loaded.mode;
    this.#isInDoubt = false;
    await before?.close();
  }

  /** Loads it where the manifest may be damaged: `setAside` moves that away, or says it can't. */
  async loadSettingAside(setAside: () => Promise<boolean>): Promise<void> {
    try {
      await this.load();
    } catch (error) {
      const isDamaged = isStagedFsError(error, 'ERR_STAGED_CORRUPT');
      if (!isDamaged || !(await setAside())) throw error;
      await this.load();
    }
  }

  /** The state of now, as it stays: without what `showingBefore` has not yet done. */
  acknowledged(): StateView {
    return this.#before ?? this.#snapshot();
  }

  /** Runs work that stages and appends: until it is done, readers are shown the state before. */
  async showingBefore<T>(work: () => Promise<T>): Promise<T> {
    this.#before = this.#snapshot();
    try {
      return await work();
    } finally {
      this.#before = undefined;
    }
  }

  #snapshot(): StateView {
    const { mode, state } = this;
    return { upper: state.upper.snapshot(), mode, damages: state.damages };
  }

  /**
   * After work that failed half-way: what is true is on disk. Returns whether that is something
   * new, as it is when a failed append is in the journal after all.
   */
  async loadAfterFailure(nextSeq: number): Promise<boolean> {
    this.#isInDoubt = true;
    // Where that fails too, the next who needs the state is told.
    const isLoaded = await this.load().then(
      () => true,
      () => false,
    );
    return isLoaded && this.nextSeq !== nextSeq;
  }

  /** Takes note of what this process has done to the files. */
  update(change: Partial<LoadedState>): void {
    this.#loaded = { ...this.state, ...change };
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    await this.journal?.close();
    this.#loaded = undefined;
  }
}
