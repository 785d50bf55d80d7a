import { promisify } from 'node:util';
import { deflate, deflateSync } from 'node:zlib';
import { randomName } from '../base/random-name.ts';
import { objectHeader } from '../diff/blob-oid.ts';
import type { Disk } from '../disk/disk.ts';
import type { GitObject } from './git-object.ts';

// Below, a trip to another thread costs more than the work.
const LARGEST_INLINE_BYTES = 32 * 1024;
const deflateElsewhere = promisify(deflate);

/** The loose objects of a repository: each the zlib stream of its header and bytes in a file. */
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
    const directory = await this.#directoryOf(object.oid);
    // The name git's own unfinished objects have: `git gc` takes it, should we be killed here.
    const temporary = `${directory}/tmp_obj_${randomName()}`;
    await this.#disk.createFile(temporary, await packed(object), 0o400);
    const path = this.#pathOf(object.oid);
    await this.#disk.rename(temporary, path);
    return (await this.stamp(object.oid)) ?? '';
  }

  /**
   * What tells an object's file from any other that may take its place, without reading it;
   * undefined when it is not there.
   */
  async stamp(oid: string): Promise<string | undefined> {
    const stat = await this.#disk.lstat(this.#pathOf(oid));
    if (stat?.kind !== 'file') return undefined;
    return `${stat.identity.ino}-${stat.size}-${stat.identity.mtimeNs}`;
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
  return isSmall ? deflateSync(whole, { level: 1 }) : await deflateElsewhere(whole, { level: 1 });
}
