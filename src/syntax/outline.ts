import { isContainer, isFunction, type SyntaxSymbol } from './symbol.ts';

/** A symbol with what it holds. Rows count from 0, the last one included. */
export interface OutlineItem
  extends Pick<SyntaxSymbol, 'name' | 'kind' | 'signature' | 'start_row' | 'end_row'> {
  readonly children: OutlineItem[];
}

/** Deeper trees overflow the stacks of those who print or clone them. */
const DEEPEST = 100;

/**
 * Folds symbols, in the order of the source, into a tree. A symbol belongs to the innermost
 * container or function around it; two on one row do not nest unless one is inside the other.
 * Below 100 levels everything is on the last one.
 */
export class OutlineFold {
  /** What belongs to no other symbol. */
  readonly items: OutlineItem[] = [];
  readonly #maxDepth: number;
  readonly #around: Open[] = [];

  /** `maxDepth`: levels to keep; 0 keeps all. */
  constructor(maxDepth: number) {
    this.#maxDepth = maxDepth === 0 ? DEEPEST + 1 : maxDepth;
  }

  add(symbol: SyntaxSymbol): void {
    const around = this.#around;
    while (around.length > 0 && !isInside(symbol, around.at(-1)?.symbol)) around.pop();
    const item = itemOf(symbol);
    if (around.length < this.#maxDepth) (around.at(-1)?.children ?? this.items).push(item);
    const mayHold = isContainer(symbol.kind) || isFunction(symbol.kind);
    if (mayHold && around.length < DEEPEST) around.push({ symbol, children: item.children });
  }
}

interface Open {
  readonly symbol: SyntaxSymbol;
  readonly children: OutlineItem[];
}

function itemOf({ name, kind, signature, start_row, end_row }: SyntaxSymbol): OutlineItem {
  return { name, kind, signature, start_row, end_row, children: [] };
}

function isInside(inner: SyntaxSymbol, outer: SyntaxSymbol | undefined): boolean {
  if (outer === undefined) return false;
  const start = compare(inner.start_row - outer.end_row, inner.start_col - outer.end_col);
  const end = compare(inner.end_row - outer.end_row, inner.end_col - outer.end_col);
  return start < 0 && end <= 0 && !isSameRange(inner, outer);
}

function compare(rows: number, cols: number): number {
  return rows === 0 ? cols : rows;
}

function isSameRange(left: SyntaxSymbol, right: SyntaxSymbol): boolean {
  return (
    left.start_row === right.start_row &&
    left.start_col === right.start_col &&
    left.end_row === right.end_row &&
    left.end_col === right.end_col
  );
}
