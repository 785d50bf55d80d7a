import type { Clock } from '../base/clock.ts';
import type { SessionId } from '../base/ids.ts';
import type { Disk } from '../disk/disk.ts';
import type { LockMaker } from '../disk/lock/lock.ts';
import type { Gate } from '../overlay/gate.ts';
import type { Lower } from '../overlay/lower.ts';
import type { Layers } from '../overlay/view.ts';
import type { Differ } from '../pool/differ.ts';
import type { Hasher } from '../pool/hasher.ts';
import type { BlobOids } from '../store/blob-oids.ts';
import type { BodyStore } from '../store/body-store.ts';
import type { Observer } from '../workspace/observe.ts';
import type { Workspace } from '../workspace/workspace.ts';
import type { SectionCache } from './diff/section-cache.ts';
import type { LineStartsCache } from './read/line-starts-cache.ts';
import type { TreeCache } from './recorded-tree.ts';
import type { SessionDir } from './session-dir.ts';
import type { SessionState } from './state/state.ts';
import type { StateView } from './state/state-ports.ts';

/** Ceilings of one session; infinity where there is none. */
export interface SessionLimits {
  readonly maxEntries: number;
  readonly maxPendingBytes: number;
  readonly maxBodyBytes: number;
  readonly minFreeBytes: number;
}

/** The settings of one session. */
export interface SessionSettings {
  readonly fsync: 'commit' | 'always' | 'never';
  readonly limits: SessionLimits;
  readonly lockTimeoutMs: number;
  readonly keepBaseBytes: number;
}

/** What the engine hands to every session of a workspace. */
export interface SessionPorts {
  readonly disk: Disk;
  readonly clock: Clock;
  readonly hasher: Hasher;
  readonly differ: Differ;
  /** Real path of the workspace. */
  readonly root: string;
  /** The workspace as its owner spelled it. */
  readonly givenRoot: string;
  readonly settings: SessionSettings;
  /** The kind of lock this root uses; the state directory must exist. */
  lockMaker(): Promise<LockMaker>;
  /** The tool call the current mutation belongs to. */
  currentToolCall(): string | null;
  /** Told of what a listener of an event threw. */
  onListenerError(error: unknown): void;
  /** Runs `work` after all that came before it in this session. */
  queued<T>(work: () => Promise<T>): Promise<T>;
}

/** The parts of one open session that its verbs work on. */
export interface SessionParts {
  readonly id: SessionId;
  readonly ports: SessionPorts;
  readonly directory: SessionDir;
  readonly state: SessionState;
  /** The state as it is now to who changes it, as it was when the call began to who only reads. */
  readonly view: StateView;
  readonly lower: Lower;
  readonly workspace: Workspace;
  readonly observer: Observer;
  readonly bodies: BodyStore;
  readonly bases: BodyStore;
  /** What git calls contents that were hashed. */
  readonly blobOids: BlobOids;
  readonly gate: Gate;
  /** What was printed for a diff, to be printed again. */
  readonly sections: SectionCache;
  /** Where lines of large files begin, to seek to them. */
  readonly lineStarts: LineStartsCache;
  /** What was in directories that are staged for deletion. */
  readonly trees: TreeCache;
  /** What readers see now: both layers when staged, lower alone when immediate. */
  readonly layers: Layers;
}
