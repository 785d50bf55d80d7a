import { type Digest, digestOf } from '../base/digest.ts';
import type { StatIdentity } from '../base/entry.ts';
import type { StagedFsError } from '../base/errors.ts';
import { isSameFile, isSameStat } from '../base/stat-identity.ts';
import { closeOnFailure } from '../disk/close-on-failure.ts';
import type { Disk, DiskFile } from '../disk/disk.ts';
import { Turn } from '../disk/turn.ts';
import type { ByteRange, Hasher, HashOptions } from '../pool/hasher.ts';
import { throwIfAborted } from './abortable.ts';
import { corruptBody, integrityErrorOf, missingBody, missingStore } from './body-error.ts';
import { bodyPathOf } from './body-path.ts';

/** A body, as an entry names it. */
export interface BodyName {
  readonly digest: Digest;
  readonly size: number;
}

/** What reading bodies needs. */
export interface BodyPlace {
  readonly disk: Disk;
  readonly hasher: Hasher;
  readonly directory: string;
}

/** Up to here a body is read whole and hashed each time (0.2 ms); above, in the pool and once. */
const SMALL_BYTES = 256 * 1024;

/**
 * Reads bodies, none of them unchecked (rule B1): what is missing or has another size or digest is
 * ERR_STAGED_BODY_MISSING or ERR_STAGED_BODY_CORRUPT, never data.
 */
export class BodyReader {
  readonly #place: BodyPlace;
  // Large bodies whose bytes were checked. Bodies are replaced, never written in place, so an equal
  // stat stands for equal bytes, also where it is not settled.
  readonly #checked: Map<Digest, StatIdentity> = new Map();

  constructor(place: BodyPlace) {
    this.#place = place;
  }

  /** The bytes of `range`; fewer where the body ends before it. */
  async readRange(body: BodyName, range: ByteRange & HashOptions): Promise<Uint8Array> {
    const offset = Math.min(range.offset, body.size);
    const length = Math.min(range.length, body.size - offset);
    if (body.size <= SMALL_BYTES) {
      const bytes = await this.#readSmall(body);
      return bytes.subarray(offset, offset + length);
    }
    await this.#checkLarge(body, range);
    const bytes = await this.#readLarge(body, { ...range, offset, length });
    if (bytes.length === length) return bytes;
    throw corruptBody(body.digest, 'it has become shorter');
  }

  /** The body piece by piece, checked before the first one. Goes on after the body was removed. */
  async *stream(body: BodyName, options: HashOptions = {}): AsyncGenerator<Uint8Array> {
    if (body.size <= SMALL_BYTES) {
      yield await this.#readSmall(body);
      return;
    }
    const file = await this.#openChecked(body, options);
    try {
      yield* piecesOf(file, body, options);
    } finally {
      await file.close();
    }
  }

  /** Reads and checks the body. */
  async check(body: BodyName, options: HashOptions = {}): Promise<void> {
    if (body.size <= SMALL_BYTES) await this.#readSmall(body);
    else await this.#checkLarge(body, options);
  }

  /** Whatever was checked will be checked again. */
  forget(): void {
    this.#checked.clear();
  }

  async #readSmall({ digest, size }: BodyName): Promise<Uint8Array> {
    const bytes = await this.#orIntegrityError(digest, (path) => this.#place.disk.readFile(path));
    if (bytes === undefined) throw await this.#missing(digest);
    if (bytes.length !== size) throw corruptBody(digest, `it has ${bytes.length} bytes`);
    if (digestOf(bytes) !== digest) throw corruptBody(digest, 'its bytes have another digest');
    return bytes;
  }

  async #checkLarge({ digest, size }: BodyName, options: HashOptions): Promise<StatIdentity> {
    const { disk, hasher } = this.#place;
    const path = this.#pathOf(digest);
    const stat = await disk.lstat(path);
    if (stat === undefined) throw await this.#missing(digest);
    if (stat.kind !== 'file') throw corruptBody(digest, 'it is no file');
    if (stat.size !== size) throw corruptBody(digest, `it has ${stat.size} bytes`);
    const known = this.#checked.get(digest);
    if (known !== undefined && isSameStat(known, stat.identity)) return known;
    const found = await this.#orIntegrityError(digest, () => hasher.hashFile(path, options));
    if (found.digest !== digest) throw corruptBody(digest, 'its bytes have another digest');
    const after = await disk.lstat(path);
    // Else it was replaced or linked meanwhile: not an error, but to be checked again.
    if (after !== undefined && isSameStat(after.identity, stat.identity)) {
      this.#checked.set(digest, stat.identity);
    }
    return stat.identity;
  }

  async #readLarge({ digest }: BodyName, range: ByteRange & HashOptions): Promise<Uint8Array> {
    const { disk, hasher } = this.#place;
    return await this.#orIntegrityError(digest, async (path) => {
      if (range.length > SMALL_BYTES) return await hasher.readRange(path, range, range);
      const file = await disk.open(path, 'read');
      try {
        return await file.read(range.offset, range.length);
      } finally {
        await file.close();
      }
    });
  }

  // Twice: another process may publish the same bytes under the name between check and open.
  async #openChecked(body: BodyName, options: HashOptions): Promise<DiskFile> {
    const file = (await this.#tryOpen(body, options)) ?? (await this.#tryOpen(body, options));
    if (file === undefined) throw corruptBody(body.digest, 'it keeps being replaced');
    return file;
  }

  async #tryOpen(body: BodyName, options: HashOptions): Promise<DiskFile | undefined> {
    const { disk } = this.#place;
    const checked = await this.#checkLarge(body, options);
    const file = await this.#orIntegrityError(body.digest, (path) => disk.open(path, 'read'));
    const { identity } = await closeOnFailure(file, async () => await file.stat());
    if (isSameFile(identity, checked)) return file;
    await file.close();
    return undefined;
  }

  async #orIntegrityError<T>(digest: Digest, call: (path: string) => T): Promise<Awaited<T>> {
    try {
      return await call(this.#pathOf(digest));
    } catch (error) {
      throw integrityErrorOf(error, digest) ?? error;
    }
  }

  async #missing(digest: Digest): Promise<StagedFsError> {
    const { disk, directory } = this.#place;
    const hasStore = (await disk.lstat(directory)) !== undefined;
    return hasStore ? missingBody(digest) : missingStore(digest);
  }

  #pathOf(digest: Digest): string {
    return bodyPathOf(this.#place.directory, digest);
  }
}

async function* piecesOf(
  file: DiskFile,
  { digest, size }: BodyName,
  { signal }: HashOptions,
): AsyncGenerator<Uint8Array> {
  const turn = new Turn();
  for (let at = 0; at < size; ) {
    throwIfAborted(signal);
    const piece = await file.read(at, Math.min(SMALL_BYTES, size - at));
    if (piece.length === 0) throw corruptBody(digest, 'it has become shorter');
    at += piece.length;
    yield piece;
    if (turn.isOver()) await turn.next();
  }
}
