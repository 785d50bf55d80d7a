import { compareBytes } from '../../base/compare-bytes.ts';
import type { Base, PlacedEntry } from '../../base/entry.ts';
import { isBelow, joinPath, relativeTo, type WorkspacePath } from '../../base/workspace-path.ts';
import { byPathInTurns, eachInTurns, sortedInTurns } from '../../disk/in-turns.ts';
import { Turn } from '../../disk/turn.ts';
import { keepTree } from '../../workspace/keep-tree.ts';
import type { TreeNode } from '../../workspace/tree-record.ts';
import type { SessionParts } from '../parts.ts';
import { recordedTree } from '../recorded-tree.ts';
import type { Held } from '../state/held.ts';

/**
 * The base of a directory that is deleted with pending entries below it. At their paths not what
 * is there now may be deleted, but what was there when they were staged: an edit of the user's
 * since then must stay a conflict.
 */
export async function withStagedBases(
  parts: SessionParts,
  held: Held,
  placed: { readonly path: WorkspacePath; readonly base: Base },
): Promise<Base> {
  const { path, base } = placed;
  if (base.kind !== 'directory' || !held.upper.hasBelow(path)) return base;
  const nodes = await byPathInTurns((await recordedTree(parts, base)).nodes);
  const turn = new Turn();
  for (const entry of held.upper.below(path)) {
    await putStagedBase(parts, nodes, { ...entry, path: relativeTo(entry.path, path) });
    if (turn.isOver()) await turn.next();
  }
  const sorted = await sortedInTurns(nodes.values(), (left, right) =>
    compareBytes(left.path, right.path),
  );
  return { ...base, ...(await keepTree(parts.observer, sorted)) };
}

type Nodes = Map<WorkspacePath, TreeNode>;

// What is there and was not when the path was staged gets no record: the commit finds it new.
async function putStagedBase(
  parts: SessionParts,
  nodes: Nodes,
  { path, entry: { base } }: PlacedEntry,
): Promise<void> {
  const node = nodes.get(path);
  if (node === undefined) return;
  await dropFrom(nodes, node);
  if (node.kind !== base.kind) return;
  nodes.set(path, nodeAsStaged(node, base));
  if (base.kind !== 'directory') return;
  await eachInTurns((await recordedTree(parts, base)).nodes, (below) => {
    const place = joinPath(path, below.path);
    nodes.set(place, { ...below, path: place });
  });
}

// Looking through all nodes is left to directories: one entry a path must not cost one look a path.
async function dropFrom(nodes: Nodes, { path, kind }: TreeNode): Promise<void> {
  nodes.delete(path);
  if (kind !== 'directory') return;
  await eachInTurns(nodes.keys(), (each) => {
    if (isBelow(each, path)) nodes.delete(each);
  });
}

function nodeAsStaged(node: TreeNode, base: Base): TreeNode {
  if (base.kind === 'file') return { ...node, stat: base.stat, digest: base.digest };
  return base.kind === 'symlink' ? { ...node, stat: base.stat, target: base.target } : node;
}
