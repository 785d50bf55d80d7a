import { digestOf } from '../base/digest.ts';
import { type Base, changesMode, type Entry, type WriteEntry } from '../base/entry.ts';
import { fileModeOf } from '../base/file-mode.ts';
import { encodeName } from '../base/name.ts';
import { isSameFile, isSameStat, provesSameBytes } from '../base/stat-identity.ts';
import { joinPath, type WorkspacePath } from '../base/workspace-path.ts';
import type { DiskStat } from '../disk/disk.ts';
import { byPathInTurns, inTurns } from '../disk/in-turns.ts';
import { Turn } from '../disk/turn.ts';
import { lookAt } from './look.ts';
import { digestOfLower, type Observer, readTree } from './observe.ts';
import { decodeTree, type TreeNode } from './tree-record.ts';

/** What was expected and what is there instead. */
export interface Difference {
  readonly expected: string;
  readonly found: string;
}

/**
 * Compares lower at `path` with the base it was staged on. An identity proves equality only when it
 * was settled when the base was observed; otherwise the digest decides. Undefined means unchanged.
 */
export async function differenceFromBase(
  observer: Observer,
  path: WorkspacePath,
  base: Base,
): Promise<Difference | undefined> {
  const { workspace } = observer;
  const stat = await lookAt(workspace, path);
  if (base.kind === 'unobserved') return undefined;
  const found = stat?.kind ?? 'absent';
  if (found !== base.kind) return { expected: described(base.kind), found: described(found) };
  if (base.kind === 'absent' || stat === undefined) return undefined;
  return (await isUnchanged(observer, path, { base, stat })) ? undefined : changed(base.kind);
}

/** Cheap enough for every line of a status: bytes are read only where the identity is another. */
export async function looksChanged(
  observer: Observer,
  path: WorkspacePath,
  base: Base,
): Promise<boolean> {
  if (base.kind === 'unobserved') return false;
  const { workspace } = observer;
  const stat = await lookAt(workspace, path);
  if (stat === undefined || base.kind === 'absent') return (stat?.kind ?? 'absent') !== base.kind;
  if (stat.kind !== base.kind) return true;
  if (isSameStat(base.stat, stat.identity)) return false;
  return (await differenceFromBase(observer, path, base)) !== undefined;
}

/** Whether lower at `path` already is what committing `entry` would make it. */
export async function isPostImage(
  observer: Observer,
  path: WorkspacePath,
  entry: Entry,
): Promise<boolean> {
  const { workspace } = observer;
  const stat = await lookAt(workspace, path);
  if (entry.kind === 'whiteout') return stat === undefined;
  if (stat === undefined) return false;
  if (entry.fileMode === '120000') return await isSameLink(observer, path, { entry, stat });
  if (stat.kind !== 'file' || stat.size !== entry.size) return false;
  if (changesMode(entry) && fileModeOf(stat.permissions) !== entry.fileMode) return false;
  return (await digestOfLower(observer, path)) === entry.digest;
}

/**
 * What is below a directory now and was not recorded like that. What is gone since is no
 * difference: a delete wants it gone.
 */
export async function treeDifferences(
  observer: Observer,
  directory: WorkspacePath,
  recorded: readonly TreeNode[],
): Promise<WorkspacePath[]> {
  const now = await readTree(observer, directory);
  const expected = await byPathInTurns(recorded);
  const differing: WorkspacePath[] = [];
  const turn = new Turn();
  for (const node of now) {
    if (turn.isOver()) await turn.next();
    const before = expected.get(node.path);
    const same = before !== undefined && (await isSameNode(observer, directory, [before, node]));
    if (!same) differing.push(node.path);
  }
  return differing;
}

/** Reads the tree that a directory base names. */
export async function treeOf(
  observer: Observer,
  base: Extract<Base, { kind: 'directory' }>,
): Promise<readonly TreeNode[]> {
  return await inTurns(decodeTree(await observer.bases.readAll(base.tree)));
}

async function isUnchanged(
  observer: Observer,
  path: WorkspacePath,
  look: {
    readonly base: Exclude<Base, { kind: 'absent' | 'unobserved' }>;
    readonly stat: DiskStat;
  },
): Promise<boolean> {
  const { base, stat } = look;
  switch (base.kind) {
    case 'file':
      if (provesSameBytes(base.stat, stat.identity)) return true;
      return stat.size === base.size && (await digestOfLower(observer, path)) === base.digest;
    case 'symlink':
      return (
        (await observer.workspace.disk.readLink(observer.workspace.absolute(path))) === base.target
      );
    case 'directory':
      return (await treeDifferences(observer, path, await treeOf(observer, base))).length === 0;
    case 'other':
      return isSameFile(base.stat, stat.identity);
  }
}

async function isSameLink(
  observer: Observer,
  path: WorkspacePath,
  look: { readonly entry: WriteEntry; readonly stat: DiskStat },
): Promise<boolean> {
  if (look.stat.kind !== 'symlink') return false;
  const target = await observer.workspace.disk.readLink(observer.workspace.absolute(path));
  return digestOf(encodeName(target)) === look.entry.digest;
}

async function isSameNode(
  observer: Observer,
  directory: WorkspacePath,
  [before, now]: readonly [TreeNode, TreeNode],
): Promise<boolean> {
  if (before.kind !== now.kind) return false;
  if (before.kind === 'directory') return true;
  if (before.kind === 'symlink') return before.target === now.target;
  // A pipe or socket has no bytes to ask for when its times are not settled.
  if (before.kind === 'other') return isSameFile(before.stat, now.stat);
  if (provesSameBytes(before.stat, now.stat)) return true;
  if (before.digest === undefined) return false;
  const digest = now.digest ?? (await digestOfLower(observer, joinPath(directory, now.path)));
  return digest === before.digest;
}

function changed(kind: string): Difference {
  const what = described(kind);
  return { expected: `${what} as it was staged on`, found: `${what} with other content` };
}

function described(kind: string): string {
  const names: ReadonlyMap<string, string> = new Map([
    ['absent', 'nothing'],
    ['file', 'a file'],
    ['directory', 'a directory'],
    ['symlink', 'a symbolic link'],
  ]);
  return names.get(kind) ?? 'a special file';
}
