import { compareBytes } from '../base/compare-bytes.ts';
import type { Base, PlacedEntry } from '../base/entry.ts';
import { isBelow, joinPath, relativeTo, type WorkspacePath } from '../base/workspace-path.ts';
import { treeOf } from '../workspace/compare.ts';
import { encodeTree, sizeOfTree, type TreeNode } from '../workspace/tree-record.ts';
import type { Held } from './held.ts';
import type { SessionParts } from './parts.ts';

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
  let nodes = await treeOf(parts.observer, base);
  for (const entry of [...held.upper.below(path)]) {
    nodes = await asStagedOn(parts, nodes, { ...entry, path: relativeTo(entry.path, path) });
  }
  const sorted = nodes.sort((left, right) => compareBytes(left.path, right.path));
  const bytes = encodeTree(sorted);
  const tree = await parts.ports.hasher.hashBytes(bytes);
  await parts.bases.put(tree, bytes);
  return { ...base, tree, size: sizeOfTree(sorted) };
}

// What is there and was not when the path was staged gets no record: the commit finds it new.
async function asStagedOn(
  parts: SessionParts,
  nodes: readonly TreeNode[],
  { path, entry: { base } }: PlacedEntry,
): Promise<TreeNode[]> {
  const others = nodes.filter((node) => node.path !== path && !isBelow(node.path, path));
  const node = nodes.find((each) => each.path === path);
  if (node === undefined || node.kind !== base.kind) return others;
  switch (base.kind) {
    case 'file':
      return [...others, { ...node, stat: base.stat, digest: base.digest }];
    case 'symlink':
      return [...others, { ...node, stat: base.stat, target: base.target }];
    case 'directory': {
      const below = await treeOf(parts.observer, base);
      return [
        ...others,
        node,
        ...below.map((each) => ({ ...each, path: joinPath(path, each.path) })),
      ];
    }
    case 'other':
      return [...others, node];
  }
}
