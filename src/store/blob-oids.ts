import { type Digest, digestOf } from '../base/digest.ts';
import { WeightedCache } from '../base/weighted-cache.ts';
import { blobOid, type ObjectFormat } from '../diff/blob-oid.ts';
import type { FileDigest } from '../pool/hasher.ts';

/** 8 MB. With more contents than this the oldest are named anew when a patch shows them. */
const MOST_CONTENTS = 32 * 1024;

/** Digest and blob id of bytes in memory, for at most 256 KiB (0.4 ms). */
export function namesOf(bytes: Uint8Array): Required<FileDigest> {
  return { digest: digestOf(bytes), size: bytes.length, blobOid: blobOid(bytes, 'sha1') };
}

/**
 * The blob ids of contents whose digest was computed in this process: in that same pass, so that a
 * patch need not. SHA-1, which repositories are by default; in others ids are computed for the patch.
 */
export class BlobOids {
  readonly #oids: WeightedCache<string> = new WeightedCache({
    maxEntries: MOST_CONTENTS,
    maxWeight: Number.POSITIVE_INFINITY,
  });

  /** The digest of bytes in memory; keeps their blob id. */
  digestOf(bytes: Uint8Array): Digest {
    const names = namesOf(bytes);
    this.note(names);
    return names.digest;
  }

  /** Keeps the blob id that came with a digest, if one did. */
  note({ digest, blobOid: oid }: FileDigest): void {
    if (oid !== undefined) this.#oids.set(digest, oid, 0);
  }

  /** The blob id of the content with that digest in a repository of that format, if it is kept. */
  get(digest: Digest, format: ObjectFormat): string | undefined {
    return format === 'sha1' ? this.#oids.get(digest) : undefined;
  }
}
