import type { Clock } from '../../base/clock.ts';
import type { Mode } from '../../base/ids.ts';
import type { StateChange } from '../../base/state-change.ts';
import type { LockMaker } from '../../disk/lock/lock.ts';
import type { UpperView } from '../../overlay/upper-view.ts';
import type { Garbage, Held, PendingTotals } from './held.ts';
import type { LoadPlace } from './load.ts';

/** What a session's files need from outside. */
export interface FilePorts extends LoadPlace {
  readonly clock: Clock;
  readonly lockTimeoutMs: number;
  readonly fsync: 'commit' | 'always' | 'never';
  lockMaker(): Promise<LockMaker>;
}

/** What is pending, and how changes are taken. */
export interface StateView {
  readonly upper: UpperView;
  readonly mode: Mode;
  /** Reasons, for people, why the journal can't be trusted; none when it can. */
  readonly damages: readonly string[];
}

/** What a session's state needs from outside. */
export interface StatePorts extends FilePorts {
  /** Stages an `adopt` record with the bases of entries that the reference made. */
  adopt(held: Held): Promise<void>;
  /** Removes what dead receivers left; once, before the first mutation. */
  sweep(): Promise<void>;
  /** Whether a commit of this session goes on, or was cut short by a crash. */
  isCommitUnfinished(): Promise<boolean>;
  /** Finishes what a crash cut short, under the commit lock; once, before the first mutation. */
  recover(held: Held): Promise<void>;
  /** Records of other processes came in: beliefs about bodies are void. */
  onForeign(totals: PendingTotals): void;
  /** Puts the contents that these changes name on the medium. */
  syncContents(changes: readonly StateChange[]): Promise<void>;
  onStaged(totals: readonly PendingTotals[]): Promise<void>;
  /** Removes what no entry names any longer; still under the lock. */
  collect(garbage: Garbage): Promise<void>;
}
