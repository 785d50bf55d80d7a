// A directory on which everything is done directly: what an overlay must look like.
import * as fs from 'node:fs';
import { dirname, join } from 'node:path';
import { readTree, type TreeNode } from '../support/tree.ts';

/** A file or link of the model. */
export type PlainNode =
  | { readonly kind: 'file'; readonly bytes: Buffer; readonly isExecutable: boolean }
  | { readonly kind: 'symlink'; readonly target: string };

export type PlainKind = 'absent' | 'file' | 'directory' | 'symlink';

export interface PlainName {
  readonly name: string;
  readonly kind: Exclude<PlainKind, 'absent'>;
  readonly size: number;
}

const MOST_LINKS = 40;

export class PlainDirectory {
  readonly root: string;

  constructor(root: string) {
    this.root = root;
    fs.mkdirSync(root, { recursive: true });
  }

  at(path: string): string {
    return join(this.root, path);
  }

  /** What has exactly that name: nothing, when a file or a link is on the way. */
  kindOf(path: string): PlainKind {
    if (path === '') return 'directory';
    const parent = parentOf(path);
    if (parent !== '' && this.kindOf(parent) !== 'directory') return 'absent';
    const stat = fs.lstatSync(this.at(path), { throwIfNoEntry: false });
    if (stat === undefined) return 'absent';
    if (stat.isSymbolicLink()) return 'symlink';
    return stat.isDirectory() ? 'directory' : 'file';
  }

  /** Where a path leads, links followed in all segments (in all but the last); undefined in a loop. */
  resolve(path: string, followsLast: boolean): string | undefined {
    const todo = namesIn(path);
    let [key, links] = ['', 0];
    for (let name = todo.shift(); name !== undefined; name = todo.shift()) {
      if (name === '..') {
        key = parentOf(key);
        continue;
      }
      const child = key === '' ? name : `${key}/${name}`;
      const isFollowed = (todo.length > 0 || followsLast) && this.kindOf(child) === 'symlink';
      if (!isFollowed) {
        key = child;
        continue;
      }
      links += 1;
      if (links > MOST_LINKS) return undefined;
      todo.unshift(...namesIn(fs.readlinkSync(this.at(child))));
    }
    return key;
  }

  read(path: string): PlainNode | undefined {
    const kind = this.kindOf(path);
    if (kind === 'symlink') return { kind, target: fs.readlinkSync(this.at(path)) };
    if (kind !== 'file') return undefined;
    const isExecutable = (fs.statSync(this.at(path)).mode & 0o100) !== 0;
    return { kind, bytes: fs.readFileSync(this.at(path)), isExecutable };
  }

  list(path: string): PlainName[] {
    return fs
      .readdirSync(this.at(path))
      .filter((name) => path !== '' || name !== '.harn')
      .sort((left, right) => Buffer.compare(Buffer.from(left), Buffer.from(right)))
      .map((name) => this.#nameIn(path, name));
  }

  /** Puts a file or link there, whatever was in its way. */
  write(path: string, node: PlainNode): void {
    for (const above of ancestorsOf(path)) {
      if (['file', 'symlink'].includes(this.kindOf(above))) this.remove(above);
    }
    fs.mkdirSync(dirname(this.at(path)), { recursive: true });
    this.remove(path);
    if (node.kind === 'symlink') {
      fs.symlinkSync(node.target, this.at(path));
      return;
    }
    fs.writeFileSync(this.at(path), node.bytes);
    fs.chmodSync(this.at(path), node.isExecutable ? 0o755 : 0o644);
  }

  remove(path: string): void {
    if (this.kindOf(path) !== 'absent') fs.rmSync(this.at(path), { recursive: true, force: true });
  }

  /** Removes it all but the paths kept and the directories above them. */
  removeExcept(path: string, kept: readonly string[]): void {
    if (kept.includes(path)) return;
    const isAboveKept = kept.some((each) => each.startsWith(`${path}/`));
    if (this.kindOf(path) !== 'directory' || !isAboveKept) {
      this.remove(path);
      return;
    }
    for (const { name } of this.list(path)) this.removeExcept(`${path}/${name}`, kept);
  }

  /** Every path below, directories included. */
  pathsBelow(path: string): string[] {
    if (this.kindOf(path) !== 'directory') return [];
    return this.list(path).flatMap(({ name }) => {
      const child = path === '' ? name : `${path}/${name}`;
      return [child, ...this.pathsBelow(child)];
    });
  }

  /** Becomes a copy of another directory, without its `.harn`. */
  copyFrom(other: string): void {
    fs.rmSync(this.root, { recursive: true });
    const filter = (source: string): boolean => source !== join(other, '.harn');
    fs.cpSync(other, this.root, { recursive: true, verbatimSymlinks: true, filter });
  }

  async tree(): Promise<Record<string, TreeNode>> {
    return await readTree(this.root);
  }

  #nameIn(directory: string, name: string): PlainName {
    const stat = fs.lstatSync(join(this.at(directory), name));
    if (stat.isDirectory()) return { name, kind: 'directory', size: 0 };
    return { name, kind: stat.isSymbolicLink() ? 'symlink' : 'file', size: stat.size };
  }
}

export function parentOf(path: string): string {
  return path.includes('/') ? path.slice(0, path.lastIndexOf('/')) : '';
}

function namesIn(path: string): string[] {
  return path.split('/').filter((name) => name !== '' && name !== '.');
}

/** Nearest first, without the root. */
export function ancestorsOf(path: string): string[] {
  const parent = parentOf(path);
  return parent === '' ? [] : [parent, ...ancestorsOf(parent)];
}

export function isBelow(path: string, ancestor: string): boolean {
  return path.startsWith(`${ancestor}/`);
}
