import { StagedFsError } from '../base/errors.ts';
import { displayName } from '../base/name.ts';
import type { Disk, DiskFile, DiskStat } from '../disk/disk.ts';
import { Turn } from '../disk/turn.ts';
import type { FileDigest, Hasher } from '../pool/hasher.ts';
import { abortable, type ByteSource, throwIfAborted } from './abortable.ts';
import { namesOf } from './blob-oids.ts';
import { removeQuietly } from './remove-quietly.ts';

/** Limits of one reception. */
export interface ReceiveOptions {
  readonly signal?: AbortSignal;
  /** @throws ERR_STAGED_TOO_LARGE when more come. */
  readonly maxBytes?: number;
  /** Of the new file. @default 0o600 */
  readonly permissions?: number;
}

/** What arrived in a temporary file. */
export interface ReceivedFile extends FileDigest {
  readonly path: string;
}

/** What receiving needs. */
export interface Receiver {
  readonly disk: Disk;
  readonly hasher: Hasher;
}

/** Bytes written at a time: 0.1 ms. The whole memory a stream needs. */
const PIECE_BYTES = 256 * 1024;

/**
 * Streams `source` into a new file at `path`; nothing is left there after an error. It is hashed
 * once it is complete: off this thread, and git's id of a blob begins with its size.
 */
export async function receiveStream(
  { disk, hasher }: Receiver,
  path: string,
  { source, ...options }: ReceiveOptions & { readonly source: ByteSource },
): Promise<ReceivedFile> {
  throwIfAborted(options.signal);
  const file = await disk.open(path, 'create', { permissions: options.permissions ?? 0o600 });
  return await removedOnFailure(disk, path, async () => {
    const names = await takeIn(file, { ...options, source });
    return { ...(names ?? (await hashed(hasher, path, options.signal))), path };
  });
}

// Undefined for what was too long to be kept in memory and hashed there.
async function takeIn(
  file: DiskFile,
  { source, maxBytes, signal }: ReceiveOptions & { readonly source: ByteSource },
): Promise<FileDigest | undefined> {
  try {
    const intake = new Intake(file, maxBytes ?? Number.POSITIVE_INFINITY);
    for await (const piece of abortable(source, signal)) await intake.take(piece);
    return await intake.finish();
  } finally {
    await file.close();
  }
}

async function hashed(
  hasher: Hasher,
  path: string,
  signal: AbortSignal | undefined,
): Promise<FileDigest> {
  return await hasher.hashFile(path, { withBlobOid: true, ...(signal && { signal }) });
}

/** Copies (or clones) the regular file `from` to a new file at `path`, and hashes the copy. */
export async function receiveCopy(
  { disk, hasher }: Receiver,
  path: string,
  { from, signal, ...options }: ReceiveOptions & { readonly from: string },
): Promise<ReceivedFile> {
  throwIfAborted(signal);
  const { maxBytes = Number.POSITIVE_INFINITY, permissions = 0o600 } = options;
  const before = await statSource(disk, from);
  if (before.size > maxBytes) throw tooLarge(maxBytes);
  await disk.copyFile(from, path, permissions);
  return await removedOnFailure(disk, path, async () => {
    const names = await hashed(hasher, path, signal);
    if (names.size > maxBytes) throw tooLarge(maxBytes);
    return { ...names, path };
  });
}

async function removedOnFailure<T>(disk: Disk, path: string, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    await removeQuietly(disk, path);
    throw error;
  }
}

/** Looks at a file that bytes are to be taken from. @throws ERR_STAGED_NOT_FOUND */
export async function statSource(disk: Disk, path: string): Promise<DiskStat> {
  return (await disk.lstat(path)) ?? noSource(path);
}

class Intake {
  readonly #file: DiskFile;
  readonly #maxBytes: number;
  readonly #turn: Turn = new Turn();
  readonly #buffer: Buffer = Buffer.allocUnsafe(PIECE_BYTES);
  #filled = 0;
  #written = 0;

  constructor(file: DiskFile, maxBytes: number) {
    this.#file = file;
    this.#maxBytes = maxBytes;
  }

  // Copied, as the source may use its memory again once it is asked for the next piece.
  async take(given: unknown): Promise<void> {
    const piece = checkPiece(given);
    if (this.#written + this.#filled + piece.length > this.#maxBytes)
      throw tooLarge(this.#maxBytes);
    for (let at = 0; at < piece.length; ) {
      const part = piece.subarray(at, at + PIECE_BYTES - this.#filled);
      this.#buffer.set(part, this.#filled);
      this.#filled += part.length;
      at += part.length;
      if (this.#filled === PIECE_BYTES) await this.#flush();
    }
  }

  /** What came, if it is still in memory as a whole. */
  async finish(): Promise<FileDigest | undefined> {
    const bytes = this.#buffer.subarray(0, this.#filled);
    const names = this.#written === 0 ? namesOf(bytes) : undefined;
    await this.#flush();
    return names;
  }

  async #flush(): Promise<void> {
    const bytes = this.#buffer.subarray(0, this.#filled);
    await this.#file.write(bytes, this.#written);
    this.#written += bytes.length;
    this.#filled = 0;
    if (this.#turn.isOver()) await this.#turn.next();
  }
}

function noSource(path: string): never {
  const shown = displayName(path);
  const message = `There is no file \`${shown}\` to take the bytes from.`;
  throw new StagedFsError('ERR_STAGED_NOT_FOUND', message, {
    path: shown,
    hint: 'Check the path of the source.',
  });
}

/** A piece of a source. @throws ERR_STAGED_INVALID_ARGUMENT for one that is no bytes */
export function checkPiece(piece: unknown): Uint8Array {
  if (piece instanceof Uint8Array) return piece;
  const message = `Expected the source to give \`Uint8Array\` pieces, got ${typeof piece}.`;
  throw new StagedFsError('ERR_STAGED_INVALID_ARGUMENT', message, {
    argument: 'source',
    hint: 'A stream that decodes text gives strings: leave out its encoding.',
  });
}

function tooLarge(maxBytes: number): StagedFsError {
  return new StagedFsError('ERR_STAGED_TOO_LARGE', `The body has more than ${maxBytes} bytes.`, {
    expected: `at most ${maxBytes} bytes`,
    hint: 'Raise the limit for one body, or leave the file out.',
  });
}
