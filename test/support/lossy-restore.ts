// Makes a real directory what is on the medium of a lossy disk.
import {
  chmodSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import type { LossyDirectory, LossyFile, LossyNode } from './lossy-tree.ts';

/** Bytes that were not synced may have got to the medium all the same. */
export function keepUnsyncedBytes(
  path: string,
  directory: LossyDirectory,
  survives: () => boolean,
): void {
  for (const [name, node] of directory.names) {
    const at = `${path}/${name}`;
    if (node.kind === 'directory') keepUnsyncedBytes(at, node, survives);
    if (node.kind === 'file' && survives()) {
      node.synced = { bytes: readFileSync(at), mode: modeAt(at) };
    }
  }
}

/** What is right already stays untouched, directories with their inodes, and so do foreign names. */
export function restore(path: string, directory: LossyDirectory): void {
  for (const name of readdirSync(path)) {
    if (directory.names.has(name) && !directory.synced.has(name)) remove(`${path}/${name}`);
  }
  for (const [name, node] of directory.synced) restoreNode(`${path}/${name}`, node);
}

function restoreNode(path: string, node: LossyNode): void {
  if (!isRight(path, node)) {
    remove(path);
    make(path, node);
  }
  if (node.kind === 'directory') restore(path, node);
}

function isRight(path: string, node: LossyNode): boolean {
  const stat = lstatSync(path, { throwIfNoEntry: false });
  if (stat === undefined) return false;
  switch (node.kind) {
    case 'directory':
      return stat.isDirectory();
    case 'symlink':
      return stat.isSymbolicLink() && readlinkSync(path) === node.target;
    case 'file':
      return stat.isFile() && modeAt(path) === node.synced.mode && hasBytes(path, node);
  }
}

function make(path: string, node: LossyNode): void {
  if (node.kind === 'symlink') {
    symlinkSync(node.target, path);
    return;
  }
  if (node.kind === 'directory') mkdirSync(path);
  else writeFileSync(path, node.synced.bytes);
  // Not as an option of the calls above: the umask would take bits away.
  chmodSync(path, node.kind === 'directory' ? node.mode : node.synced.mode);
}

function hasBytes(path: string, { synced }: LossyFile): boolean {
  return readFileSync(path).equals(synced.bytes);
}

function modeAt(path: string): number {
  return lstatSync(path).mode & 0o7777;
}

function remove(path: string): void {
  rmSync(path, { recursive: true, force: true });
}
