import { createHash, type Hash } from 'node:crypto';

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

/** The object id of a blob whose bytes come piece by piece, and whose size is known before. */
export class RunningBlobOid {
  readonly #hash: Hash;
  #missing: number;

  constructor(size: number, format: ObjectFormat) {
    this.#hash = createHash(format).update(objectHeader('blob', size));
    this.#missing = size;
  }

  add(bytes: Uint8Array): void {
    this.#hash.update(bytes);
    this.#missing -= bytes.length;
  }

  /** Ends it: once. Undefined when there were more bytes than announced, or fewer. */
  finish(): string | undefined {
    return this.#missing === 0 ? this.#hash.digest('hex') : undefined;
  }
}

/** What stands before the bytes of an object where it is named, and where it is stored loose. */
export function objectHeader(kind: ObjectKind, size: number): string {
  return `${kind} ${size}\0`;
}
