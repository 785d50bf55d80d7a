/** A run of bytes that the source and the target share. */
export interface SharedRun {
  readonly sourceStart: number;
  readonly targetStart: number;
  readonly length: number;
  /** How far the target had been passed over when the run was found: past its beginning. */
  readonly passed: number;
}

/** The bytes of a target from where the last run ended up to a place where one may begin. */
interface Pending {
  readonly target: Uint8Array;
  readonly start: number;
  readonly end: number;
}

const BLOCK = 16;
/** Bytes beyond a block that must be equal too; for fewer git makes no run. */
const LEAST_BEYOND = 3;
/** Blocks of equal hash that are tried; a file of one repeated pattern may have a million. */
const MOST_TRIED = 64;
/** A run this long is taken at once: to look for a longer one would cost more than it saves. */
const LONG_ENOUGH = 4096;
const MULTIPLIER = 0x0100_0193;
/** What a byte has been multiplied by when it leaves the rolling window. */
const LEAVING: number = powerOf(MULTIPLIER, BLOCK);

/** Finds where runs of a target occur in a source, whose blocks of 16 bytes it has indexed. */
export class BlockIndex {
  readonly #source: Uint8Array;
  readonly #mask: number;
  /**
   * A bit for each hash seen, 16 to a slot: it fits the processor's cache, and spares most look-ups
   * in the tables, which do not: two unrelated files of 20 MB took 5.4 s without it, 2.6 s with.
   */
  readonly #filter: Uint8Array;
  /** Per hash: the first block that has it, plus one. */
  readonly #first: Int32Array;
  /** Per block: the next one of equal hash, plus one. */
  readonly #next: Int32Array;

  constructor(source: Uint8Array) {
    // git's blocks begin at the second byte: seen from where its shortest runs begin.
    const blocks = Math.floor((source.length - 1) / BLOCK);
    const size = 2 ** Math.ceil(Math.log2(blocks + 2));
    this.#source = source;
    this.#mask = size - 1;
    this.#filter = new Uint8Array(2 * size);
    this.#first = new Int32Array(size);
    this.#next = new Int32Array(blocks);
    this.#fill(blocks);
  }

  /** The runs to copy, in the order of the target; what lies between has to be inserted. */
  *sharedRuns(target: Uint8Array, longestInsert: number): Generator<SharedRun> {
    let start = 0;
    let end = BLOCK + 1;
    let hash = hashOf(target, 1);
    while (end <= target.length) {
      const sourceEnd = this.#mayHave(hash) ? this.#bestBlockEnd(hash, target, end) : undefined;
      if (sourceEnd === undefined) {
        hash = rolled(hash, target, end);
        end += 1;
        continue;
      }
      // An insert that is full is closed: a run does not reach back into it.
      const full = end - 1 - start - ((end - 1 - start) % longestInsert);
      const run = this.#runAround(sourceEnd, { target, start: start + full, end });
      yield run;
      start = run.targetStart + run.length;
      end = start + 1;
      hash = hashOf(target, end - BLOCK);
    }
  }

  // From the last block to the first: chains then start with the lowest offset.
  #fill(blocks: number): void {
    let hashAbove: number | undefined;
    for (let block = blocks - 1; block >= 0; block -= 1) {
      const hash = hashOf(this.#source, block * BLOCK + 1);
      const slot = hash & this.#mask;
      const first = this.#first[slot] ?? 0;
      // Of equal blocks in a row only the lowest is kept: it has the longest run ahead.
      this.#next[block] = hash === hashAbove ? (this.#next[first - 1] ?? 0) : first;
      this.#first[slot] = block + 1;
      const bit = this.#filterBit(hash);
      this.#filter[bit >>> 3] = (this.#filter[bit >>> 3] ?? 0) | (1 << (bit & 7));
      hashAbove = hash;
    }
  }

  #mayHave(hash: number): boolean {
    const bit = this.#filterBit(hash);
    return ((this.#filter[bit >>> 3] ?? 0) & (1 << (bit & 7))) !== 0;
  }

  #filterBit(hash: number): number {
    return hash & (16 * this.#mask + 15);
  }

  #bestBlockEnd(hash: number, target: Uint8Array, end: number): number | undefined {
    let bestEnd: number | undefined;
    let best = LEAST_BEYOND - 1;
    let next = this.#first[hash & this.#mask] ?? 0;
    for (let tries = 0; next > 0 && tries < MOST_TRIED && best < LONG_ENOUGH; tries += 1) {
      const sourceEnd = next * BLOCK + 1;
      const beyond = this.#lengthBeyond(sourceEnd, target, end);
      if (beyond > best) {
        best = beyond;
        bestEnd = sourceEnd;
      }
      next = this.#next[next - 1] ?? 0;
    }
    return bestEnd;
  }

  // -1 when the blocks themselves differ: equal slots do not make equal blocks.
  #lengthBeyond(sourceEnd: number, target: Uint8Array, end: number): number {
    if (this.#lengthBack(sourceEnd, { target, start: end - BLOCK, end }) < BLOCK) return -1;
    const most = Math.min(this.#source.length - sourceEnd, target.length - end);
    let length = 0;
    while (length < most && this.#source[sourceEnd + length] === target[end + length]) length += 1;
    return length;
  }

  #lengthBack(sourceEnd: number, { target, start, end }: Pending): number {
    const most = Math.min(sourceEnd, end - start);
    let length = 0;
    while (length < most && this.#source[sourceEnd - 1 - length] === target[end - 1 - length]) {
      length += 1;
    }
    return length;
  }

  #runAround(sourceEnd: number, pending: Pending): SharedRun {
    const back = this.#lengthBack(sourceEnd, pending);
    const length = back + this.#lengthBeyond(sourceEnd, pending.target, pending.end);
    return {
      sourceStart: sourceEnd - back,
      targetStart: pending.end - back,
      length,
      // git weighs the first block only once it has gone beyond it.
      passed: pending.end === BLOCK + 1 ? 0 : pending.end - 1,
    };
  }
}

function hashOf(bytes: Uint8Array, start: number): number {
  let hash = 0;
  for (let at = start; at < start + BLOCK; at += 1) {
    hash = (Math.imul(hash, MULTIPLIER) + (bytes[at] ?? 0)) | 0;
  }
  return hash;
}

// The hash of the window that ends one byte later, after `bytes[end]`.
function rolled(hash: number, bytes: Uint8Array, end: number): number {
  const leaving = Math.imul(LEAVING, bytes[end - BLOCK] ?? 0);
  return (Math.imul(hash, MULTIPLIER) + (bytes[end] ?? 0) - leaving) | 0;
}

function powerOf(base: number, exponent: number): number {
  let power = 1;
  for (let count = 0; count < exponent; count += 1) power = Math.imul(power, base);
  return power;
}
