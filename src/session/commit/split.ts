import { type Digest, parseDigest } from '../../base/digest.ts';
import type { Base, PlacedEntry, WhiteoutEntry } from '../../base/entry.ts';
import { provesSameBytes } from '../../base/stat-identity.ts';
import { isBelow, joinPath, relativeTo, type WorkspacePath } from '../../base/workspace-path.ts';
import type { PlacedWhiteout } from '../../overlay/upper.ts';
import { treeOf } from '../../workspace/compare.ts';
import { lookAt } from '../../workspace/look.ts';
import { digestOfLower } from '../../workspace/observe.ts';
import { encodeTree, sizeOfTree, type TreeNode } from '../../workspace/tree-record.ts';
import type { SessionParts } from '../parts.ts';

/** A whiteout of a directory that is to be divided. */
export interface Splitting extends PlacedWhiteout {
  /** Paths below it that have, or had, entries of their own: they get no part. */
  readonly kept: ReadonlySet<WorkspacePath>;
}

/**
 * Divides a directory's whiteout into whiteouts of what was in it, leaving out the paths with
 * entries of their own and the directories above them. Each part gets its share of the record.
 */
export async function splitWhiteout(
  parts: SessionParts,
  splitting: Splitting,
): Promise<PlacedEntry[]> {
  const { base } = splitting.entry;
  if (base.kind !== 'directory') return [];
  const nodes = await treeOf(parts.observer, base);
  return await splitDirectory(parts, splitting, {
    directory: splitting.path,
    nodes: absolute(splitting.path, nodes),
  });
}

/** The same, leaving out what has entries now, and the paths in `done`. */
export async function splitAround(
  parts: SessionParts,
  whiteout: PlacedWhiteout,
  done: Iterable<WorkspacePath>,
): Promise<PlacedEntry[]> {
  const { path: directory } = whiteout;
  const kept = new Set(Array.from(parts.state.upper.below(directory), ({ path }) => path));
  for (const path of done) if (isBelow(path, directory)) kept.add(path);
  return await splitWhiteout(parts, { ...whiteout, kept });
}

/**
 * The parts of a directory's whiteout at `paths`, as whiteouts of their own; a path that was not
 * there has none.
 */
export async function partsAt(
  parts: SessionParts,
  whiteout: PlacedWhiteout,
  paths: readonly WorkspacePath[],
): Promise<PlacedEntry[]> {
  const { path: directory, entry } = whiteout;
  if (entry.base.kind !== 'directory') return [];
  const nodes = absolute(directory, await treeOf(parts.observer, entry.base));
  const byPath = new Map(nodes.map((node) => [node.path, node]));
  const placed: PlacedEntry[] = [];
  for (const path of paths) {
    const node = byPath.get(path);
    if (node !== undefined) placed.push(await partOf(parts, entry, { node, nodes }));
  }
  return placed;
}

/**
 * The base of a path below a directory that is staged for deletion: what was there when that was,
 * not what is there now. A user's file made since then must stay a conflict.
 */
export async function baseBelow(
  parts: SessionParts,
  whiteout: { readonly path: WorkspacePath; readonly base: Extract<Base, { kind: 'directory' }> },
  path: WorkspacePath,
): Promise<Base> {
  const nodes = absolute(whiteout.path, await treeOf(parts.observer, whiteout.base));
  const node = nodes.find((each) => each.path === path);
  return node === undefined ? { kind: 'absent' } : await baseOf(parts, node, nodes);
}

interface Level {
  readonly directory: WorkspacePath;
  /** The nodes below it, with paths from the root. */
  readonly nodes: readonly TreeNode[];
}

async function splitDirectory(
  parts: SessionParts,
  splitting: Splitting,
  level: Level,
): Promise<PlacedEntry[]> {
  const placed: PlacedEntry[] = [];
  for (const node of level.nodes.filter(({ path }) => isDirectChild(path, level.directory))) {
    if (splitting.kept.has(node.path)) continue;
    if (node.kind === 'directory' && hasKeptBelow(splitting, node.path)) {
      const nodes = level.nodes.filter(({ path }) => isBelow(path, node.path));
      placed.push(...(await splitDirectory(parts, splitting, { directory: node.path, nodes })));
      continue;
    }
    placed.push(await partOf(parts, splitting.entry, { node, nodes: level.nodes }));
  }
  return placed;
}

async function partOf(
  parts: SessionParts,
  whole: WhiteoutEntry,
  { node, nodes }: { readonly node: TreeNode; readonly nodes: readonly TreeNode[] },
): Promise<PlacedEntry> {
  const base = await baseOf(parts, node, nodes);
  return { path: node.path, entry: { ...whole, recursive: node.kind === 'directory', base } };
}

function hasKeptBelow(splitting: Splitting, path: WorkspacePath): boolean {
  for (const kept of splitting.kept) if (isBelow(kept, path)) return true;
  return false;
}

function isDirectChild(path: WorkspacePath, directory: WorkspacePath): boolean {
  return isBelow(path, directory) && !relativeTo(path, directory).includes('/');
}

function absolute(directory: WorkspacePath, nodes: readonly TreeNode[]): TreeNode[] {
  return nodes.map((node) => ({ ...node, path: joinPath(directory, node.path) }));
}

// `all` holds what is below a directory, and may hold more.
async function baseOf(
  parts: SessionParts,
  node: TreeNode,
  all: readonly TreeNode[],
): Promise<Base> {
  switch (node.kind) {
    case 'file': {
      const { permissions, stat } = node;
      return {
        kind: 'file',
        digest: await digestOfNode(parts, node),
        size: stat.size,
        permissions,
        stat,
      };
    }
    case 'symlink':
      return { kind: 'symlink', target: node.target ?? '', stat: node.stat };
    case 'directory': {
      const below = all.filter(({ path }) => isBelow(path, node.path));
      const nodes = below.map((each) => ({ ...each, path: relativeTo(each.path, node.path) }));
      const bytes = encodeTree(nodes);
      const tree = await parts.ports.hasher.hashBytes(bytes);
      await parts.bases.put(tree, bytes);
      return { kind: 'directory', tree, size: sizeOfTree(nodes), stat: node.stat };
    }
    case 'other':
      return { kind: 'other', stat: node.stat };
  }
}

// What no bytes are known to have: a file that changed since, its old bytes never hashed, must
// stay a conflict.
const NO_BYTES_DIGEST = parseDigest('0'.repeat(64));

async function digestOfNode(parts: SessionParts, node: TreeNode): Promise<Digest> {
  if (node.digest !== undefined) return node.digest;
  const stat = await lookAt(parts.workspace, node.path);
  if (stat === undefined || !provesSameBytes(node.stat, stat.identity)) return NO_BYTES_DIGEST;
  return (await digestOfLower(parts.observer, node.path)) ?? NO_BYTES_DIGEST;
}
