import { randomName } from '../base/random-name.ts';
import type { DiskStat } from '../disk/disk.ts';
import { isIoError } from '../disk/io-error.ts';
import type { Copying, Ways } from './copy-tree.ts';
import { copyAcross, moveAcross, tryRename } from './move-across.ts';

/** Where what comes out of the workspace goes. */
export interface Aside {
  /**
   * Moves what is at `path` here in one step; returns where it is now, undefined where no rename
   * leads here. @throws ERR_STAGED_IO with ENOENT
   */
  move(path: string): Promise<string | undefined>;
  /**
   * Keeps what has the temporary name `path`, which is free after that, and had `name` before. Across
   * file systems it is copied; whatever is thrown, nothing has become of it.
   */
  keep(path: string, name: string): Promise<void>;
  /**
   * Keeps the bytes of the file or link at `path` beyond a rename over it; returns a look at what
   * was kept, undefined where that is gone.
   */
  keepLinked(path: string): Promise<DiskStat | undefined>;
  /** Keeps what belongs neither to us nor to a commit, where nothing ever removes it. */
  keepForGood(path: string): Promise<string>;
  /** Told of a temporary name that could not be taken away: a recovery has to do that. */
  noteLeft(): void;
}

/** Where a commit keeps things. */
export interface AsidePlace {
  /** What it took out: removed after some more commits. */
  readonly directory: string;
  /** What stays until the user has seen to it. */
  readonly lasting: string;
}

/** The ending of copies that are not complete. */
export const PARTIAL_ENDING = '.part';

/** A directory that keeps what a commit took out: nothing a user had is unlinked. */
export class AsideDirectory implements Aside {
  readonly #copying: Copying;
  readonly #place: AsidePlace;
  #count = 0;
  #hasLeft = false;

  constructor(copying: Copying, place: AsidePlace) {
    this.#copying = copying;
    this.#place = place;
  }

  /** Whether something is left in the workspace under a temporary name. */
  get hasLeft(): boolean {
    return this.#hasLeft;
  }

  async move(path: string): Promise<string | undefined> {
    const place = this.#next();
    return (await tryRename(this.#copying.disk, path, place)) ? place : undefined;
  }

  async keep(path: string, name: string): Promise<void> {
    await this.#cross({ from: path, to: this.#next(), name });
  }

  async keepLinked(path: string): Promise<DiskStat | undefined> {
    const place = this.#next();
    const { disk } = this.#copying;
    try {
      await disk.link(path, place);
      return await disk.lstat(place);
    } catch (error) {
      if (!isIoError(error, 'EXDEV')) throw error;
    }
    const ways = { from: path, to: place, name: path };
    const partial = partialOf(this.#place.directory);
    return (await copyAcross(this.#copying, { ...ways, partial }))[0]?.stat;
  }

  async keepForGood(path: string): Promise<string> {
    const place = `${this.#place.lasting}/kept-${randomName()}`;
    await this.#cross({ from: path, to: place, name: path });
    return place;
  }

  async #cross(ways: Ways): Promise<void> {
    const crossing = { ...ways, partial: partialOf(this.#place.directory) };
    if (!(await moveAcross(this.#copying, crossing))) this.#hasLeft = true;
  }

  noteLeft(): void {
    this.#hasLeft = true;
  }

  #next(): string {
    this.#count += 1;
    return `${this.#place.directory}/${this.#count}`;
  }
}

/** A name in a commit's directory for a copy on its way there; a recovery removes what is left. */
export function partialOf(directory: string): string {
  return `${directory}/${randomName()}${PARTIAL_ENDING}`;
}
