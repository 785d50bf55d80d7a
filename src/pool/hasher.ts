import type { Digest } from '../base/digest.ts';

/** What a file holds, in one pass. */
export interface FileDigest {
  readonly digest: Digest;
  readonly size: number;
  /** The SHA-1 object id git gives the file as a blob; where asked for, and the file stood still. */
  readonly blobOid?: string;
}

/** Options of a call that may take long. */
export interface HashOptions {
  readonly signal?: AbortSignal;
}

/** Options of hashing a file. */
export interface HashFileOptions extends HashOptions {
  /** Whether to compute the blob id too: about as much work again. @default false */
  readonly withBlobOid?: boolean;
}

/** Which bytes of a file to return. */
export interface ByteRange {
  readonly offset: number;
  readonly length: number;
}

/**
 * Hashes and reads large files without holding the event loop. A call on a closed hasher, or one
 * that `close` overtakes, rejects with ERR_STAGED_SESSION_CLOSED; an aborted one with ERR_STAGED_ABORTED.
 */
export interface Hasher {
  /** Hashes the regular file at `path`, not through a link. */
  hashFile(path: string, options?: HashFileOptions): Promise<FileDigest>;
  /** Hashes bytes in memory, in pieces, yielding between them. */
  hashBytes(bytes: Uint8Array, options?: HashOptions): Promise<Digest>;
  /** Reads `range` of the file at `path`, off this thread. */
  readRange(path: string, range: ByteRange, options?: HashOptions): Promise<Uint8Array>;
  close(): Promise<void>;
}
