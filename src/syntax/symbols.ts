import type { Query } from 'web-tree-sitter';
import { type Candidate, candidateOf } from './candidate.ts';
import type { Parsed } from './parser.ts';
import type { OutlineQuery } from './queries/outline-query.ts';
import type { SourceText } from './source-text.ts';
import { isContainer, isFunction, type SyntaxSymbol } from './symbol.ts';

/** An outline query, compiled for its grammar. */
export interface CompiledQuery {
  readonly query: Query;
  readonly outline: OutlineQuery;
}

/** The symbols of a parsed source, in its order; undefined when halted. */
export function symbolsOf(
  { tree, source, budget }: Parsed,
  { query, outline }: CompiledQuery,
): SyntaxSymbol[] | undefined {
  const matches = query.matches(tree.rootNode, {
    progressCallback: () => budget.haltedBy() !== undefined,
  });
  if (budget.haltedBy() !== undefined) return undefined;
  const candidates = matches.flatMap((match) => candidateOf(match, source.text, outline) ?? []);
  const placed = placeAll(inOrder(firstSeen(candidates)));
  const joined = outline.joinsNeighbours === true ? joinNeighbours(placed) : placed;
  return joined.map((symbol) => located(symbol, source));
}

/** One candidate a name: what the first pattern saw. */
function firstSeen(candidates: readonly Candidate[]): Candidate[] {
  const best = new Map<number, Candidate>();
  for (const candidate of candidates) {
    const known = best.get(candidate.nameStart);
    if (known === undefined || candidate.pattern < known.pattern) {
      best.set(candidate.nameStart, candidate);
    }
  }
  return [...best.values()];
}

/** By start; what holds something comes before it. */
function inOrder(candidates: readonly Candidate[]): Candidate[] {
  return candidates.toSorted(
    (left, right) =>
      left.start - right.start || right.end - left.end || left.nameStart - right.nameStart,
  );
}

interface Placed extends Omit<Candidate, 'container'> {
  readonly container: string | null;
  readonly depth: number;
}

/** Gives each symbol its container, and makes functions of classes methods. */
function placeAll(candidates: readonly Candidate[]): Placed[] {
  const placed: Placed[] = [];
  let around: Placed[] = [];
  for (const candidate of candidates) {
    around = around.filter((outer) => holds(outer, candidate));
    if (candidate.isHiddenWhenLocal && around.some(({ kind }) => isFunction(kind))) continue;
    const symbol = place(candidate, around);
    placed.push(symbol);
    around.push(symbol);
  }
  return placed;
}

function holds(outer: Placed, { start, end }: Candidate): boolean {
  return outer.end >= end && outer.end > start && outer.end - outer.start > end - start;
}

function place(candidate: Candidate, around: readonly Placed[]): Placed {
  const container = around.findLast(({ kind }) => isContainer(kind))?.name ?? null;
  const kind = isMethod(candidate, around.at(-1)) ? 'method' : candidate.kind;
  return { ...candidate, kind, container: candidate.container ?? container, depth: around.length };
}

function isMethod({ kind }: Candidate, outer: Placed | undefined): boolean {
  if (kind !== 'function' || outer === undefined) return false;
  return isContainer(outer.kind) && outer.kind !== 'module';
}

function joinNeighbours(symbols: readonly Placed[]): Placed[] {
  const joined: Placed[] = [];
  for (const symbol of symbols) {
    // Past the local functions of the last equation.
    const at = joined.findLastIndex(({ depth }) => depth <= symbol.depth);
    const last = joined[at];
    if (last !== undefined && isSame(last, symbol)) joined[at] = { ...last, end: symbol.end };
    else joined.push(symbol);
  }
  return joined;
}

function isSame(left: Placed, right: Placed): boolean {
  return left.name === right.name && left.kind === right.kind && left.depth === right.depth;
}

function located({ name, kind, container, signature, start, end }: Placed, source: SourceText) {
  const from = source.placeOf(source.byteAt(start));
  const to = source.placeOf(source.byteAt(end));
  return {
    ...{ name, kind, container, signature },
    ...{ start_row: from.row, start_col: from.col, end_row: to.row, end_col: to.col },
  };
}
