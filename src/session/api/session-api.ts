import type { Mode } from '../../base/ids.ts';
import type {
  ApplyPatchOptions,
  ApplyPatchResult,
  DiffOptions,
  ShadowOptions,
  ShadowResult,
} from './patch-types.ts';
import type {
  DirectoryItem,
  LineOptions,
  LinesRead,
  ReadOptions,
  TextRead,
  ViewStat,
} from './read-types.ts';
import type { Selection } from './shared-options.ts';
import type {
  CommitOptions,
  CommitResult,
  Content,
  ContentSource,
  DiscardResult,
  PatchTextOptions,
  PatchTextResult,
  PendingUpdate,
  RemoveOptions,
  RemoveResult,
  SessionStatus,
  WriteOptions,
  WriteResult,
} from './types.ts';
import type { LogOptions, LogRecord, VerifyResult } from './upkeep-types.ts';

/**
 * One staging scope over a workspace. Paths may be workspace-relative or absolute; results name
 * them workspace-relative. A call sees every mutation of this session that arrived before it.
 *
 * Any call may reject with ERR_STAGED_INVALID_ARGUMENT (an option is wrong), ERR_STAGED_INVALID_PATH
 * and ERR_STAGED_PATH_ESCAPE (a path is), ERR_STAGED_SESSION_CLOSED, ERR_STAGED_CORRUPT and
 * ERR_STAGED_FORMAT (the stored state can't be used), ERR_STAGED_IO, ERR_STAGED_ABORTED (its signal
 * was); a change also with ERR_STAGED_BUSY (another process holds the lock) and ERR_STAGED_QUOTA. Each
 * method names what it rejects with besides. A rejected change has staged nothing.
 *
 * @example
 * ```ts
 * import { openEngine } from 'staged-fs';
 *
 * await using engine = await openEngine({ root: process.cwd() });
 * const session = await engine.session('s-1');
 * await session.setMode('staged');
 * await session.write('notes/today.md', 'Remember the milk.\n');
 * console.log((await session.status()).pendingWrites.map(({ path }) => path));
 * await session.commit({ paths: ['notes/today.md'] });
 * ```
 */
export interface Session extends AsyncDisposable {
  readonly id: string;

  /** A new session is `immediate`: changes go to the workspace. `staged` keeps them beside it. */
  mode(): Promise<Mode>;

  /** Switches the mode. What is pending stays pending, and is hidden while the mode is `immediate`. */
  setMode(mode: Mode): Promise<{ readonly previousMode: Mode }>;

  /**
   * Writes a whole file, or a link.
   * @throws ERR_STAGED_EXISTS without `overwrite`, ERR_STAGED_PARENT_MISSING without
   *   `createParents`, ERR_STAGED_NOT_A_FILE over a directory that is not empty,
   *   ERR_STAGED_NOT_A_DIRECTORY below a file, ERR_STAGED_NOT_TEXT for text with lone surrogates
   */
  write(path: string, content: Content, options?: WriteOptions): Promise<WriteResult>;

  /** The same from a stream, or from a file anywhere, with memory for one piece at a time. */
  writeFrom(path: string, source: ContentSource, options?: WriteOptions): Promise<WriteResult>;

  /**
   * Deletes a file, a link itself, or a directory. What does not exist is no error.
   * @throws ERR_STAGED_NOT_EMPTY without `recursive`; ERR_STAGED_INVALID_PATH for a directory that
   *   holds a git directory
   */
  remove(path: string, options?: RemoveOptions): Promise<RemoveResult>;

  /** Writes text if the file still has `expectedHash`: a stale base is a result, not an error. */
  patchText(path: string, content: string, options?: PatchTextOptions): Promise<PatchTextResult>;

  /**
   * Reads bytes of a file.
   * @throws ERR_STAGED_NOT_FOUND; ERR_STAGED_NOT_A_FILE; ERR_STAGED_BODY_MISSING or
   *   ERR_STAGED_BODY_CORRUPT when a staged body is not whole: damage is never data
   */
  read(path: string, options?: ReadOptions): Promise<Uint8Array>;

