import { promisify } from 'node:util';
import { deflate, deflateSync } from 'node:zlib';
import { randomName } from '../base/random-name.ts';
import { type ObjectFormat, objectHeader } from '../diff/blob-oid.ts';
import type { Disk } from '../disk/disk.ts';
import { removeQuietly } from '../store/remove-quietly.ts';
import { DEFLATE_LEVEL } from './deflater.ts';
import type { GitObject } from './git-object.ts';
import { type BlobNames, writeBlob } from './large-object.ts';
import { inShadow } from './shadow-damage.ts';
import type { LargeContent } from './shadow-place.ts';

// Below, a trip to another thread costs more than the work.
const LARGEST_INLINE_BYTES = 32 * 1024;
const deflateElsewhere = promisify(deflate);

// The start of the names that git's own unfinished objects have: `git gc` takes ours too.
const UNFINISHED = 'tmp_obj_';
const OUR_UNFINISHED = /^tmp_obj_[0-9a-f]{16}$/;

/** A blob that was written. */
export interface WrittenBlob extends BlobNames {
  readonly stamp: string;
}

/**
 * The loose objects of a repository: each the zlib stream of its header and bytes in a file. Every
 * call @throws ShadowDamage when the repository's own files fail.
 */
export class LooseObjects {
  readonly #disk: Disk;
  readonly #directory: string;
  readonly #made: Set<string> = new Set();

  constructor(disk: Disk, gitDir: string) {
    this.#disk = disk;
    this.#directory = `${gitDir}/objects`;
  }

  /** Writes an object, over a damaged one too; returns its stamp. */
  async write(object: GitObject): Promise<string> {
    return await inShadow(async () => {
      const temporary = `${await this.#directoryOf(object.oid)}/${UNFINISHED}${randomName()}`;
      await this.#disk.createFile(temporary, await packed(object), 0o400);
      return await this.#publish(temporary, object.oid);
    });
  }

  /**
   * Writes a blob, whose name is known only when all of it was read. A failure leaves nothing.
   * @throws what reading throws, and what `content` asks for when it has changed
   */
  async writeLarge(content: LargeContent, format: ObjectFormat): Promise<WrittenBlob> {
    const temporary = `${this.#directory}/${UNFINISHED}${randomName()}`;
    try {
      const names = await this.#fill(temporary, content, format);
      const stamp = await inShadow(async () => {
        await this.#directoryOf(names.oid);
        return await this.#publish(temporary, names.oid);
      });
      return { ...names, stamp };
    } catch (error) {
      await removeQuietly(this.#disk, temporary);
      throw error;
    }
  }

  /** Removes the large blobs that killed processes have left half written. */
  async removeUnfinished(): Promise<void> {
    await inShadow(async () => {
      for (const { name } of await this.#disk.list(this.#directory)) {
        if (OUR_UNFINISHED.test(name)) await this.#disk.unlink(`${this.#directory}/${name}`);
      }
    });
  }

  /**
   * What tells an object's file from any other that may take its place, without reading it;
   * undefined when it is not there.
   */
  async stamp(oid: string): Promise<string | undefined> {
    const stat = await inShadow(async () => await this.#disk.lstat(this.#pathOf(oid)));
    if (stat?.kind !== 'file') return undefined;
    return `${stat.identity.ino}-${stat.size}-${stat.identity.mtimeNs}`;
  }

  async #fill(path: string, content: LargeContent, format: ObjectFormat): Promise<BlobNames> {
    const file = await inShadow(
      async () => await this.#disk.open(path, 'create', { permissions: 0o400 }),
    );
    try {
      return await writeBlob(file, content, format);
    } finally {
      await inShadow(async () => await file.close());
    }
  }

  async #publish(temporary: string, oid: string): Promise<string> {
    await this.#disk.rename(temporary, this.#pathOf(oid));
    return (await this.stamp(oid)) ?? '';
  }

  #pathOf(oid: string): string {
    return `${this.#directory}/${oid.slice(0, 2)}/${oid.slice(2)}`;
  }

  async #directoryOf(oid: string): Promise<string> {
    const directory = `${this.#directory}/${oid.slice(0, 2)}`;
    if (this.#made.has(directory)) return directory;
    await this.#disk.makeDirectory(directory, 0o700);
    this.#made.add(directory);
    return directory;
  }
}

async function packed({ kind, bytes }: GitObject): Promise<Uint8Array> {
  const whole = Buffer.concat([Buffer.from(objectHeader(kind, bytes.length)), bytes]);
  const isSmall = whole.length <= LARGEST_INLINE_BYTES;
  const options = { level: DEFLATE_LEVEL };
  return isSmall ? deflateSync(whole, options) : await deflateElsewhere(whole, options);
}
