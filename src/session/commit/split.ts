import { type Digest, parseDigest } from '../../base/digest.ts';
import type { Base, PlacedEntry, WhiteoutEntry } from '../../base/entry.ts';
import { provesSameBytes } from '../../base/stat-identity.ts';
import {
  ancestorsOf,
  isBelow,
  joinPath,
  ROOT_PATH,
  relativeTo,
  type WorkspacePath,
} from '../../base/workspace-path.ts';
import type { PlacedWhiteout } from '../../overlay/upper.ts';
import { lookAt } from '../../workspace/look.ts';
import { digestOfLower } from '../../workspace/observe.ts';
import { encodeTree, sizeOfTree, type TreeNode } from '../../workspace/tree-record.ts';
import type { SessionParts } from '../parts.ts';
import { type DirectoryBase, type RecordedTree, recordedTree } from '../recorded-tree.ts';

/**
 * Divides a directory's whiteout into whiteouts of what was in it, leaving out the paths that have
 * entries now, those in `done`, and the directories above them. Each part gets its share of the
 * record.
 */
export async function splitAround(
  parts: SessionParts,
  whiteout: PlacedWhiteout,
  done: Iterable<WorkspacePath>,
): Promise<PlacedEntry[]> {
  const { path: directory, entry } = whiteout;
  if (entry.base.kind !== 'directory') return [];
  const kept = new Set<WorkspacePath>();
  for (const { path } of parts.state.upper.below(directory)) kept.add(relativeTo(path, directory));
  for (const path of done) if (isBelow(path, directory)) kept.add(relativeTo(path, directory));
  const tree = await recordedTree(parts, entry.base);
  const nodes = nodesAround(tree, kept);
  return await whiteoutsOf(parts, { directory, entry, tree }, nodes);
}

/**
 * The parts of a directory's whiteout at `paths`, as whiteouts of their own; a path that was not
 * there has none.
 */
export async function partsAt(
  parts: SessionParts,
  { path: directory, entry }: PlacedWhiteout,
  paths: readonly WorkspacePath[],
): Promise<PlacedEntry[]> {
  if (entry.base.kind !== 'directory') return [];
  const tree = await recordedTree(parts, entry.base);
  const nodes = paths.map((path) => tree.get(relativeTo(path, directory)));
  const there = nodes.filter((node) => node !== undefined);
  return await whiteoutsOf(parts, { directory, entry, tree }, there);
}

/**
 * The base of a path below a directory that is staged for deletion: what was there when that was,
 * not what is there now. A user's file made since then must stay a conflict.
 */
export async function baseBelow(
  parts: SessionParts,
  { path: directory, base }: { readonly path: WorkspacePath; readonly base: DirectoryBase },
  path: WorkspacePath,
): Promise<Base> {
  const tree = await recordedTree(parts, base);
  const node = tree.get(relativeTo(path, directory));
  return node === undefined ? { kind: 'absent' } : await baseOf(parts, { directory, tree }, node);
}

/** A recorded tree, and where it was. */
interface Placed {
  readonly directory: WorkspacePath;
  readonly tree: RecordedTree;
}

// The topmost nodes that have nothing of `kept` in them.
function nodesAround(tree: RecordedTree, kept: ReadonlySet<WorkspacePath>): TreeNode[] {
  const divided = new Set<WorkspacePath>();
  for (const path of kept) for (const ancestor of ancestorsOf(path)) divided.add(ancestor);
  const isDivided = ({ kind, path }: TreeNode): boolean =>
    kind === 'directory' && divided.has(path);
  const nodesIn = (directory: WorkspacePath): TreeNode[] =>
    tree
      .children(directory)
      .filter(({ path }) => !kept.has(path))
      .flatMap((node) => (isDivided(node) ? nodesIn(node.path) : [node]));
  return nodesIn(ROOT_PATH);
}

async function whiteoutsOf(
  parts: SessionParts,
  whole: Placed & { readonly entry: WhiteoutEntry },
  nodes: readonly TreeNode[],
): Promise<PlacedEntry[]> {
  const placed: PlacedEntry[] = [];
  for (const node of nodes) {
    const base = await baseOf(parts, whole, node);
    const entry = { ...whole.entry, recursive: node.kind === 'directory', base };
    placed.push({ path: joinPath(whole.directory, node.path), entry });
  }
  return placed;
}

async function baseOf(parts: SessionParts, placed: Placed, node: TreeNode): Promise<Base> {
  const { permissions, stat } = node;
  switch (node.kind) {
    case 'file': {
      const digest = await digestOfNode(parts, joinPath(placed.directory, node.path), node);
      return { kind: 'file', digest, size: stat.size, permissions, stat };
    }
    case 'symlink':
      return { kind: 'symlink', target: node.target ?? '', stat };
    case 'directory':
      return await keptDirectory(parts, placed.tree, node);
    case 'other':
      return { kind: 'other', stat };
  }
}

async function keptDirectory(
  parts: SessionParts,
  whole: RecordedTree,
  { path, stat }: TreeNode,
): Promise<Base> {
  const nodes = whole.below(path).map((node) => ({ ...node, path: relativeTo(node.path, path) }));
  const bytes = encodeTree(nodes);
  const tree = await parts.ports.hasher.hashBytes(bytes);
  await parts.bases.put(tree, bytes);
  return { kind: 'directory', tree, size: sizeOfTree(nodes), stat };
}

// What no bytes are known to have: a file that changed since, its old bytes never hashed, must
// stay a conflict.
const NO_BYTES_DIGEST = parseDigest('0'.repeat(64));

async function digestOfNode(
  parts: SessionParts,
  path: WorkspacePath,
  node: TreeNode,
): Promise<Digest> {
  if (node.digest !== undefined) return node.digest;
  const stat = await lookAt(parts.workspace, path);
  if (stat === undefined || !provesSameBytes(node.stat, stat.identity)) return NO_BYTES_DIGEST;
  return (await digestOfLower(parts.observer, path)) ?? NO_BYTES_DIGEST;
}
