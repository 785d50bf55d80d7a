/** A point of a box of the edit graph, counted from the corner the search set out from. */
export interface FrontPoint {
  readonly x: number;
  readonly y: number;
}

/** More matching lines in a row than this are taken for a real correspondence, not for chance. */
const LONG_MATCH = 20;
/** How many times its cost a path must have come to be worth a shortcut. */
const GOOD_PROGRESS = 4;

/**
 * One of the two searches of Myers' linear-space algorithm: for each diagonal `x - y` the furthest
 * `x` that the edits made so far can reach. The search from the far corner is the same code on the
 * reversed sequences, so both break ties alike.
 */
export class SearchFront {
  /** Whether the last advance crossed a long run of matching lines. */
  crossedLongMatch = false;
  readonly #a: Int32Array;
  readonly #b: Int32Array;
  readonly #reach: Int32Array;
  /** Diagonals are visited from the upper right of the graph, whichever corner this one left. */
  readonly #fromHigh: boolean;
  #left = 0;
  #top = 0;
  #width = 0;
  #height = 0;
  #low = 0;
  #high = 0;

  constructor(a: Int32Array, b: Int32Array, fromHigh: boolean) {
    this.#a = a;
    this.#b = b;
    this.#reach = new Int32Array(a.length + b.length + 3);
    this.#fromHigh = fromHigh;
  }

  /** Starts over, in the corner `left`, `top` of a box of that size. */
  restart(corner: FrontPoint, width: number, height: number): void {
    this.#left = corner.x;
    this.#top = corner.y;
    this.#width = width;
    this.#height = height;
    this.#low = 0;
    this.#high = 0;
    this.#reach[this.#slot(0)] = 0;
  }

  /** Allows one more edit and follows the matching lines from there. */
  advance(): void {
    this.#widen();
    this.crossedLongMatch = false;
    // Locals, and no calls: hostile input spends all its time in this loop.
    const a = this.#a;
    const b = this.#b;
    const reach = this.#reach;
    const left = this.#left;
    const top = this.#top;
    const width = this.#width;
    const height = this.#height;
    const end = this.#slot(this.#high);
    let below = reach[this.#slot(this.#low) - 1] ?? 0;
    for (let slot = this.#slot(this.#low); slot <= end; slot += 2) {
      const above = reach[slot + 1] ?? 0;
      const start = below >= above ? below + 1 : above;
      // A line of the graph along which a and b advance together.
      const toB = top - slot + height + 1;
      const most = Math.min(slot - 1, width);
      let x = start;
      while (x < most && a[left + x] === b[toB + x]) x += 1;
      if (x - start > LONG_MATCH) this.crossedLongMatch = true;
      reach[slot] = x;
      below = above;
    }
  }

  /** Where the paths of this front, just advanced, first touch those of the opposite one. */
  meeting(other: SearchFront): FrontPoint | undefined {
    // The other front counts diagonals from its own corner.
    const mirrored = this.#slot(this.#width - this.#height) + this.#slot(0);
    const low = Math.max(this.#slot(this.#low), mirrored - other.#slot(other.#high));
    const high = Math.min(this.#slot(this.#high), mirrored - other.#slot(other.#low));
    const reach = this.#reach;
    const otherReach = other.#reach;
    const width = this.#width;
    const step = this.#fromHigh ? -2 : 2;
    let slot = this.#fromHigh ? high : low;
    for (let left = high - low; left >= 0; left -= 2) {
      if ((reach[slot] ?? 0) + (otherReach[mirrored - slot] ?? 0) >= width)
        return this.#pointAt(slot);
      slot += step;
    }
    return undefined;
  }

  /** The end of the most promising path that got far for `cost` and ends in a long match. */
  promisingEnd(cost: number): FrontPoint | undefined {
    let best = GOOD_PROGRESS * cost;
    let end: FrontPoint | undefined;
    for (const point of this.#ends()) {
      const progress = point.x + point.y - Math.abs(point.x - point.y);
      if (progress > best && this.#isInside(point) && this.#endsInLongMatch(point)) {
        best = progress;
        end = point;
      }
    }
    return end;
  }

  /** The end that has come furthest, kept within the box. */
  furthestEnd(): FrontPoint {
    let furthest: FrontPoint = { x: 0, y: -1 };
    for (const point of this.#ends()) {
      const x = Math.min(point.x, this.#width, this.#height + point.x - point.y);
      const y = x - point.x + point.y;
      if (x + y > furthest.x + furthest.y) furthest = { x, y };
    }
    return furthest;
  }

  *#ends(): Generator<FrontPoint> {
    const { first, end, step } = this.#order();
    for (let slot = first; slot !== end; slot += step) yield this.#pointAt(slot);
  }

  // The range of diagonals has an odd length: each advance reaches every second one.
  #order(): { first: number; end: number; step: number } {
    const low = this.#slot(this.#low);
    const high = this.#slot(this.#high);
    const step = this.#fromHigh ? -2 : 2;
    return this.#fromHigh
      ? { first: high, end: low + step, step }
      : { first: low, end: high + step, step };
  }

  #pointAt(slot: number): FrontPoint {
    const x = this.#reach[slot] ?? 0;
    return { x, y: x - slot + this.#slot(0) };
  }

  #isInside({ x, y }: FrontPoint): boolean {
    return x >= LONG_MATCH && x < this.#width && y >= LONG_MATCH && y < this.#height;
  }

  #endsInLongMatch({ x, y }: FrontPoint): boolean {
    for (let back = 1; back <= LONG_MATCH; back += 1) {
      if (this.#a[this.#left + x - back] !== this.#b[this.#top + y - back]) return false;
    }
    return true;
  }

  // Beyond the edge of the box there is nothing to reach: there the range closes in again.
  #widen(): void {
    if (this.#low > -this.#height) {
      this.#low -= 1;
      this.#reach[this.#slot(this.#low - 1)] = -1;
    } else this.#low += 1;
    if (this.#high < this.#width) {
      this.#high += 1;
      this.#reach[this.#slot(this.#high + 1)] = -1;
    } else this.#high -= 1;
  }

  #slot(diagonal: number): number {
    return diagonal + this.#height + 1;
  }
}
