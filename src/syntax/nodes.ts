import type { TreeCursor } from 'web-tree-sitter';
import { FIELDS, FoundNodes, NO_PARENT, type NodeKind } from './found-nodes.ts';
import type { Parsed } from './parser.ts';

/** A node of a syntax tree. Rows, columns and offsets count from 0; columns and offsets in bytes. */
export interface SyntaxNode {
  /** The place in the list: breadth first, the root is 0. */
  readonly id: number;
  readonly parent_id: number | null;
  readonly kind: string;
  readonly is_named: boolean;
  readonly start_byte: number;
  readonly end_byte: number;
  readonly start_row: number;
  readonly start_col: number;
  readonly end_row: number;
  readonly end_col: number;
}

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

/** The nodes of a packed list. */
export function unpackNodes({ kinds, fields }: PackedNodes): SyntaxNode[] {
  return Array.from({ length: fields.length / FIELDS }, (_, id) => {
    const at = id * FIELDS;
    const field = (offset: number): number => fields[at + offset] ?? 0;
    return {
      id,
      parent_id: field(0) === NO_PARENT ? null : field(0),
      kind: kinds[field(1)]?.kind ?? '',
      is_named: kinds[field(1)]?.is_named ?? false,
      start_byte: field(2),
      end_byte: field(3),
      start_row: field(4),
      start_col: field(5),
      end_row: field(6),
      end_col: field(7),
    };
  });
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
