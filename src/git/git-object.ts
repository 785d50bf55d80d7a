import { type ObjectFormat, type ObjectKind, objectOid } from '../diff/blob-oid.ts';

/** One object of a repository, and its name there. */
export interface GitObject {
  readonly kind: ObjectKind;
  readonly oid: string;
  readonly bytes: Uint8Array;
}

/** Names an object. */
export function gitObject(kind: ObjectKind, bytes: Uint8Array, format: ObjectFormat): GitObject {
  return { kind, oid: objectOid(kind, bytes, format), bytes };
}
