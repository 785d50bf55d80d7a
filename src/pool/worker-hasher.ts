import { availableParallelism } from 'node:os';
import type { Digest } from '../base/digest.ts';
import { errorFromJson, internal } from '../base/errors.ts';
import type { Disk } from '../disk/disk.ts';
import { notAFile } from '../disk/not-a-file.ts';
import { PIECE_BYTES } from './hash-file.ts';
import type { ByteRange, FileDigest, Hasher, HashFileOptions, HashOptions } from './hasher.ts';
import { createInlineHasher } from './inline-hasher.ts';
import { unlessAborted } from './stop.ts';
import { createStop, type Reply, stopTask, type Task } from './task.ts';
import { Threads } from './threads.ts';
import { type WorkerProgram, workerProgram } from './worker-url.ts';

/** What a hasher with worker threads needs. */
export interface WorkerHasherOptions {
  /** For small files and ranges, which are read on this thread; workers have a disk of their own. */
  readonly disk: Disk;
  /** Threads at most; the first starts with the first large file. @default 2, or 1 on one core */
  readonly threads?: number;
  /** Another program for the workers; for tests that watch their disk. */
  readonly program?: WorkerProgram;
}

/** A hasher that gives large files to worker threads; idle ones end, and never hold the process. */
export function createWorkerHasher(options: WorkerHasherOptions): Hasher {
  return new WorkerHasher(options);
}

type Answer = Exclude<Reply, { readonly kind: 'failed' }>;

class WorkerHasher implements Hasher {
  readonly #disk: Disk;
  readonly #inline: Hasher;
  readonly #threads: Threads<Task, Reply>;

  constructor({ disk, threads, program }: WorkerHasherOptions) {
    this.#disk = disk;
    this.#inline = createInlineHasher({ disk });
    this.#threads = new Threads({
      ...(program ?? workerProgram('hash')),
      maxThreads: threads ?? Math.min(2, availableParallelism()),
      failure: 'A hashing worker failed.',
    });
  }

  async hashFile(path: string, options: HashFileOptions = {}): Promise<FileDigest> {
    const stat = await this.#disk.lstat(path);
    if (stat !== undefined && stat.kind !== 'file') throw notAFile(path, stat.kind);
    const isSmall = (stat?.size ?? 0) <= PIECE_BYTES;
    if (isSmall || this.#threads.isClosed) return await this.#inline.hashFile(path, options);
    const { withBlobOid = false } = options;
    const task = { kind: 'hash', path, withBlobOid, stop: createStop() } as const;
    const reply = await this.#ask(task, options);
    return reply instanceof Uint8Array ? unexpected() : reply.file;
  }

  // Bytes in memory stay on this thread: cloning them to another holds this one just as long.
  async hashBytes(bytes: Uint8Array, options?: HashOptions): Promise<Digest> {
    return await this.#inline.hashBytes(bytes, options);
  }

  async readRange(path: string, range: ByteRange, options: HashOptions = {}): Promise<Uint8Array> {
    const isSmall = range.length <= PIECE_BYTES;
    if (isSmall || this.#threads.isClosed)
      return await this.#inline.readRange(path, range, options);
    const reply = await this.#ask({ kind: 'read', path, ...range, stop: createStop() }, options);
    return reply instanceof Uint8Array ? reply : unexpected();
  }

  async close(): Promise<void> {
    await Promise.all([this.#inline.close(), this.#threads.close()]);
  }

  async #ask(task: Task, { signal }: HashOptions): Promise<Answer> {
    const work = this.#threads.run(task, { signal });
    const reply = await unlessAborted(work, signal, () => {
      stopTask(task);
    });
    if ('kind' in reply && reply.kind === 'failed') throw errorFromJson(reply.error);
    return reply;
  }
}

function unexpected(): never {
  internal('A worker answered with something else than it was asked for.');
}
