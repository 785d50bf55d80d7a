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

/** How many matches may pass between two looks at the clock: below 5 ms. */
const MATCHES_PER_LOOK = 256;

/** The symbols of a parsed source, in its order; undefined when halted. */
export function symbolsOf(parsed: Parsed, compiled: CompiledQuery): SyntaxSymbol[] | undefined {
  const candidates = findAll(parsed, compiled);
  if (candidates === undefined) return undefined;
  const placed = placeAll(inOrder(firstSeen(candidates)));
  const joined = compiled.outline.joinsNeighbours === true ? joinNeighbours(placed) : placed;
  return joined.map((symbol) => located(symbol, parsed.source));
}

function findAll(
  { tree, source, budget }: Parsed,
  { query, outline }: CompiledQuery,
): Candidate[] | undefined {
  const isOver = (): boolean => budget.haltedBy() !== undefined;
  const candidates: Candidate[] = [];
  for (const [index, match] of query
    .matches(tree.rootNode, { progressCallback: isOver })
    .entries()) {
    if (index % MATCHES_PER_LOOK === 0 && isOver()) return undefined;
    const candidate = candidateOf(match, source.text, outline);
    if (candidate !== undefined) candidates.push(candidate);
  }
  return isOver() ? undefined : candidates;
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
  /** Whether what it holds is local to a function. */
  readonly hasLocals: boolean;
}

/** Gives each symbol its container, and makes functions of classes methods. */
function placeAll(candidates: readonly Candidate[]): Placed[] {
  const placed: Placed[] = [];
  const around: Placed[] = [];
  for (const candidate of candidates) {
    while (around.length > 0 && !holds(around.at(-1), candidate)) around.pop();
    const outer = around.at(-1);
    if (candidate.isHiddenWhenLocal && outer?.hasLocals === true) continue;
    const symbol = place(candidate, outer);
    placed.push(symbol);
    around.push(symbol);
  }
  return placed;
}

/** Two of one range are neighbours: the names of one declaration. */
function holds(outer: Placed | undefined, { start, end }: Candidate): boolean {
  if (outer === undefined) return false;
  return outer.end >= end && outer.end - outer.start > end - start;
}

function place(candidate: Candidate, outer: Placed | undefined): Placed {
  return {
    ...candidate,
    kind: isMethod(candidate, outer) ? 'method' : candidate.kind,
    container: candidate.container ?? containerIn(outer),
    depth: outer === undefined ? 0 : outer.depth + 1,
    hasLocals: isFunction(candidate.kind) || outer?.hasLocals === true,
  };
}

function containerIn(outer: Placed | undefined): string | null {
  if (outer === undefined) return null;
  return isContainer(outer.kind) ? outer.name : outer.container;
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
