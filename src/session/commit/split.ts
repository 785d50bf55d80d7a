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
import { eachInTurns, mapInTurns } from '../../disk/in-turns.ts';
import { Turn } from '../../disk/turn.ts';
import type { PlacedWhiteout } from '../../overlay/upper-view.ts';
import { keepTree } from '../../workspace/keep-tree.ts';
import { lookAt } from '../../workspace/look.ts';
import { digestOfLower } from '../../workspace/observe.ts';
import type { TreeNode } from '../../workspace/tree-record.ts';
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
  const divided = new Set<WorkspacePath>();
  const keep = (path: WorkspacePath): void => {
    if (!isBelow(path, directory)) return;
    const inside = relativeTo(path, directory);
    kept.add(inside);
    for (const ancestor of ancestorsOf(inside)) divided.add(ancestor);
  };
  await eachInTurns(parts.state.upper.below(directory), ({ path }) => keep(path));
  await eachInTurns(done, keep);
  const tree = await recordedTree(parts, entry.base);
  const nodes = nodesAround(tree, { kept, divided }, ROOT_PATH);
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
  const nodes = await mapInTurns(paths, (path) => tree.get(relativeTo(path, directory)));
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

/** What is left out of a tree, and the directories above that. */
interface LeftOut {
  readonly kept: ReadonlySet<WorkspacePath>;
  readonly divided: ReadonlySet<WorkspacePath>;
}

// The topmost nodes in `directory` that have nothing in them which is left out.
function* nodesAround(
  tree: RecordedTree,
  out: LeftOut,
  directory: WorkspacePath,
): Generator<TreeNode> {
  for (const node of tree.children(directory)) {
    const { kind, path } = node;
    if (out.kept.has(path)) continue;
    if (kind === 'directory' && out.divided.has(path)) yield* nodesAround(tree, out, path);
    else yield node;
  }
}

async function whiteoutsOf(
  parts: SessionParts,
  whole: Placed & { readonly entry: WhiteoutEntry },
  nodes: Iterable<TreeNode>,
): Promise<PlacedEntry[]> {
  const placed: PlacedEntry[] = [];
  const turn = new Turn();
  for (const node of nodes) {
    if (turn.isOver()) await turn.next();
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
  const nodes = await mapInTurns(await whole.below(path), (node) => {
    return { ...node, path: relativeTo(node.path, path) };
  });
  return { kind: 'directory', ...(await keepTree(parts.observer, nodes)), stat };
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
