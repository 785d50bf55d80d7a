import type { StagedFsErrorJson } from '../base/errors.ts';
import type { FileDigest } from './hasher.ts';

interface Stoppable {
  /** Shared memory: its first element turns 1 when nobody waits for the result any more. */
  readonly stop: Int32Array;
}

/** Hashes a file. A path crosses to a worker, never the bytes: cloning them costs more than hashing. */
export interface HashTask extends Stoppable {
  readonly kind: 'hash';
  readonly path: string;
  readonly withBlobOid: boolean;
}

/** Reads a range of a file; the bytes come back moved, not copied. */
export interface ReadTask extends Stoppable {
  readonly kind: 'read';
  readonly path: string;
  readonly offset: number;
  readonly length: number;
}

/** What a worker can be asked. */
export type Task = HashTask | ReadTask;

/**
 * What comes back: bytes as they are, moved. Errors travel as JSON: a cloned error would lose its
 * class, code and data.
 */
export type Reply =
  | Uint8Array
  | { readonly kind: 'hashed'; readonly file: FileDigest }
  | { readonly kind: 'failed'; readonly error: StagedFsErrorJson };

/** A flag for a new task. */
export function createStop(): Int32Array {
  return new Int32Array(new SharedArrayBuffer(Int32Array.BYTES_PER_ELEMENT));
}

/** Tells whoever runs the task to end. */
export function stopTask({ stop }: Stoppable): void {
  Atomics.store(stop, 0, 1);
}

/** Whether the task was told to end. */
export function isStopped({ stop }: Stoppable): boolean {
  return Atomics.load(stop, 0) === 1;
}
