import type { Digest } from '../base/digest.ts';
import { inTurns } from '../disk/in-turns.ts';
import type { Hasher } from '../pool/hasher.ts';
import type { BodyStore } from '../store/body-store.ts';
import { encodeTree, type TreeNode } from './tree-record.ts';

/** Where records of trees are kept. */
export interface TreeKeeper {
  readonly hasher: Hasher;
  readonly bases: Pick<BodyStore, 'put'>;
}

/** What a base tells of a directory's tree. */
export interface KeptTree {
  readonly tree: Digest;
  /** Bytes of all files in it. */
  readonly size: number;
}

/** Keeps the record of a tree, with rests between. */
export async function keepTree(
  { hasher, bases }: TreeKeeper,
  nodes: readonly TreeNode[],
): Promise<KeptTree> {
  const bytes = await inTurns(encodeTree(nodes));
  const tree = await hasher.hashBytes(bytes);
  await bases.put(tree, bytes);
  return { tree, size: sizeOfTree(nodes) };
}

function sizeOfTree(nodes: readonly TreeNode[]): number {
  return nodes.reduce((sum, node) => (node.kind === 'file' ? sum + node.stat.size : sum), 0);
}
