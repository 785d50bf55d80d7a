import { type Digest, parseDigest } from '../../base/digest.ts';
import type { Base, PlacedEntry, WhiteoutEntry } from '../../base/entry.ts';
import { provesSameBytes } from '../../base/stat-identity.ts';
import { isBelow, joinPath, relativeTo, type WorkspacePath } from '../../base/workspace-path.ts';
import { treeOf } from '../../workspace/compare.ts';
import { lookAt } from '../../workspace/look.ts';
import { digestOfLower } from '../../workspace/observe.ts';
import { encodeTree, sizeOfTree, type TreeNode } from '../../workspace/tree-record.ts';
import type { SessionParts } from '../parts.ts';

/** A whiteout of a directory that is to be divided. */
export interface Splitting {
  readonly path: WorkspacePath;
  readonly entry: WhiteoutEntry;
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
  if (node === undefined) return { kind: 'absent' };
  return await baseOf(
    parts,
    node,
    nodes.filter((each) => isBelow(each.path, path)),
  );
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
    const below = level.nodes.filter(({ path }) => isBelow(path, node.path));
    if (node.kind === 'directory' && hasKeptBelow(splitting, node.path)) {
      placed.push(
        ...(await splitDirectory(parts, splitting, { directory: node.path, nodes: below })),
      );
      continue;
    }
    const base = await baseOf(parts, node, below);
    const recursive = node.kind === 'directory';
    placed.push({ path: node.path, entry: { ...splitting.entry, recursive, base } });
  }
  return placed;
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

async function baseOf(
  parts: SessionParts,
  node: TreeNode,
  below: readonly TreeNode[],
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
