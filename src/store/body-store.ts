import { type Digest, isDigest } from '../base/digest.ts';
import { isStagedFsError } from '../base/errors.ts';
import type { Disk } from '../disk/disk.ts';
import { eachInTurns } from '../disk/in-turns.ts';
import { isIoError } from '../disk/io-error.ts';
import { Turn } from '../disk/turn.ts';
import type { ByteRange, HashOptions } from '../pool/hasher.ts';
import type { ByteSource } from './abortable.ts';
import { bodyPathOf } from './body-path.ts';
import { type BodyPlace, BodyReader } from './body-reader.ts';
import { type ReceivedFile, type ReceiveOptions, receiveCopy, receiveStream } from './receive.ts';
import { removeQuietly } from './remove-quietly.ts';
import type { TemporaryFiles } from './temporary-files.ts';

/** What a store of bodies needs. */
export interface BodyStoreOptions extends BodyPlace {
  readonly temporary: TemporaryFiles;
}

/** A body that was received and is not yet in the store. End it with one of its two calls. */
export interface ReceivedBody extends ReceivedFile {
  /** Moves it into the store. Only under the session's lock. */
  publish(): Promise<void>;
  /** Removes it. */
  discard(): Promise<void>;
}

/**
 * Bodies under their digests, in one directory. What a store believes about bodies on disk is void
 * once foreign records were followed: then call `forget`. Mutations only under the session's lock.
 */
export class BodyStore {
  readonly #disk: Disk;
  readonly #place: BodyPlace;
  readonly #temporary: TemporaryFiles;
  readonly #reader: BodyReader;
  // Published or checked by this store, and not removed since.
  readonly #present: Set<Digest> = new Set();

  constructor({ disk, hasher, directory, temporary }: BodyStoreOptions) {
    this.#disk = disk;
    this.#place = { disk, hasher, directory };
    this.#temporary = temporary;
    this.#reader = new BodyReader(this.#place);
  }

