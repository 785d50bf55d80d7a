import type { StagedFsErrorJson } from '../base/errors.ts';
import type { FileDigest } from './hasher.ts';

/**
 * What crosses to a worker: a path, never the bytes, as cloning them would cost more than hashing.
 */
export interface HashTask {
  readonly path: string;
  /** Shared memory: its first element turns 1 when nobody waits for the result any more. */
  readonly stop: Int32Array;
}

/** What comes back. Errors travel as JSON: a cloned error would lose its class, code and data. */
export type Reply =
  | { readonly kind: 'done'; readonly file: FileDigest }
  | { readonly kind: 'failed'; readonly error: StagedFsErrorJson };

/** A new task for the file at `path`. */
export function createTask(path: string): HashTask {
  return { path, stop: new Int32Array(new SharedArrayBuffer(Int32Array.BYTES_PER_ELEMENT)) };
}

/** Tells whoever runs the task to end. */
export function stopTask({ stop }: HashTask): void {
  Atomics.store(stop, 0, 1);
}

/** Whether the task was told to end. */
export function isStopped({ stop }: HashTask): boolean {
  return Atomics.load(stop, 0) === 1;
}
