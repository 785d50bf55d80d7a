import type { TreeCursor } from 'web-tree-sitter';
import type { Parsed } from './parser.ts';
import type { SourceText } from './source-text.ts';

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

/** A kind of node, shared by all nodes of it. */
export type NodeKind = Pick<SyntaxNode, 'kind' | 'is_named'>;

/**
 * A list of nodes as it crosses threads. A million objects would hold the receiving event loop for
 * a second; this is one buffer, `FIELDS` numbers a node.
 */
export interface PackedNodes {
  readonly kinds: readonly NodeKind[];
  readonly fields: Uint32Array;
}

/** Parent, kind, start byte, end byte, start row, start column, end row, end column. */
const FIELDS = 8;
const NO_PARENT = 0xffffffff;

/** How many nodes may pass between two looks at the clock: below 1 ms. */
const NODES_PER_LOOK = 1024;

/** Lists the nodes of a tree, parents before children, row by row; undefined when halted. */
export function packNodes({ tree, source, budget }: Parsed): PackedNodes | undefined {
  const found = new Found();
  const cursor = tree.walk();
  try {
    for (let depth = 0; depth >= 0; depth = step(cursor, depth)) {
      found.add(cursor, depth);
      if (found.count % NODES_PER_LOOK === 0 && budget.haltedBy() !== undefined) return undefined;
    }
  } finally {
    cursor.delete();
  }
  return found.packed(source);
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

/** The nodes found depth first. Sorted by depth, keeping order, they are breadth first. */
class Found {
  readonly #kinds = new KindTable();
  readonly #byDepth: number[][] = [];
  readonly #parents: number[] = [];
  readonly #kindOf: number[] = [];
  readonly #starts: number[] = [];
  readonly #ends: number[] = [];

  get count(): number {
    return this.#starts.length;
  }

  add(cursor: TreeCursor, depth: number): void {
    const index = this.count;
    this.#parents.push(this.#byDepth[depth - 1]?.at(-1) ?? -1);
    this.#kindOf.push(this.#kinds.indexOf(cursor));
    this.#starts.push(cursor.startIndex);
    this.#ends.push(cursor.endIndex);
    const level = this.#byDepth[depth];
    if (level === undefined) this.#byDepth.push([index]);
    else level.push(index);
  }

  packed(source: SourceText): PackedNodes {
    const fields = new Uint32Array(this.count * FIELDS);
    const ids = new Uint32Array(this.count);
    let id = 0;
    for (const index of this.#byDepth.flat()) {
      ids[index] = id;
      fields.set([this.#parentId(index, ids), this.#kindOf[index] ?? 0], id * FIELDS);
      fields.set(this.#range(index, source), id * FIELDS + 2);
      id += 1;
    }
    return { kinds: this.#kinds.all, fields };
  }

  #parentId(index: number, ids: Uint32Array): number {
    return ids[this.#parents[index] ?? -1] ?? NO_PARENT;
  }

  #range(index: number, source: SourceText): number[] {
    const start = source.byteAt(this.#starts[index] ?? 0);
    const end = source.byteAt(this.#ends[index] ?? 0);
    const from = source.placeOf(start);
    const to = source.placeOf(end);
    return [start, end, from.row, from.col, to.row, to.col];
  }
}

class KindTable {
  readonly all: NodeKind[] = [];
  readonly #indexes = new Map<number, number>();

  indexOf(cursor: TreeCursor): number {
    const known = this.#indexes.get(cursor.nodeTypeId);
    if (known !== undefined) return known;
    this.#indexes.set(cursor.nodeTypeId, this.all.length);
    return this.all.push({ kind: cursor.nodeType, is_named: cursor.nodeIsNamed }) - 1;
  }
}