  /** Where the body `digest` is kept, whether it is there or not. */
  pathOf(digest: Digest): string {
    return bodyPathOf(this.#place.directory, digest);
  }

  /**
   * Publishes `bytes`, whose digest is `digest`, unless a whole body is there already. For small
   * bodies (256 KiB); receive larger ones. A failure leaves no partial body.
   */
  async put(digest: Digest, bytes: Uint8Array): Promise<void> {
    if (this.#present.has(digest)) return;
    if (!(await this.#create(digest, bytes))) await this.#checkOrReplace(digest, bytes);
    this.#present.add(digest);
  }

  /** Takes a body of any size from a stream, in flat memory and with rests between. */
  async receive(source: ByteSource, options: ReceiveOptions = {}): Promise<ReceivedBody> {
    const path = await this.#temporary.newPath();
    return this.#received(await receiveStream(this.#place, path, { ...options, source }));
  }

  /** Takes a body from the regular file at `from`, which is copied or cloned. */
  async receiveFile(from: string, options: ReceiveOptions = {}): Promise<ReceivedBody> {
    const path = await this.#temporary.newPath();
    return this.#received(await receiveCopy(this.#place, path, { ...options, from }));
  }

  /**
   * All bytes of a body. @throws ERR_STAGED_BODY_MISSING, ERR_STAGED_BODY_CORRUPT (rule B1), like
   * the other ways to read.
   */
  async read(digest: Digest, size: number, options: HashOptions = {}): Promise<Uint8Array> {
    return await this.#reader.readRange({ digest, size }, { ...options, offset: 0, length: size });
  }

  /** All bytes of a body whose size is not recorded, such as a tree record. */
  async readAll(digest: Digest): Promise<Uint8Array> {
    const stat = await this.#disk.lstat(this.pathOf(digest));
    return await this.read(digest, stat?.size ?? 0);
  }

  /** Whether something is kept under `digest`, whole or not. */
  async has(digest: Digest): Promise<boolean> {
    return (await this.#disk.lstat(this.pathOf(digest))) !== undefined;
  }

  /** Whether this store put or checked that body itself, and did not remove it: asks no disk. */
  knows(digest: Digest): boolean {
    return this.#present.has(digest);
  }

  /** The bytes of `range`; fewer where the body ends before it. */
  async readRange(
    digest: Digest,
    size: number,
    range: ByteRange & HashOptions,
  ): Promise<Uint8Array> {
    return await this.#reader.readRange({ digest, size }, range);
  }

  /** A body piece by piece, checked before the first one; survives the removal of the body. */
  stream(digest: Digest, size: number, options: HashOptions = {}): AsyncIterable<Uint8Array> {
    return this.#reader.stream({ digest, size }, options);
  }

  /** Reads and checks a body, a large one only if it has changed since. Throws as `read` does. */
  async assertWhole(digest: Digest, size: number, options: HashOptions = {}): Promise<void> {
    await this.#reader.check({ digest, size }, options);
  }

  /** Removes bodies; those that are gone already do not matter. */
  async remove(digests: Iterable<Digest>): Promise<void> {
    const turn = new Turn();
    for (const digest of digests) {
      this.#present.delete(digest);
      await this.#disk.unlink(this.pathOf(digest));
      if (turn.isOver()) await turn.next();
    }
  }

  /** The digests of all bodies that are there, whole or not. */
  async list(): Promise<readonly Digest[]> {
    try {
      const names = await this.#disk.list(this.#place.directory);
      const digests: Digest[] = [];
      await eachInTurns(names, ({ name }) => {
        if (isDigest(name)) digests.push(name);
      });
      return digests;
    } catch (error) {
      if (isIoError(error, 'ENOENT')) return [];
      throw error;
    }
  }

  /** Puts bodies and their names on the medium. */
  async sync(digests: Iterable<Digest>): Promise<void> {
    for (const digest of digests) {
      const file = await this.#disk.open(this.pathOf(digest), 'read');
      try {
        await file.sync();
      } finally {
        await file.close();
      }
    }
    await this.#disk.syncDirectory(this.#place.directory);
  }

  /** Believes nothing any more about bodies on disk. */
  forget(): void {
    this.#present.clear();
    this.#reader.forget();
  }

  async #create(digest: Digest, bytes: Uint8Array): Promise<boolean> {
    try {
      await this.#inDirectory(() => this.#disk.createFile(this.pathOf(digest), bytes, 0o600));
      return true;
    } catch (error) {
      if (isIoError(error, 'EEXIST')) return false;
      throw error;
    }
  }

  // A crash can leave a partial body under its final name.
  async #checkOrReplace(digest: Digest, bytes: Uint8Array): Promise<void> {
    try {
      await this.#reader.check({ digest, size: bytes.length });
    } catch (error) {
      if (!isIntegrityError(error)) throw error;
      const path = await this.#temporary.newPath();
      await this.#disk.createFile(path, bytes, 0o600);
      await this.#move(path, digest);
    }
  }

  #received(file: ReceivedFile): ReceivedBody {
    return {
      ...file,
      publish: async () => {
        await this.#publish(file);
      },
      discard: async () => {
        await this.#disk.unlink(file.path);
      },
    };
  }

  // Over whatever is there: equal bytes if it is whole, and checking would hash it under the lock.
  async #publish({ path, digest }: ReceivedFile): Promise<void> {
    if (this.#present.has(digest)) await this.#disk.unlink(path);
    else await this.#move(path, digest);
    this.#present.add(digest);
  }

  async #move(path: string, digest: Digest): Promise<void> {
    try {
      await this.#inDirectory(() => this.#disk.rename(path, this.pathOf(digest)));
    } catch (error) {
      await removeQuietly(this.#disk, path);
      throw error;
    }
  }

  // Sessions of the reference, and new ones, do not have every directory.
  async #inDirectory(call: () => void | Promise<void>): Promise<void> {
    try {
      await call();
    } catch (error) {
      if (!isIoError(error, 'ENOENT')) throw error;
      await this.#disk.makeDirectory(this.#place.directory, 0o700);
      await call();
    }
  }
}

function isIntegrityError(error: unknown): boolean {
  return (
    isStagedFsError(error, 'ERR_STAGED_BODY_MISSING') ||
    isStagedFsError(error, 'ERR_STAGED_BODY_CORRUPT')
  );
}
