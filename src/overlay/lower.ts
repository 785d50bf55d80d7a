import { joinPath, parentOf, type WorkspacePath } from '../base/workspace-path.ts';
import { openContained } from '../disk/contain.ts';
import type { Awaitable, Disk, DiskFile, DiskName, DiskStat } from '../disk/disk.ts';
import { isIoError } from '../disk/io-error.ts';
import { Turn } from '../disk/turn.ts';
import { isStateParentName, isStatePath } from './protected.ts';

/** The workspace on disk, as it is now. Our own state directory is not part of it. */
export class Lower {
  readonly disk: Disk;
  /** Real path of the workspace. */
  readonly root: string;

  constructor(disk: Disk, root: string) {
    this.disk = disk;
    this.root = root;
  }

  /** The absolute path of a key. */
  absolute(path: WorkspacePath): string {
    return path === '' ? this.root : `${this.root === '/' ? '' : this.root}/${path}`;
  }

  lstat(path: WorkspacePath): Awaitable<DiskStat | undefined> {
    return isStatePath(path) ? undefined : this.disk.lstat(this.absolute(path));
  }

  /** The same, and undefined too when a link is on the way: what is behind it has another key. */
  async lstatInPlace(path: WorkspacePath): Promise<DiskStat | undefined> {
    const directory = this.absolute(parentOf(path));
    try {
      const isInPlace = (await this.disk.realPath(directory)) === directory;
      return isInPlace ? await this.lstat(path) : undefined;
    } catch (error) {
      if (isIoError(error, 'ELOOP')) return undefined;
      throw error;
    }
  }

  readLink(path: WorkspacePath): Awaitable<string> {
    return this.disk.readLink(this.absolute(path));
  }

  /** Opens a regular file wherever it really is inside the root. Undefined when nothing is there. */
  async open(path: WorkspacePath): Promise<DiskFile | undefined> {
    return isStatePath(path) ? undefined : await openContained(this.disk, this.root, path);
  }

  /** The names in a directory, without our state; `.harn` is hidden when it holds nothing else. */
  async list(path: WorkspacePath): Promise<readonly DiskName[]> {
    const names = await this.disk.list(this.absolute(path));
    const shown: DiskName[] = [];
    const turn = new Turn();
    for (const item of names) {
      if (await this.#isShown(path, item)) shown.push(item);
      if (turn.isOver()) await turn.next();
    }
    return shown;
  }

  #isShown(directory: WorkspacePath, item: DiskName): Awaitable<boolean> {
    if (isStateParentName(item.name) && item.kind === 'directory')
      return this.#holdsMore(directory, item);
    return item.name.toLowerCase() !== 'state' || !isStatePath(joinPath(directory, item.name));
  }

  async #holdsMore(directory: WorkspacePath, item: DiskName): Promise<boolean> {
    const inside = await this.disk.list(this.absolute(joinPath(directory, item.name)));
    return inside.length !== 1 || inside[0]?.name.toLowerCase() !== 'state';
  }
}
