import { type Lines, lineStart } from './lines.ts';

/** Both texts as sequences of numbers: equal lines, and only they, have equal numbers. */
export interface NumberedLines {
  readonly before: Int32Array;
  readonly after: Int32Array;
  /** How often each number occurs in the before text. */
  readonly timesBefore: Int32Array;
  /** How often each number occurs in the after text. */
  readonly timesAfter: Int32Array;
}

/** Gives each distinct line of the two texts a number. */
export function numberLines(before: Lines, after: Lines): NumberedLines {
  const table = new LineTable(before.count + after.count);
  const beforeNumbers = table.numberAll(before);
  const afterNumbers = table.numberAll(after);
  return {
    before: beforeNumbers,
    after: afterNumbers,
    timesBefore: occurrences(beforeNumbers, table.distinct),
    timesAfter: occurrences(afterNumbers, table.distinct),
  };
}

// Open addressing over typed arrays: a Map keyed by string takes about four times as long.
class LineTable {
  distinct = 0;
  readonly #slots: Int32Array;
  readonly #mask: number;
  readonly #sources: Lines[] = [];
  /** Per number: which text first had the line, and where. */
  readonly #sourceOf: Uint8Array;
  readonly #lineOf: Int32Array;

  constructor(capacity: number) {
    const size = 2 ** Math.ceil(Math.log2(capacity * 2 + 2));
    const { slots, sourceOf, lineOf } = memoryFor(size);
    this.#slots = slots.fill(0, 0, size);
    this.#mask = size - 1;
    this.#sourceOf = sourceOf;
    this.#lineOf = lineOf;
  }

  numberAll(lines: Lines): Int32Array {
    this.#sources.push(lines);
    const numbers = new Int32Array(lines.count);
    for (let index = 0; index < lines.count; index += 1) {
      numbers[index] = this.#numberOf(lines, index);
    }
    return numbers;
  }

  #numberOf(lines: Lines, index: number): number {
    let slot = (lines.hashes[index] ?? 0) & this.#mask;
    for (;;) {
      // Slots hold the number plus one; 0 is free.
      const taken = this.#slots[slot] ?? 0;
      if (taken === 0) return this.#add(slot, index);
      if (this.#holds(taken - 1, lines, index)) return taken - 1;
      slot = (slot + 1) & this.#mask;
    }
  }

  #add(slot: number, index: number): number {
    const number = this.distinct;
    this.#sourceOf[number] = this.#sources.length - 1;
    this.#lineOf[number] = index;
    this.#slots[slot] = number + 1;
    this.distinct += 1;
    return number;
  }

  #holds(number: number, lines: Lines, index: number): boolean {
    const source = this.#sources[this.#sourceOf[number] ?? 0] ?? lines;
    const line = this.#lineOf[number] ?? 0;
    return source.hashes[line] === lines.hashes[index] && sameLine({ source, line }, lines, index);
  }
}

/** What a table works in; it must hold nothing once the lines are numbered. */
interface TableMemory {
  readonly slots: Int32Array;
  readonly sourceOf: Uint8Array;
  readonly lineOf: Int32Array;
}

// New arrays take as long as numbering a small text, which is what most are: those share these.
const SHARED_SIZE = 4096;
const SHARED = newMemory(SHARED_SIZE);

function memoryFor(size: number): TableMemory {
  return size <= SHARED_SIZE ? SHARED : newMemory(size);
}

function newMemory(size: number): TableMemory {
  return {
    slots: new Int32Array(size),
    sourceOf: new Uint8Array(size),
    lineOf: new Int32Array(size),
  };
}

function sameLine(known: { source: Lines; line: number }, lines: Lines, index: number): boolean {
  const { source, line } = known;
  let at = lineStart(source, line);
  const end = lineStart(source, line + 1);
  let other = lineStart(lines, index);
  if (end - at !== lineStart(lines, index + 1) - other) return false;
  while (at < end && source.bytes[at] === lines.bytes[other]) {
    at += 1;
    other += 1;
  }
  return at === end;
}

function occurrences(numbers: Int32Array, distinct: number): Int32Array {
  const times = new Int32Array(distinct);
  for (const number of numbers) times[number] = (times[number] ?? 0) + 1;
  return times;
}
