import { createHash } from 'node:crypto';
import type { ObjectFormat } from '../diff/blob-oid.ts';

/** The kinds of objects a shadow repository has. */
export type ObjectKind = 'blob' | 'tree' | 'commit';

/** One object of a repository, and its name there. */
export interface GitObject {
  readonly kind: ObjectKind;
  readonly oid: string;
  readonly bytes: Uint8Array;
}

/** Names an object: the hash of its kind, its size, a NUL, and its bytes. */
export function gitObject(kind: ObjectKind, bytes: Uint8Array, format: ObjectFormat): GitObject {
  const oid = createHash(format).update(headerOf(kind, bytes)).update(bytes).digest('hex');
  return { kind, oid, bytes };
}

/** What stands before the bytes of a loose object ("Git Internals - Git Objects"). */
export function headerOf(kind: ObjectKind, bytes: Uint8Array): string {
  return `${kind} ${bytes.length}\0`;
}
