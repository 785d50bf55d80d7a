import type { ChangeKind } from '../../base/entry.ts';
import type { StagedFsErrorCode } from '../../base/errors.ts';
import type { FileMode } from '../../base/file-mode.ts';
import type { Mode } from '../../base/ids.ts';
import type { MutationOptions, Selection } from './shared-options.ts';

/** Options of `Session.write`. */
export interface WriteOptions extends MutationOptions {
  /** Make missing parent directories. @default true */
  readonly createParents?: boolean;
  /** Replace what exists. @default true */
  readonly overwrite?: boolean;
  /**
   * git's file mode. With it the write acts on the name itself (`120000` makes a link whose target
   * the bytes are); without it a link inside the workspace is followed and an existing mode kept.
   */
  readonly fileMode?: FileMode;
}

/** What a write did. */
export interface WriteResult {
  /** Workspace-relative. */
  readonly path: string;
  /** Whether nothing existed there before, in the view. */
  readonly created: boolean;
  readonly bytesWritten: number;
  /** SHA-256 of the bytes, bare hex. */
  readonly digest: string;
}

/** Options of `Session.remove`. */
export interface RemoveOptions extends MutationOptions {
  /** Allow a directory that is not empty. @default false */
  readonly recursive?: boolean;
}

/** What a remove did. */
export interface RemoveResult {
  readonly path: string;
  /** False when nothing existed there. */
  readonly removed: boolean;
}

/** Options of `Session.patchText`. */
export interface PatchTextOptions extends MutationOptions {
  /** `sha256:<hex>` the current content must have; compared as a string. */
  readonly expectedHash?: string | null;
  readonly createParents?: boolean;
  readonly overwrite?: boolean;
}

/** What a compare-and-swap did. A stale base is a result, not an error. */
export interface PatchTextResult {
  readonly path: string;
  readonly result: 'applied' | 'stale_base' | 'no_op';
  /** `sha256:<hex>` of the pre-image; of no bytes when the file was absent. */
  readonly currentHash: string;
  /** `sha256:<hex>` of the text asked for, whatever the result. */
  readonly afterHash: string;
  readonly expectedHash: string | null;
  readonly created: boolean;
  /** 0 unless applied. */
  readonly bytesWritten: number;
}

/** One pending change as listeners and clients see it. */
export interface PendingChange {
  readonly path: string;
  readonly kind: ChangeKind;
  /** Signed bytes, against the base. */
  readonly byteDelta: number;
  readonly snapshotId: string | null;
}

/** One pending change with everything `status` knows. */
export interface PendingWrite extends PendingChange {
  readonly bytesAdded: number;
  readonly bytesRemoved: number;
  /**
   * Whether a commit would refuse it: the workspace has other content there than when it was staged,
   * or can't be looked at. What changed deep in a deleted directory only the commit finds.
   */
  readonly conflict: boolean;
}

/** The pending work of a session. */
export interface SessionStatus {
  /** In byte order of paths. */
  readonly pendingWrites: readonly PendingWrite[];
  /** Sum of the staged bodies' sizes. */
  readonly totalBytesPending: number;
  /** Milliseconds since the oldest entry's last change; 0 when nothing is pending. */
  readonly oldestPendingAgeMs: number;
  readonly mode: Mode;
  /** Whether the journal has damage that only `verify({ repair: true })` clears. */
  readonly damaged: boolean;
}

/** Sent to `pending` listeners after staging mutations. */
export interface PendingUpdate {
  readonly sessionId: string;
  readonly pendingCount: number;
  readonly totalBytes: number;
  /** In byte order of paths. Computed when first read: an unread update costs nothing. */
  readonly pendingWrites: readonly PendingChange[];
}

/** Options of `Session.commit`. */
export interface CommitOptions extends Selection {
  /** What to do with a path whose base no longer holds. @default 'fail' */
  readonly onConflict?: 'fail' | 'overwrite';
  /** Replace targets that their owner, or this user, may not write. @default false */
  readonly force?: boolean;
  /** Plan and check only. @default false */
  readonly dryRun?: boolean;
  /** Stops between paths; the result lists what was done. */
  readonly signal?: AbortSignal;
}

/** Why one path was not committed. It stays pending. */
export interface CommitFailure {
  readonly path: string;
  readonly reason: string;
  readonly code: StagedFsErrorCode;
}

/** What a commit did, path by path. */
export interface CommitResult {
  readonly committedPaths: readonly string[];
  readonly failedPathsWithReasons: readonly CommitFailure[];
  /** Present when nothing was touched because the call asked for that. */
  readonly dryRun?: true;
}

/** What a discard did. */
export interface DiscardResult {
  readonly discardedPaths: readonly string[];
}

/**
 * Bytes for a write: text is written as UTF-8. Up to 256 KiB are copied at the call; leave more than
 * that unchanged until it is done.
 */
export type Content = string | Uint8Array;

/** Bytes for a streamed write: a stream, or the path of a file to copy. */
export type ContentSource = AsyncIterable<Uint8Array> | string;
