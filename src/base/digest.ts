import { createHash, type Hash, hash } from 'node:crypto';
import { corrupt } from './json.ts';

declare const digestBrand: unique symbol;

/** The SHA-256 of a body: 64 lower-case hex digits, no prefix. */
export type Digest = string & { readonly [digestBrand]: true };

const DIGEST = /^[0-9a-f]{64}$/;

/** The SHA-256 of `bytes`. About 0.7 ms a MiB: large bodies belong to a `Hasher`. */
export function digestOf(bytes: Uint8Array): Digest {
  return hash('sha256', bytes, 'hex') as Digest;
}

/** The digest of bytes that come piece by piece. */
export class RunningDigest {
  readonly #hash: Hash = createHash('sha256');

  add(bytes: Uint8Array): void {
    this.#hash.update(bytes);
  }

  /** Ends it: once. */
  finish(): Digest {
    return this.#hash.digest('hex') as Digest;
  }
}

/** Bytes a step: 0.35 ms. */
const STEP_BYTES = 512 * 1024;

/** The SHA-256 of `bytes`, step by step. */
export function* digestInSteps(bytes: Uint8Array): Generator<undefined, Digest> {
  const digest = new RunningDigest();
  for (let at = 0; at < bytes.length; at += STEP_BYTES) {
    digest.add(bytes.subarray(at, at + STEP_BYTES));
    yield;
  }
  return digest.finish();
}

/** Whether `value` is a digest in its only accepted form. */
export function isDigest(value: unknown): value is Digest {
  return typeof value === 'string' && DIGEST.test(value);
}

/** Reads a digest from stored state. @throws ERR_STAGED_CORRUPT when it is anything else. */
export function parseDigest(value: unknown): Digest {
  return isDigest(value) ? value : corrupt('digest', 'a SHA-256 digest', value);
}

/** The digest as the wire spells it: `sha256:<hex>`. */
export function labelOf(digest: Digest): string {
  return `sha256:${digest}`;
}

/** The digest of no bytes at all. */
export const EMPTY_DIGEST: Digest = digestOf(new Uint8Array());
