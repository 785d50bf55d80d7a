import type { FileMode } from '../../base/file-mode.ts';

/** Options of `Session.read` and `createReadStream`. */
export interface ReadOptions {
  /** First byte. @default 0 */
  readonly offset?: number;
  /** Bytes at most. @default to the end */
  readonly length?: number;
  readonly signal?: AbortSignal;
}

/** Options of `Session.readLines`. */
export interface LineOptions {
  /** First line, from 1. @default 1 */
  readonly start?: number;
  /** Last line, included. @default the last */
  readonly end?: number;
  readonly signal?: AbortSignal;
}

/** Some lines of a file. */
export interface LinesRead {
  /** The lines, without the last one's line end; empty when none of them is there. */
  readonly content: Uint8Array;
  /** The last line asked for, or of the file where that ends before. */
  readonly end: number;
}

/** A text read; a missing file is empty text with `exists` false. */
export interface TextRead {
  readonly content: string;
  /** `sha256:<hex>` of the raw bytes. */
  readonly sha256: string;
  /** Bytes. */
  readonly size: number;
  readonly exists: boolean;
}

/** What a path is in the view. */
export type ViewKind = 'file' | 'directory' | 'symlink' | 'other';

/** One name in a listing. */
export interface DirectoryItem {
  /** Bytes that are not UTF-8 are shown as `\xE9`. */
  readonly name: string;
  readonly kind: ViewKind;
  /** Bytes; of a link the length of its target, of a directory 0. */
  readonly size: number;
  /** Present when the name is not UTF-8 and `name` is its escaped form. */
  readonly escaped?: true;
}

/** What `Session.stat` and `lstat` tell. */
export interface ViewStat {
  readonly path: string;
  readonly kind: ViewKind;
  readonly size: number;
  /** git's mode; absent for directories and others. */
  readonly fileMode?: FileMode;
  /** Whether a pending entry gives this view, rather than the workspace. */
  readonly staged: boolean;
}
