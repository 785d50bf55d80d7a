import type { Digest } from './digest.ts';
import { type FileMode, fileModeOf } from './file-mode.ts';
import type { WorkspacePath } from './workspace-path.ts';

/**
 * What identifies one state of a file on disk. Numbers are decimal strings: nanoseconds since the
 * epoch and inode numbers do not fit a JavaScript number.
 */
export interface StatIdentity {
  readonly dev: string;
  readonly ino: string;
  readonly size: number;
  readonly mtimeNs: string;
  readonly ctimeNs: string;
  /**
   * Whether both times were clearly older than the observation. Only then does an equal identity
   * prove equal bytes: a change within the same clock tick leaves the times as they are.
   */
  readonly settled: boolean;
}

/** What lower was when a path was first staged. */
export type Base =
  /** An entry of the reference: its base is lower as it is, and is observed when we adopt it. */
  | { readonly kind: 'unobserved' }
  | { readonly kind: 'absent' }
  | {
      readonly kind: 'file';
      readonly digest: Digest;
      readonly size: number;
      readonly permissions: number;
      readonly stat: StatIdentity;
    }
  | { readonly kind: 'symlink'; readonly target: string; readonly stat: StatIdentity }
  | {
      readonly kind: 'directory';
      /** The tree record in `bases/`, under its digest. */
      readonly tree: Digest;
      /** Bytes of all files below it. */
      readonly size: number;
      readonly stat: StatIdentity;
    }
  /** A FIFO, a socket or a device: can be deleted, never read. */
  | { readonly kind: 'other'; readonly stat: StatIdentity };

interface Staged {
  readonly base: Base;
  /** Of the last mutation of this path, in epoch milliseconds. */
  readonly createdAtMs: number;
  /** The tool call that made the final view of this path. */
  readonly snapshotId: string | null;
}

/** A pending file: its bytes are the body `digest`; of a link they are the target. */
export interface WriteEntry extends Staged {
  readonly kind: 'write';
  readonly digest: Digest;
  readonly size: number;
  readonly fileMode: FileMode;
}

/** A pending delete: hides lower at its path and everything below. */
export interface WhiteoutEntry extends Staged {
  readonly kind: 'whiteout';
  readonly recursive: boolean;
}

/** One pending change at one path. */
export type Entry = WriteEntry | WhiteoutEntry;

/** An entry with its path. */
export interface PlacedEntry {
  readonly path: WorkspacePath;
  readonly entry: Entry;
}

/** What a pending entry does to the workspace, seen from its base. */
export type ChangeKind = 'create' | 'modify' | 'delete';

/** The kind of the change that `entry` stands for. */
export function changeKindOf(entry: Entry): ChangeKind {
  if (entry.kind === 'whiteout') return 'delete';
  return entry.base.kind === 'absent' ? 'create' : 'modify';
}

/** Whether `entry` asks for another mode than its base had; else what lower has by now is kept. */
export function changesMode({ base, fileMode }: WriteEntry): boolean {
  return base.kind !== 'file' || fileModeOf(base.permissions) !== fileMode;
}

/** Bytes the base held: a file's size, a link's target, all files of a directory. */
export function baseSizeOf(base: Base): number {
  if (base.kind === 'file' || base.kind === 'directory') return base.size;
  return base.kind === 'symlink' ? base.stat.size : 0;
}

/** Bytes of `entry`'s post-image; none for a whiteout. */
export function sizeOf(entry: Entry): number {
  return entry.kind === 'write' ? entry.size : 0;
}

/** What `base` names in `bases/`: a file's pre-image or a directory's tree record. */
export function baseDigestOf(base: Base): Digest | undefined {
  if (base.kind === 'file') return base.digest;
  return base.kind === 'directory' ? base.tree : undefined;
}
