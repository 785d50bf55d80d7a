/*
 * A disk that loses with the power what was not synced. Its model:
 * - bytes and mode of a file are on the medium as of its last sync; a file that was never synced is
 *   empty afterwards. Unsynced bytes may also survive as they are.
 * - a name is on the medium once its directory was synced, and not by a sync of the file or directory
 *   that has it. A rename or exchange comes whole or not at all, in both its directories, as on every
 *   journalling file system; a symbolic link's target comes with its name.
 * - changes of names that are not synced are lost or survive each by itself, but in order where they
 *   concern the names of one directory or the links of one file.
 * What is made past this disk (locks) is left alone. Syncs do not reach the real disk.
 */
import { fstatSync, lstatSync, readFileSync } from 'node:fs';
import type {
  Awaitable,
  Disk,
  DiskFile,
  DiskName,
  DiskStat,
  OpenMode,
  OpenOptions,
} from '../../src/disk/disk.ts';
import { keepUnsyncedBytes, restore } from './lossy-restore.ts';
import { type LossyDirectory, type LossyNode, LossyTree, type NameChange } from './lossy-tree.ts';

/** What survives of the unsynced, asked for each change of names and each file. */
export interface Luck {
  keepsNames(): boolean;
  keepsBytes(): boolean;
}

/** Everything below the root is on the medium when it is made. */
export class LossyDisk implements Disk {
  readonly #disk: Disk;
  readonly #root: string;
  readonly #tree: LossyTree;
  readonly #opened = new Map<number, LossyNode | undefined>();

  constructor(disk: Disk, root: string) {
    this.#disk = disk;
    this.#root = root;
    this.#tree = new LossyTree(root);
  }

  /** The power fails: the directory has what survives. Nothing may use the disk afterwards. */
  cut(luck: Luck): void {
    keepUnsyncedBytes(this.#root, this.#tree.root, () => luck.keepsBytes());
    this.#tree.cut(() => luck.keepsNames());
    restore(this.#root, this.#tree.root);
  }

  lstat(path: string): Awaitable<DiskStat | undefined> {
    return this.#disk.lstat(path);
  }

  list(path: string): Awaitable<readonly DiskName[]> {
    return this.#disk.list(path);
  }

  readLink(path: string): Awaitable<string> {
    return this.#disk.readLink(path);
  }

  realPath(path: string): Awaitable<string | undefined> {
    return this.#disk.realPath(path);
  }

  readFile(path: string): Awaitable<Uint8Array | undefined> {
    return this.#disk.readFile(path);
  }

  freeBytes(path: string): Awaitable<number> {
    return this.#disk.freeBytes(path);
  }

  chmod(path: string, permissions: number): Awaitable<void> {
    return this.#disk.chmod(path, permissions);
  }

  isWritable(path: string): Awaitable<boolean> {
    return this.#disk.isWritable(path);
  }

  async open(path: string, mode: OpenMode, options?: OpenOptions): Promise<DiskFile> {
    const file = await this.#disk.open(path, mode, options);
    if (mode !== 'read' && this.#nodeAt(path) === undefined) this.#change([path, newFile()]);
    const node = this.#nodeAt(path);
    this.#opened.set(file.fd, node);
    return {
      fd: file.fd,
      path,
      stat: () => file.stat(),
      read: (position, length) => file.read(position, length),
      write: (bytes, position) => file.write(bytes, position),
      truncate: (size) => file.truncate(size),
      chmod: (permissions) => file.chmod(permissions),
      chown: (owner) => file.chown(owner),
      setModified: (mtimeNs) => file.setModified(mtimeNs),
      sync: () => this.#sync(file.fd, node),
      close: () => {
        this.#opened.delete(file.fd);
        return file.close();
      },
    };
  }

  async createFile(path: string, bytes: Uint8Array, permissions: number): Promise<void> {
    await this.#disk.createFile(path, bytes, permissions);
    this.#change([path, newFile()]);
  }

  async copyFile(from: string, to: string, permissions: number): Promise<void> {
    await this.#disk.copyFile(from, to, permissions);
    this.#change([to, newFile()]);
  }

  async symlink(target: string, path: string): Promise<void> {
    await this.#disk.symlink(target, path);
    this.#change([path, { kind: 'symlink', target }]);
  }

  async makeDirectory(path: string, permissions: number): Promise<boolean> {
    const isNew = await this.#disk.makeDirectory(path, permissions);
    if (isNew) this.#change([path, newDirectory(lstatSync(path).mode & 0o7777)]);
    return isNew;
  }

  async removeDirectory(path: string): Promise<void> {
    await this.#disk.removeDirectory(path);
    this.#change([path, undefined]);
  }

  async unlink(path: string): Promise<boolean> {
    const wasThere = await this.#disk.unlink(path);
    if (wasThere) this.#change([path, undefined]);
    return wasThere;
  }

  async link(existing: string, path: string): Promise<void> {
    await this.#disk.link(existing, path);
    this.#change([path, this.#nodeAt(existing)]);
  }

  async rename(from: string, to: string): Promise<void> {
    await this.#disk.rename(from, to);
    this.#change([from, undefined], [to, this.#nodeAt(from)]);
  }

  async exchange(left: string, right: string): Promise<void> {
    await this.#disk.exchange(left, right);
    this.#change([left, this.#nodeAt(right)], [right, this.#nodeAt(left)]);
  }

  syncDirectory(path: string): void {
    const node = this.#nodeAt(path);
    if (node?.kind === 'directory') this.#tree.sync(node);
  }

  // Read anew: the descriptor may be one for writing alone.
  #sync(fd: number, node: LossyNode | undefined): void {
    if (node?.kind === 'directory') this.#tree.sync(node);
    if (node?.kind !== 'file') return;
    const bytes = readFileSync(`/proc/self/fd/${fd}`);
    node.synced = { bytes, mode: fstatSync(fd).mode & 0o7777 };
  }

  #change(...named: readonly (readonly [path: string, node: LossyNode | undefined])[]): void {
    const changes = named.flatMap(([path, node]): NameChange[] => {
      const slash = path.lastIndexOf('/');
      const directory = this.#nodeAt(path.slice(0, slash));
      return directory?.kind === 'directory'
        ? [{ directory, name: path.slice(slash + 1), node }]
        : [];
    });
    if (changes.length > 0) this.#tree.change(changes);
  }

  #nodeAt(path: string): LossyNode | undefined {
    const [start, below] = this.#startOf(path);
    let node = start;
    for (const segment of below.split('/').filter((each) => each !== '')) {
      node = node?.kind === 'directory' ? node.names.get(segment) : undefined;
    }
    return node;
  }

  // From an opened directory, or from the root; elsewhere nothing is known.
  #startOf(path: string): [start: LossyNode | undefined, below: string] {
    const [, fd, below = ''] = /^\/proc\/self\/fd\/(\d+)(.*)$/.exec(path) ?? [];
    if (fd !== undefined) return [this.#opened.get(Number(fd)), below];
    if (`${path}/`.startsWith(`${this.#root}/`)) {
      return [this.#tree.root, path.slice(this.#root.length)];
    }
    return [undefined, ''];
  }
}

function newFile(): LossyNode {
  return { kind: 'file', synced: { bytes: Buffer.alloc(0), mode: 0o600 } };
}

function newDirectory(mode: number): LossyDirectory {
  return { kind: 'directory', mode, names: new Map(), synced: new Map() };
}
