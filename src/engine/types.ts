import type { Mode } from '../base/ids.ts';
import type { Session } from '../session/api/session-api.ts';
import type { Syntax } from './syntax.ts';

/** Ceilings of one session; a missing one is no ceiling. */
export interface Limits {
  /** Pending entries. */
  readonly maxEntries?: number;
  /** Sum of the pending bodies' sizes, in bytes. */
  readonly maxPendingBytes?: number;
  /** One body, in bytes. */
  readonly maxBodyBytes?: number;
  /** Bytes that must stay free on the disk. */
  readonly minFreeBytes?: number;
}

/** Options of `openEngine`. */
export interface EngineOptions {
  /** The workspace: an existing directory. */
  readonly root: string;
  /**
   * When data is forced to the medium: `commit` makes a commit durable before it reports success,
   * `always` every acknowledged mutation too. Staging survives a killed process under each.
   * @default 'commit'
   */
  readonly fsync?: 'commit' | 'always' | 'never';
  readonly limits?: Limits;
  /** Worker threads for large bodies, and as many each for costly diffs and for parsing; minimum 1. @default 2, or 1 on a single core */
  readonly threads?: number;
  /**
   * Milliseconds to wait for another process's lock, counted anew while that process's commit goes
   * on; minimum 0. @default 10000
   */
  readonly lockTimeoutMs?: number;
  /** Largest pre-image whose bytes are kept for later diffs, in bytes; 0 keeps none. @default 1 MiB */
  readonly keepBaseBytes?: number;
}

/** One session as `Engine.sessions` lists it. */
export interface SessionSummary {
  readonly sessionId: string;
  /** `staged` where `error` is set. */
  readonly mode: Mode;
  readonly pendingCount: number;
  readonly totalBytes: number;
  /** Epoch milliseconds of the last record. */
  readonly lastActivityMs: number;
  /** Set when the session can't be opened: why. */
  readonly error?: string;
}

/**
 * All sessions of one workspace in this process. Calls on a closed engine reject with
 * ERR_STAGED_SESSION_CLOSED.
 *
 * @example
 * ```ts
 * import { openEngine } from 'staged-fs';
 *
 * await using engine = await openEngine({ root: process.cwd() });
 * const session = await engine.session('s-1');
 * await session.setMode('staged');
 * await engine.withToolCall('call_9', async () => await session.write('a.txt', 'a'));
 * console.log((await session.status()).pendingWrites[0]?.snapshotId); // call_9
 * ```
 */
export interface Engine extends AsyncDisposable {
  /** Real path of the workspace. */
  readonly root: string;

  /** Reads the syntax of sources, off this thread. `harness.ast` reads files through a session. */
  readonly syntax: Syntax;

  /**
   * Opens or creates a session: the same object for the same id until it is closed. Nothing is
   * written before its first change.
   * @throws ERR_STAGED_INVALID_ARGUMENT for an id that is empty or no text
   */
  session(id: string): Promise<Session>;

  /** The session of the innermost `withSession` around the caller. */
  currentSession(): Promise<Session | undefined>;

  /** A session that has no state and goes straight to the workspace. */
  immediate(): Promise<Session>;

  /** Runs `work` with `id` as the ambient session; the result is `work`'s. */
  withSession<T>(id: string, work: () => T): T;

  /** Runs `work` with `id` as the tool call that mutations are attributed to, as `snapshotId`. */
  withToolCall<T>(id: string, work: () => T): T;

  /** The sessions that have state on disk, in byte order of ids; one that can't be opened too. */
  sessions(): Promise<readonly SessionSummary[]>;

  /** Closes every session and stops the worker threads. What is pending stays on disk. */
  close(): Promise<void>;
}
