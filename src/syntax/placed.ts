import type { Candidate } from './candidate.ts';
import { isContainer, isFunction } from './symbol.ts';

/** A symbol among the others. */
export interface Placed extends Omit<Candidate, 'container'> {
  readonly container: string | null;
  readonly depth: number;
  /** Whether what it holds is local to a function. */
  readonly hasLocals: boolean;
}

/**
 * Gives each symbol its container, and makes functions of classes methods. Candidates come by start,
 * what holds something before what it holds.
 */
export function placeAll(candidates: readonly Candidate[]): Placed[] {
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

/** Makes one symbol of neighbours that have one name and kind. */
export function joinNeighbours(symbols: readonly Placed[]): Placed[] {
  const joined: Placed[] = [];
  // Where the last of each depth is, less those of a depth that one behind them has gone below.
  const open: number[] = [];
  const depthAt = (at: number | undefined): number => joined[at ?? -1]?.depth ?? 0;
  for (const symbol of symbols) {
    // Past the local functions of the last equation.
    const found = countUpTo(open, (at) => depthAt(at) <= symbol.depth);
    const at = open[found - 1] ?? -1;
    const last = joined[at];
    if (last !== undefined && isSame(last, symbol)) joined[at] = { ...last, end: symbol.end };
    else {
      while (open.length > 0 && depthAt(open.at(-1)) >= symbol.depth) open.pop();
      open.push(joined.push(symbol) - 1);
    }
  }
  return joined;
}

/** How many of the first `items` pass, where none does behind one that does not. */
function countUpTo(items: readonly number[], passes: (item: number) => boolean): number {
  let low = 0;
  let high = items.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (passes(items[middle] ?? 0)) low = middle + 1;
    else high = middle;
  }
  return low;
}

function isSame(left: Placed, right: Placed): boolean {
  return left.name === right.name && left.kind === right.kind && left.depth === right.depth;
}
