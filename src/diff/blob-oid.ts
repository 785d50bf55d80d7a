import { createHash } from 'node:crypto';

/** How a repository names its objects. */
export type ObjectFormat = 'sha1' | 'sha256';

/** The kinds of objects that we name. */
export type ObjectKind = 'blob' | 'tree' | 'commit';

/** The object id git gives these bytes as a blob. */
export function blobOid(bytes: Uint8Array, format: ObjectFormat): string {
  return objectOid('blob', bytes, format);
}

/**
 * The name git gives an object: the hash of its kind, its size, a NUL, and its bytes
 * (gitformat-pack and "Git Internals - Git Objects" of git's documentation).
 */
export function objectOid(kind: ObjectKind, bytes: Uint8Array, format: ObjectFormat): string {
  return createHash(format).update(objectHeader(kind, bytes.length)).update(bytes).digest('hex');
}

/** What stands before the bytes of an object where it is named, and where it is stored loose. */
export function objectHeader(kind: ObjectKind, size: number): string {
  return `${kind} ${size}\0`;
}
