import { StagedFsError } from '../base/errors.ts';
import { randomName } from '../base/random-name.ts';
import type { Disk } from '../disk/disk.ts';
import { isIoError } from '../disk/io-error.ts';

/** Where what comes out of the workspace goes. */
export interface Aside {
  /** Moves what is at `path` here; returns where it is now. @throws ERR_STAGED_IO with ENOENT */
  keep(path: string): Promise<string>;
  /** Gives the file at `path` a second name, so that its bytes outlive a rename over it; returns it. */
  keepLinked(path: string): Promise<string>;
  /** Keeps what belongs neither to us nor to a commit, where nothing ever removes it. */
  keepForGood(path: string): Promise<string>;
}

/** Where a commit keeps things. */
export interface AsidePlace {
  /** What it took out: removed after some more commits. */
  readonly directory: string;
  /** What stays until the user has seen to it. */
  readonly lasting: string;
}

/** A directory that keeps what a commit took out: nothing a user had is unlinked. */
export class AsideDirectory implements Aside {
  readonly #disk: Disk;
  readonly #place: AsidePlace;
  #count = 0;

  constructor(disk: Disk, place: AsidePlace) {
    this.#disk = disk;
    this.#place = place;
  }

  async keep(path: string): Promise<string> {
    return await this.#move(path, this.#next());
  }

  async keepLinked(path: string): Promise<string> {
    const place = this.#next();
    await this.#disk.link(path, place);
    return place;
  }

  async keepForGood(path: string): Promise<string> {
    return await this.#move(path, `${this.#place.lasting}/kept-${randomName()}`);
  }

  async #move(path: string, place: string): Promise<string> {
    try {
      await this.#disk.rename(path, place);
      return place;
    } catch (error) {
      throw isIoError(error, 'EXDEV') ? otherFileSystem(error) : error;
    }
  }

  #next(): string {
    this.#count += 1;
    return `${this.#place.directory}/${this.#count}`;
  }
}

function otherFileSystem(cause: unknown): StagedFsError {
  return new StagedFsError(
    'ERR_STAGED_UNSUPPORTED',
    'Cannot commit here: this part of the workspace is on another file system than its root.',
    { cause, hint: 'Open a session with that mount point as its root.' },
  );
}
