import type { Clock } from '../base/clock.ts';
import { internal } from '../base/errors.ts';
import type { Awaitable, DiskFile, DiskStat, Owner } from './disk.ts';
import { isIoError, type Verb } from './io-error.ts';
import type { Attempt, Pace } from './pace.ts';

/** Reading or writing more than this at once takes 0.1 ms and more, and goes to the thread pool. */
export const LARGE_BYTES: number = 256 * 1024;

/** As chown(2) takes it. */
const UNCHANGED = -1;

const NS_PER_SECOND = 1e9;

/** We may not, the number means nothing in this user namespace, or the file system has no owners. */
const REFUSALS = ['EPERM', 'EACCES', 'EINVAL', 'ENOTSUP', 'EOPNOTSUPP', 'ENOSYS', 'EROFS'];

/** What open files share with their disk. */
export interface FileContext {
  readonly pace: Pace;
  readonly clock: Clock;
}

/** A file opened by the node disk. */
export class NodeFile implements DiskFile {
  readonly fd: number;
  readonly path: string;
  readonly #pace: Pace;
  readonly #clock: Clock;
  #isClosed = false;

  constructor(fd: number, path: string, { pace, clock }: FileContext) {
    this.fd = fd;
    this.path = path;
    this.#pace = pace;
    this.#clock = clock;
  }

  stat(): Awaitable<DiskStat> {
    return this.#run('stat', (calls) => calls.fstat(this.fd, this.#clock.now()));
  }

  read(position: number, length: number): Awaitable<Uint8Array> {
    if (length > LARGE_BYTES) return this.#readLarge(position, length);
    return this.#run('read', (calls) => calls.read(this.fd, position, length));
  }

  write(bytes: Uint8Array, position?: number): Awaitable<void> {
    const attempt: Attempt<void> = (calls) => calls.write(this.fd, bytes, position);
    if (bytes.length > LARGE_BYTES) return this.#runLong('write', attempt);
    return this.#run('write', attempt);
  }

  truncate(size: number): Awaitable<void> {
    return this.#run('truncate', (calls) => calls.truncate(this.fd, size));
  }

  chmod(permissions: number): Awaitable<void> {
    return this.#run('chmod', (calls) => calls.chmod(this.fd, permissions));
  }

  // Whoever may not give the file to its user may still be of its group.
  async chown({ user, group }: Owner): Promise<void> {
    if (!(await this.#tryChown(user, group))) await this.#tryChown(UNCHANGED, group);
  }

  async setModified(mtimeNs: string): Promise<void> {
    const seconds = Number(mtimeNs) / NS_PER_SECOND;
    await this.#unlessRefused('setModified', (calls) => calls.setModified(this.fd, seconds));
  }

  sync(): Awaitable<void> {
    return this.#runLong('sync', (calls) => calls.sync(this.fd));
  }

  // Closing a number twice could close a file that someone else has opened in between.
  close(): Awaitable<void> {
    if (this.#isClosed) return;
    this.#isClosed = true;
    const call = { verb: 'close', path: this.path } as const;
    return this.#pace.run(call, (calls) => calls.close(this.fd));
  }

  // A caller may ask for far more than there is: only what there is gets allocated.
  async #readLarge(position: number, length: number): Promise<Uint8Array> {
    const { kind, size } = await this.stat();
    const rest = kind === 'file' ? Math.min(length, Math.max(size - position, 1)) : length;
    return await this.#runLong('read', (calls) => calls.read(this.fd, position, rest));
  }

  async #tryChown(user: number, group: number): Promise<boolean> {
    return await this.#unlessRefused('chown', (calls) => calls.chown(this.fd, user, group));
  }

  async #unlessRefused(verb: Verb, attempt: Attempt<void>): Promise<boolean> {
    try {
      await this.#run(verb, attempt);
      return true;
    } catch (error) {
      if (isIoError(error, ...REFUSALS)) return false;
      throw error;
    }
  }

  #run<T>(verb: Verb, attempt: Attempt<T>): Awaitable<T> {
    if (this.#isClosed) internal(`A closed file was used: ${verb}.`);
    return this.#pace.run({ verb, path: this.path }, attempt);
  }

  #runLong<T>(verb: Verb, attempt: Attempt<T>): Awaitable<T> {
    if (this.#isClosed) internal(`A closed file was used: ${verb}.`);
    return this.#pace.run({ verb, path: this.path, isLong: true }, attempt);
  }
}
