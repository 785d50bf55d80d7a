import type { Query } from 'web-tree-sitter';
import { type Candidate, candidateOf } from './candidate.ts';
import { withoutHidden } from './levels.ts';
import type { Parsed } from './parser.ts';
import { joinNeighbours, type Placed, placeAll } from './placed.ts';
import { withQualifiers } from './qualified.ts';
import type { OutlineQuery } from './queries/outline-query.ts';
import { withSections } from './sections.ts';
import type { SourceText } from './source-text.ts';
import type { SyntaxSymbol } from './symbol.ts';

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
  const seen = withSections(inOrder(firstSeen(candidates)), parsed.source.text);
  const placed = placeSeen(seen, compiled.outline);
  return placed.map((symbol) => located(symbol, parsed.source));
}

function placeSeen(seen: readonly Candidate[], outline: OutlineQuery): Placed[] {
  const known = outline.hasQualifiedNames === true ? withQualifiers(seen) : seen;
  const placed = withoutHidden(placeAll(known));
  if (outline.hasFreeMethods === true) return placed.map(asFunctionWhenFree);
  return outline.joinsNeighbours === true ? joinNeighbours(placed) : placed;
}

function asFunctionWhenFree(symbol: Placed): Placed {
  const isFree = symbol.kind === 'method' && symbol.container === null;
  return isFree ? { ...symbol, kind: 'function' } : symbol;
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

function located({ name, kind, container, signature, start, end }: Placed, source: SourceText) {
  const from = source.placeOf(source.byteAt(start));
  const to = source.placeOf(source.byteAt(end));
  return {
    ...{ name, kind, container, signature },
    ...{ start_row: from.row, start_col: from.col, end_row: to.row, end_col: to.col },
  };
}