  /**
   * Reads a file of UTF-8 text; one that does not exist is empty text with `exists` false.
   * @throws ERR_STAGED_NOT_TEXT, ERR_STAGED_TOO_LARGE over 512 MiB, and as `read`
   */
  readText(path: string): Promise<TextRead>;

  /**
   * Reads lines, which end with `\n`: what ends with one has an empty last line. The first read of
   * a large file counts lines up to the last one asked for; later ones seek. @throws as `read`
   */
  readLines(path: string, options?: LineOptions): Promise<LinesRead>;

  /** Reads a file in pieces of up to 1 MiB. @throws as `read`, at the first piece */
  createReadStream(path: string, options?: ReadOptions): AsyncIterable<Uint8Array>;

  /** The target of a link. @throws ERR_STAGED_NOT_FOUND, ERR_STAGED_NOT_A_FILE for anything else */
  readLink(path: string): Promise<string>;

  /**
   * The names in a directory, the root by default, in byte order.
   * @throws ERR_STAGED_NOT_FOUND, ERR_STAGED_NOT_A_DIRECTORY
   */
  list(path?: string): Promise<readonly DirectoryItem[]>;

  /** What is at a path, through links. @throws ERR_STAGED_NOT_FOUND */
  stat(path: string): Promise<ViewStat>;

  /** What is at a path, a link itself. @throws ERR_STAGED_NOT_FOUND */
  lstat(path: string): Promise<ViewStat>;

  /** Whether something is at a path, through links. */
  exists(path: string): Promise<boolean>;

  /** What is pending. The cost is that of the pending entries, each looked at once. */
  status(): Promise<SessionStatus>;

  /**
   * What is pending as `git diff --binary --full-index` prints it, or as one of its summaries.
   * @throws ERR_STAGED_TOO_LARGE for a patch of a file over 512 MiB, ERR_STAGED_BODY_MISSING,
   *   ERR_STAGED_BODY_CORRUPT
   */
  diff(options?: DiffOptions): Promise<Uint8Array>;

  /** The same in pieces, one a path, with memory for one. */
  diffStream(options?: DiffOptions): AsyncIterable<Uint8Array>;

  /**
   * Stages a git patch (ours, git's, or a plain unified diff): all files or none. Refused in
   * immediate mode.
   * @throws ERR_STAGED_PATCH_INVALID naming the line, ERR_STAGED_PATCH_REJECTED naming file and hunk,
   *   ERR_STAGED_UNSUPPORTED in immediate mode
   */
  applyPatch(patch: string | Uint8Array, options?: ApplyPatchOptions): Promise<ApplyPatchResult>;

  /**
   * Makes a private git repository of what is pending, for any git tool to look at. Takes bodies of
   * any size, in flat memory.
   * @throws ERR_STAGED_BODY_MISSING, ERR_STAGED_BODY_CORRUPT; ERR_STAGED_CONFLICT when a file of the
   *   workspace that is over 1 MiB keeps changing while it is read
   */
  shadow(options?: ShadowOptions): Promise<ShadowResult>;

  /**
   * Applies what is pending, or some of it, to the workspace. Each path succeeds or fails by itself;
   * what failed is listed with its code and stays pending.
   * @throws ERR_STAGED_CORRUPT when the journal is damaged: `verify({ repair: true })` comes first
   */
  commit(options?: CommitOptions): Promise<CommitResult>;

  /** Drops what is pending, or some of it. The workspace is not touched. */
  discard(options?: Selection): Promise<DiscardResult>;

  /** Reads all that the session has on disk and tells what is wrong; with `repair` mends what it can. */
  verify(options?: { readonly repair?: boolean }): Promise<VerifyResult>;

  /** The records of the journal, oldest first; with `follow` new ones as they come. */
  log(options?: LogOptions): AsyncIterable<LogRecord>;

  /**
   * Calls `listener` after every staging mutation, this process's at once and another's within
   * 250 ms; the returned function stops that. What it throws becomes an uncaught exception.
   */
  on(event: 'pending', listener: (update: PendingUpdate) => void): () => void;

  /** Finishes what was accepted, writes a checkpoint, and lets go of the session's files. */
  close(): Promise<void>;
}
