import { compareBytes } from '../base/compare-bytes.ts';
import type { Base } from '../base/entry.ts';
import { WeightedCache } from '../base/weighted-cache.ts';
import { parentOf, type WorkspacePath } from '../base/workspace-path.ts';
import { byPathInTurns, eachInTurns, sortedInTurns } from '../disk/in-turns.ts';
import { treeOf } from '../workspace/compare.ts';
import type { Observer } from '../workspace/observe.ts';
import type { TreeNode } from '../workspace/tree-record.ts';

/** The base of a directory. */
export type DirectoryBase = Extract<Base, { kind: 'directory' }>;

/** What was in a directory when its delete was staged; paths are relative to it. */
export class RecordedTree {
  /** In byte order of paths. */
  readonly nodes: readonly TreeNode[];
  readonly #byPath: ReadonlyMap<WorkspacePath, TreeNode>;
  readonly #children = new Map<WorkspacePath, TreeNode[]>();

  private constructor(nodes: readonly TreeNode[], byPath: ReadonlyMap<WorkspacePath, TreeNode>) {
    this.nodes = nodes;
    this.#byPath = byPath;
  }

  /** The tree of `nodes`, which are in byte order of paths; made with rests between. */
  static async of(nodes: readonly TreeNode[]): Promise<RecordedTree> {
    const tree = new RecordedTree(nodes, await byPathInTurns(nodes));
    await eachInTurns(nodes, (node) => tree.#addChild(node));
    return tree;
  }

  get(path: WorkspacePath): TreeNode | undefined {
    return this.#byPath.get(path);
  }

  /** What was right in `directory`. */
  children(directory: WorkspacePath): readonly TreeNode[] {
    return this.#children.get(directory) ?? [];
  }

  /** All that was below `directory`, in byte order of paths. */
  async below(directory: WorkspacePath): Promise<readonly TreeNode[]> {
    const found = [...this.children(directory)];
    // It grows while it is gone through.
    await eachInTurns(found, ({ path }) => {
      for (const child of this.children(path)) found.push(child);
    });
    return await sortedInTurns(found, (left, right) => compareBytes(left.path, right.path));
  }

  #addChild(node: TreeNode): void {
    const directory = parentOf(node.path);
    const siblings = this.#children.get(directory);
    if (siblings === undefined) this.#children.set(directory, [node]);
    else siblings.push(node);
  }
}

/** The trees that a session has read, by digest. */
export type TreeCache = WeightedCache<RecordedTree>;

/** About 100 MB, where a session has deleted that much and works in it. */
const MOST_NODES = 200_000;

/** An empty cache. */
export function createTreeCache(): TreeCache {
  return new WeightedCache({ maxEntries: 16, maxWeight: MOST_NODES });
}

/** Where trees are read from, and kept. */
export interface TreeReader {
  readonly observer: Observer;
  readonly trees: TreeCache;
}

/**
 * Reads the tree that a directory's base names. Kept: an agent that deletes a directory and writes
 * it anew asks for it with every write.
 */
export async function recordedTree(
  { observer, trees }: TreeReader,
  base: DirectoryBase,
): Promise<RecordedTree> {
  const known = trees.get(base.tree);
  if (known !== undefined) return known;
  const tree = await RecordedTree.of(await treeOf(observer, base));
  trees.set(base.tree, tree, tree.nodes.length);
  return tree;
}
