import { StagedFsError } from '../base/errors.ts';
import type { Disk } from '../disk/disk.ts';
import { isIoError } from '../disk/io-error.ts';

/** Where what comes out of the workspace goes. */
export interface Aside {
  /** Moves what is at `path` here; returns where it is now. @throws ERR_STAGED_IO with ENOENT */
  keep(path: string): Promise<string>;
  /** Gives the file at `path` a second name here, so that its bytes outlive a rename over it. */
  keepLinked(path: string): Promise<void>;
}

/** A directory that keeps what a commit took out: nothing a user had is unlinked. */
export class AsideDirectory implements Aside {
  readonly #disk: Disk;
  readonly #directory: string;
  #count = 0;

  constructor(disk: Disk, directory: string) {
    this.#disk = disk;
    this.#directory = directory;
  }

  async keep(path: string): Promise<string> {
    const place = this.#next();
    try {
      await this.#disk.rename(path, place);
      return place;
    } catch (error) {
      if (!isIoError(error, 'EXDEV')) throw error;
      throw otherFileSystem(error);
    }
  }

  async keepLinked(path: string): Promise<void> {
    await this.#disk.link(path, this.#next());
  }

  #next(): string {
    this.#count += 1;
    return `${this.#directory}/${this.#count}`;
  }
}

function otherFileSystem(cause: unknown): StagedFsError {
  return new StagedFsError(
    'ERR_STAGED_UNSUPPORTED',
    'Cannot commit here: this part of the workspace is on another file system than its root.',
    { cause, hint: 'Open a session with that mount point as its root.' },
  );
}
