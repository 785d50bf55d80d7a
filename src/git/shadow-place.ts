import type { Digest } from '../base/digest.ts';
import type { StagedFsError } from '../base/errors.ts';
import type { ObjectFormat } from '../diff/blob-oid.ts';
import type { Disk } from '../disk/disk.ts';

/** Where a shadow repository is, and what it is like. */
export interface ShadowPlace {
  readonly disk: Disk;
  readonly gitDir: string;
  readonly format: ObjectFormat;
  /** The user's objects, which git may then read too. */
  readonly alternates: string | undefined;
}

/** The bytes of a side, in memory. */
export interface WholeContent {
  readonly bytes: Uint8Array;
  /** Given where it is sure. */
  readonly digest?: Digest | undefined;
  /** Their object id in the repository's format, where that is known. */
  readonly oid?: string | undefined;
}

/** The bytes of a side that is too large for that. */
export interface LargeContent {
  readonly size: number;
  /** Taken once. */
  readonly pieces: AsyncIterable<Uint8Array>;
  /** Given where it is sure. */
  readonly digest?: Digest | undefined;
  /** What the digest was just now: an object that was made of it stands for the pieces. */
  readonly likely?: Digest | undefined;
  /** What to throw when they are not as many, or have another digest. */
  changed(): StagedFsError;
}

/** One side of a pending path. */
export interface ShadowSide {
  readonly mode: string;
  /** Given where the bytes are sure to be those with this digest. */
  readonly digest?: Digest | undefined;
  /** Undefined when there is nothing after all. Called again when the last one's pieces had changed. */
  read(): Promise<WholeContent | LargeContent | undefined>;
}

/** One path that is pending. */
export interface ShadowFile {
  /** Raw bytes. */
  readonly path: Uint8Array;
  readonly before?: ShadowSide | undefined;
  readonly after?: ShadowSide | undefined;
}
