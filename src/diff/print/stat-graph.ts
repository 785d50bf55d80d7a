/** `git diff --stat`: a line with a bar for each path, and a line of totals. */
import { joinedPiecesOf } from '../../base/text-pieces.ts';
import { statusOf } from '../file-change.ts';
import { displayPath } from './display-path.ts';
import { type Countable, countsOf, type LineCounts } from './line-counts.ts';

/** How the graph is laid out. */
export interface StatOptions {
  /**
   * Columns available.
   * @default 80
   */
  readonly width?: number;
}

interface Row {
  readonly name: string;
  readonly counts: LineCounts;
  /** Lines added and removed. */
  readonly total: number;
  /** What stands in place of a graph for a binary. */
  readonly sizes: string | undefined;
}

/** Columns of the three parts, and the total that fills the graph. */
interface Layout {
  readonly name: number;
  readonly number: number;
  readonly graph: number;
  readonly largest: number;
}

const DEFAULT_WIDTH = 80;
/** ` name | number graph`: blanks and bar, with a column to spare. */
const SEPARATORS = 6;
const LEAST_GRAPH = 6;
const LEAST_SHARED = 16;
const BINARY = 'Bin';
const CUT_MARK = '...';

/** Prints `changes` as `git diff --stat` does, step by step. */
export function* formatStat(
  changes: readonly Countable[],
  options: StatOptions = {},
): Generator<undefined, Uint8Array> {
  const rows: Row[] = [];
  for (const change of changes) {
    if (statusOf(change) !== undefined) rows.push(rowOf(change));
    yield;
  }
  if (rows.length === 0) return new Uint8Array();
  return yield* joinedPiecesOf(linesOf(rows, options.width ?? DEFAULT_WIDTH), 'latin1');
}

function* linesOf(rows: readonly Row[], width: number): Generator<string> {
  const layout = layoutFor(rows, width);
  for (const row of rows) yield rowText(row, layout);
  yield totalsText(rows);
}

function rowOf(change: Countable): Row {
  const counts = countsOf(change);
  const isSame = change.before?.oid === change.after?.oid;
  const sizes = isSame ? '' : `${counts.beforeSize} -> ${counts.afterSize} bytes`;
  return {
    name: displayPath(change),
    counts,
    total: counts.added + counts.removed,
    sizes: counts.binary ? sizes : undefined,
  };
}

function layoutFor(rows: readonly Row[], columns: number): Layout {
  const largest = greatest(rows, (row) => row.total);
  const hasBinary = rows.some((row) => row.counts.binary);
  const number = Math.max(`${largest}`.length, hasBinary ? BINARY.length : 0);
  const width = Math.max(columns, LEAST_SHARED + LEAST_GRAPH + number);
  const wanted = {
    name: greatest(rows, (row) => row.name.length),
    graph: Math.max(largest, greatest(rows, sizesWidth)),
  };
  const graphShare = Math.floor((width * 3) / 8) - number - SEPARATORS;
  return { ...share(wanted, width - number - SEPARATORS, graphShare), number, largest };
}

// Where both do not fit, the graph gets three eighths of the line at most and the name the rest.
function share(
  wanted: { name: number; graph: number },
  available: number,
  graphShare: number,
): { name: number; graph: number } {
  if (wanted.name + wanted.graph <= available) return wanted;
  const graph = Math.min(wanted.graph, Math.max(LEAST_GRAPH, graphShare));
  const name = Math.min(wanted.name, available - graph);
  return { name, graph: name < wanted.name ? graph : available - name };
}

function sizesWidth({ sizes }: Row): number {
  return sizes === undefined ? 0 : Math.max(sizes.length, '0 -> 0 bytes'.length);
}

function rowText(row: Row, layout: Layout): string {
  const head = ` ${fitName(row.name, layout.name)} | `;
  if (row.sizes !== undefined) {
    return `${head}${`${BINARY.padStart(layout.number)} ${row.sizes}`.trimEnd()}\n`;
  }
  return `${head}${`${`${row.total}`.padStart(layout.number)} ${graphText(row, layout)}`.trimEnd()}\n`;
}

// A long name loses its beginning, up to a slash where there is one.
function fitName(name: string, width: number): string {
  if (name.length <= width) return name.padEnd(width);
  const end = name.slice(name.length - (width - CUT_MARK.length));
  const slash = end.indexOf('/');
  return `${CUT_MARK}${slash < 0 ? end : end.slice(slash)}`.padEnd(width);
}

function graphText({ counts, total }: Row, { graph, largest }: Layout): string {
  if (largest < graph) return '+'.repeat(counts.added) + '-'.repeat(counts.removed);
  const scale = (count: number): number =>
    count === 0 ? 0 : 1 + Math.floor((count * (graph - 1)) / largest);
  const hasBoth = counts.added > 0 && counts.removed > 0;
  const length = Math.max(scale(total), hasBoth ? 2 : 0);
  const lesser = scale(Math.min(counts.added, counts.removed));
  const [added, removed] =
    counts.added < counts.removed ? [lesser, length - lesser] : [length - lesser, lesser];
  return '+'.repeat(added) + '-'.repeat(removed);
}

function totalsText(rows: readonly Row[]): string {
  const added = rows.reduce((sum, row) => sum + row.counts.added, 0);
  const removed = rows.reduce((sum, row) => sum + row.counts.removed, 0);
  const parts = [` ${counted(rows.length, 'file')} changed`];
  if (added > 0 || removed === 0) parts.push(`${counted(added, 'insertion')}(+)`);
  if (removed > 0 || added === 0) parts.push(`${counted(removed, 'deletion')}(-)`);
  return `${parts.join(', ')}\n`;
}

function counted(count: number, noun: string): string {
  return `${count} ${noun}${count === 1 ? '' : 's'}`;
}

function greatest(rows: readonly Row[], measure: (row: Row) => number): number {
  return rows.reduce((most, row) => Math.max(most, measure(row)), 0);
}
