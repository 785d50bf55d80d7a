import { createHash } from 'node:crypto';

/** How a repository names its objects. */
export type ObjectFormat = 'sha1' | 'sha256';

/**
 * The object id git gives these bytes as a blob: the hash of `blob <size>`, a NUL, and the bytes
 * (gitformat-pack and "Git Internals - Git Objects" of git's documentation).
 */
export function blobOid(bytes: Uint8Array, format: ObjectFormat): string {
  return createHash(format).update(`blob ${bytes.length}\0`).update(bytes).digest('hex');
}
