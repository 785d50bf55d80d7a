/**
 * Which elements of two sequences differ, by E. W. Myers, "An O(ND) Difference Algorithm and Its
 * Variations" (1986), section 4b: two searches from opposite corners meet in the middle, and each
 * half is solved alike. Where a script gets expensive it settles for a good point instead of the
 * best, as git does, so that hostile input costs bounded time.
 */
import { type FrontPoint, SearchFront } from './search-front.ts';

/** Told of each element that has no counterpart, in no particular order. */
export interface DifferenceSink {
  removed(index: number): void;
  added(index: number): void;
}

/** A rectangle of the edit graph: a run of the one sequence against a run of the other. */
interface Box {
  readonly left: number;
  readonly right: number;
  readonly top: number;
  readonly bottom: number;
  /** Whether the shortest script is wanted whatever it costs. */
  readonly exact: boolean;
}

/** A point of the edit graph, and which of the two boxes beside it must be solved exactly. */
interface Cut {
  readonly x: number;
  readonly y: number;
  readonly exactBefore: boolean;
  readonly exactAfter: boolean;
}

const EXACT = { exactBefore: true, exactAfter: true };
/** Up to this cost the shortest script is found. */
const SHORTCUT_COST = 256;

/** Reports the elements of `a` to remove and of `b` to add that turn `a` into `b`. */
export function findDifferences(a: Int32Array, b: Int32Array, sink: DifferenceSink): void {
  // Made when it is needed: most edits leave nothing to search for.
  let search: MiddleSearch | undefined;
  const open: Box[] = [{ left: 0, right: a.length, top: 0, bottom: b.length, exact: false }];
  for (let box = open.pop(); box !== undefined; box = open.pop()) {
    const rest = withoutEqualEnds(box, a, b);
    if (isFlat(rest)) {
      report(rest, sink);
      continue;
    }
    search ??= new MiddleSearch(a, b);
    open.push(...halves(rest, search.cut(rest)));
  }
}

function withoutEqualEnds(box: Box, a: Int32Array, b: Int32Array): Box {
  let { left, right, top, bottom } = box;
  while (left < right && top < bottom && a[left] === b[top]) {
    left += 1;
    top += 1;
  }
  while (left < right && top < bottom && a[right - 1] === b[bottom - 1]) {
    right -= 1;
    bottom -= 1;
  }
  return { left, right, top, bottom, exact: box.exact };
}

function isFlat(box: Box): boolean {
  return box.left === box.right || box.top === box.bottom;
}

function report(box: Box, sink: DifferenceSink): void {
  for (let index = box.left; index < box.right; index += 1) sink.removed(index);
  for (let index = box.top; index < box.bottom; index += 1) sink.added(index);
}

function halves(box: Box, cut: Cut): [Box, Box] {
  return [
    { ...box, right: cut.x, bottom: cut.y, exact: cut.exactBefore },
    { ...box, left: cut.x, top: cut.y, exact: cut.exactAfter },
  ];
}

class MiddleSearch {
  readonly #forward: SearchFront;
  readonly #backward: SearchFront;
  readonly #lengthA: number;
  readonly #lengthB: number;
  readonly #costLimit: number;

  constructor(a: Int32Array, b: Int32Array) {
    this.#forward = new SearchFront(a, b, true);
    this.#backward = new SearchFront(a.toReversed(), b.toReversed(), false);
    this.#lengthA = a.length;
    this.#lengthB = b.length;
    this.#costLimit = Math.max(SHORTCUT_COST, powerNearRoot(a.length + b.length + 3));
  }

  cut(box: Box): Cut {
    this.#restart(box);
    for (let cost = 1; ; cost += 1) {
      const cut = this.#meeting(box) ?? (box.exact ? undefined : this.#shortcut(box, cost));
      if (cut !== undefined) return cut;
    }
  }

  // Where the sides of the box differ by an odd number, the paths can only meet after the forward
  // step, else only after the backward one.
  #meeting(box: Box): Cut | undefined {
    const isOdd = ((box.right - box.left - (box.bottom - box.top)) & 1) === 1;
    this.#forward.advance();
    const ahead = isOdd ? this.#forward.meeting(this.#backward) : undefined;
    if (ahead !== undefined) return { ...fromStart(box, ahead), ...EXACT };
    this.#backward.advance();
    const back = isOdd ? undefined : this.#backward.meeting(this.#forward);
    return back === undefined ? undefined : { ...fromEnd(box, back), ...EXACT };
  }

  #restart(box: Box): void {
    const width = box.right - box.left;
    const height = box.bottom - box.top;
    this.#forward.restart({ x: box.left, y: box.top }, width, height);
    const corner = { x: this.#lengthA - box.right, y: this.#lengthB - box.bottom };
    this.#backward.restart(corner, width, height);
  }

  // The side a search has been through costs no more than the search did: it is solved exactly.
  #shortcut(box: Box, cost: number): Cut | undefined {
    const promising = this.#promisingCut(box, cost);
    if (promising !== undefined || cost < this.#costLimit) return promising;
    const forward = this.#forward.furthestEnd();
    const backward = this.#backward.furthestEnd();
    return backward.x + backward.y < forward.x + forward.y
      ? { ...fromStart(box, forward), exactBefore: true, exactAfter: false }
      : { ...fromEnd(box, backward), exactBefore: false, exactAfter: true };
  }

  #promisingCut(box: Box, cost: number): Cut | undefined {
    if (cost <= SHORTCUT_COST) return undefined;
    if (!this.#forward.crossedLongMatch && !this.#backward.crossedLongMatch) return undefined;
    const forward = this.#forward.promisingEnd(cost);
    if (forward !== undefined) {
      return { ...fromStart(box, forward), exactBefore: true, exactAfter: false };
    }
    const backward = this.#backward.promisingEnd(cost);
    if (backward === undefined) return undefined;
    return { ...fromEnd(box, backward), exactBefore: false, exactAfter: true };
  }
}

function fromStart(box: Box, point: FrontPoint): FrontPoint {
  return { x: box.left + point.x, y: box.top + point.y };
}

function fromEnd(box: Box, point: FrontPoint): FrontPoint {
  return { x: box.right - point.x, y: box.bottom - point.y };
}

/** The power of two that git uses in place of a square root: between √n and 2√n. */
export function powerNearRoot(value: number): number {
  let power = 1;
  for (let rest = value; rest > 0; rest >>>= 2) power *= 2;
  return power;
}
