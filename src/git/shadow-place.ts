import type { Digest } from '../base/digest.ts';
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

/** One side of a pending path. */
export interface ShadowSide {
  readonly mode: string;
  /** Given where the bytes are sure to be those with this digest. */
  readonly digest?: Digest | undefined;
  /** Undefined when there is nothing after all. */
  read(): Promise<Uint8Array | undefined>;
}

/** One path that is pending. */
export interface ShadowFile {
  /** Raw bytes. */
  readonly path: Uint8Array;
  readonly before?: ShadowSide | undefined;
  readonly after?: ShadowSide | undefined;
}
