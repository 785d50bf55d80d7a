import type { TreeCursor } from 'web-tree-sitter';
import { FIELDS, FoundNodes, NO_PARENT, type NodeKind } from './found-nodes.ts';
import type { Parsed } from './parser.ts';
import type { SyntaxNode } from './syntax-node.ts';

/**
 * A list of nodes as it crosses threads. A million objects would hold the receiving event loop for
 * a second; this is one buffer, `FIELDS` numbers a node.
 */
export interface PackedNodes {
  readonly kinds: readonly NodeKind[];
  readonly fields: Uint32Array;
}

/** How many nodes may pass between two looks at the clock: below 1 ms. */
const NODES_PER_LOOK = 1024;

/** Lists the nodes of a tree, parents before children, row by row; undefined when halted. */
export function packNodes({ tree, source, budget }: Parsed): PackedNodes | undefined {
  const found = new FoundNodes();
  const cursor = tree.walk();
  try {
    for (let depth = 0; depth >= 0; depth = step(cursor, depth)) {
      found.add(cursor, depth);
      if (found.count % NODES_PER_LOOK === 0 && budget.haltedBy() !== undefined) return undefined;
    }
  } finally {
    cursor.delete();
  }
  return { kinds: found.kinds, fields: found.fields(source) };
}

/** How many nodes a packed list has. */
export function countNodes({ fields }: PackedNodes): number {
  return fields.length / FIELDS;
}

/** The nodes of a packed list, or those from `start` up to `end`. */
export function unpackNodes(
  packed: PackedNodes,
  start = 0,
  end: number = countNodes(packed),
): SyntaxNode[] {
  const last = Math.min(end, countNodes(packed));
  const nodes: SyntaxNode[] = [];
  for (let id = start; id < last; id += 1) nodes.push(nodeAt(packed, id));
  return nodes;
}

function nodeAt({ kinds, fields }: PackedNodes, id: number): SyntaxNode {
  const at = id * FIELDS;
  const parent = fields[at] ?? NO_PARENT;
  const kind = kinds[fields[at + 1] ?? 0];
  return {
    id,
    parent_id: parent === NO_PARENT ? null : parent,
    kind: kind?.kind ?? '',
    is_named: kind?.is_named ?? false,
    start_byte: fields[at + 2] ?? 0,
    end_byte: fields[at + 3] ?? 0,
    start_row: fields[at + 4] ?? 0,
    start_col: fields[at + 5] ?? 0,
    end_row: fields[at + 6] ?? 0,
    end_col: fields[at + 7] ?? 0,
  };
}

/** Moves to the next node, depth first, and tells its depth; -1 at the end. */
function step(cursor: TreeCursor, depth: number): number {
  if (cursor.gotoFirstChild()) return depth + 1;
  for (let up = depth; up > 0; up -= 1) {
    if (cursor.gotoNextSibling()) return up;
    cursor.gotoParent();
  }
  return -1;
}
