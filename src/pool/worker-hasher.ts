import { availableParallelism } from 'node:os';
import type { Piscina } from 'piscina';
import type { Digest } from '../base/digest.ts';
import { errorFromJson, internal } from '../base/errors.ts';
import type { Disk } from '../disk/disk.ts';
import { notAFile } from '../disk/not-a-file.ts';
import { PIECE_BYTES } from './hash-file.ts';
import type { ByteRange, FileDigest, Hasher, HashOptions } from './hasher.ts';
import { createInlineHasher } from './inline-hasher.ts';
import { abortedError, closedError, unlessAborted } from './stop.ts';
import { createStop, type Reply, stopTask, type Task } from './task.ts';
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

/** Starting a thread takes 35 ms: a burst after a short pause should find it running. */
const IDLE_TIMEOUT_MS = 5_000;

/** A hasher that gives large files to worker threads; idle ones end, and never hold the process. */
export function createWorkerHasher(options: WorkerHasherOptions): Hasher {
  return new WorkerHasher(options);
}

type Pool = Piscina<Task, Reply>;
type Answer = Exclude<Reply, { readonly kind: 'failed' }>;

class WorkerHasher implements Hasher {
  readonly #disk: Disk;
  readonly #inline: Hasher;
  readonly #threads: number;
  readonly #program: WorkerProgram;
  #pool: Promise<Pool> | undefined;
  #failure: unknown;
  #isClosed = false;

  constructor({ disk, threads, program }: WorkerHasherOptions) {
    this.#disk = disk;
    this.#inline = createInlineHasher({ disk });
    this.#threads = threads ?? Math.min(2, availableParallelism());
    this.#program = program ?? workerProgram('hash');
  }

  async hashFile(path: string, options: HashOptions = {}): Promise<FileDigest> {
    const stat = await this.#disk.lstat(path);
    if (stat !== undefined && stat.kind !== 'file') throw notAFile(path, stat.kind);
    const isSmall = (stat?.size ?? 0) <= PIECE_BYTES;
    if (isSmall || this.#isClosed) return await this.#inline.hashFile(path, options);
    const reply = await this.#ask({ kind: 'hash', path, stop: createStop() }, options);
    return reply instanceof Uint8Array ? unexpected() : reply.file;
  }

  // Bytes in memory stay on this thread: cloning them to another holds this one just as long.
  async hashBytes(bytes: Uint8Array, options?: HashOptions): Promise<Digest> {
    return await this.#inline.hashBytes(bytes, options);
  }

  async readRange(path: string, range: ByteRange, options: HashOptions = {}): Promise<Uint8Array> {
    const isSmall = range.length <= PIECE_BYTES;
    if (isSmall || this.#isClosed) return await this.#inline.readRange(path, range, options);
    const reply = await this.#ask({ kind: 'read', path, ...range, stop: createStop() }, options);
    return reply instanceof Uint8Array ? reply : unexpected();
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    await this.#inline.close();
    const pool = await this.#pool;
    await pool?.destroy();
  }

  async #ask(task: Task, options: HashOptions): Promise<Answer> {
    const reply = await unlessAborted(this.#run(task, options), options.signal, () => {
      stopTask(task);
    });
    if ('kind' in reply && reply.kind === 'failed') throw errorFromJson(reply.error);
    return reply;
  }

  async #run(task: Task, { signal }: HashOptions): Promise<Reply> {
    this.#pool ??= this.#start();
    const pool = await this.#pool;
    // A destroyed pool would start new threads.
    if (this.#isClosed) throw closedError();
    if (signal?.aborted === true) throw abortedError(signal.reason);
    try {
      return await pool.run(task);
    } catch (error) {
      throw this.#reasonOf(error);
    }
  }

  #reasonOf(error: unknown): Error {
    if (this.#isClosed) return closedError();
    internal('A hashing worker failed.', this.#failure ?? error);
  }

  async #start(): Promise<Pool> {
    // Loaded at first use: 20 ms that most commands never need.
    const { Piscina: Threads } = await import('piscina');
    const pool: Pool = new Threads({
      ...this.#program,
      minThreads: 0,
      maxThreads: this.#threads,
      idleTimeout: IDLE_TIMEOUT_MS,
      recordTiming: false,
    });
    // A thread that can't start would leave its tasks waiting for ever.
    pool.on('error', (error: unknown) => {
      this.#failure = error;
      this.#pool = undefined;
      void pool.destroy();
    });
    return pool;
  }
}

function unexpected(): never {
  internal('A worker answered with something else than it was asked for.');
}
