import type { TreeCursor } from 'web-tree-sitter';
import type { SourceText } from './source-text.ts';

/** A kind of node, shared by all nodes of it. */
export interface NodeKind {
  readonly kind: string;
  readonly is_named: boolean;
}

/** Parent, kind, start byte, end byte, start row, start column, end row, end column. */
export const FIELDS = 8;

/** The parent of the root. */
export const NO_PARENT = 0xffffffff;

/** The nodes found depth first. Sorted by depth, keeping order, they are breadth first. */
export class FoundNodes {
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

  get kinds(): readonly NodeKind[] {
    return this.#kinds.all;
  }

  fields(source: SourceText): Uint32Array {
    const fields = new Uint32Array(this.count * FIELDS);
    const ids = new Uint32Array(this.count);
    let id = 0;
    for (const index of this.#byDepth.flat()) {
      ids[index] = id;
      fields.set([this.#parentId(index, ids), this.#kindOf[index] ?? 0], id * FIELDS);
      fields.set(this.#range(index, source), id * FIELDS + 2);
      id += 1;
    }
    return fields;
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
