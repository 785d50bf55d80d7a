/**
 * JSON of objects with long lists, written and read in parts: megabytes at once hold the event loop.
 * A tab stands at both ends of a long list and after every few elements. To JSON it is blank space,
 * and no string has one that is not escaped, so that cutting there needs no look at the rest.
 */
import { isJsonObject } from './json.ts';
import { randomName } from './random-name.ts';
import { slicesOf } from './text-pieces.ts';

/** Elements a part: about 0.2 ms. */
const ELEMENTS = 128;
/** Characters a part: the same. */
const CHARACTERS = 32 * 1024;
const TAB = '\t';
const TAB_BYTE = 0x09;

/** The text of `value` in parts. */
export function* jsonParts(value: unknown): Generator<string> {
  if (!isLong(value)) yield JSON.stringify(value);
  else if (typeof value === 'string') yield* textParts(value);
  else if (Array.isArray(value)) yield* listParts(value);
  else if (isJsonObject(value)) yield* objectParts(value);
}

/** Whether the text of `value` comes in more than one part. Asked for each record: no list is made. */
export function isLong(value: unknown): boolean {
  if (typeof value === 'string') return value.length > CHARACTERS;
  if (Array.isArray(value)) return value.length > ELEMENTS;
  if (!isJsonObject(value) || 'toJSON' in value) return false;
  for (const name in value) if (Object.hasOwn(value, name) && isLong(value[name])) return true;
  return false;
}

function* textParts(text: string): Generator<string> {
  let before = '"';
  for (const slice of slicesOf(text, CHARACTERS)) {
    yield before + JSON.stringify(slice).slice(1, -1);
    before = '';
  }
  yield '"';
}

function* listParts(list: readonly unknown[]): Generator<string> {
  yield `[${TAB}`;
  for (let at = 0; at < list.length; at += ELEMENTS) {
    const elements = JSON.stringify(list.slice(at, at + ELEMENTS)).slice(1, -1);
    yield at + ELEMENTS < list.length ? `${elements},${TAB}` : `${elements}${TAB}]`;
  }
}

function* objectParts(object: Readonly<Record<string, unknown>>): Generator<string> {
  let before = '{';
  for (const [name, value] of Object.entries(object)) {
    if (value === undefined) continue;
    yield `${before}${JSON.stringify(name)}:`;
    yield* jsonParts(value);
    before = ',';
  }
  yield '}';
}

/** Parses what `jsonParts` wrote, step by step; any other JSON at once. @throws SyntaxError */
export function* parseParts(bytes: Buffer): Generator<undefined, unknown> {
  if (!bytes.includes(TAB_BYTE)) return parse(bytes.toString('utf8'));
  try {
    return yield* parseCut(cutAtTabs(bytes));
  } catch (error) {
    // Tabs of someone else's, where they mean nothing.
    if (!(error instanceof SyntaxError)) throw error;
  }
  return parse(bytes.toString('utf8'));
}

function parse(text: string): unknown {
  return JSON.parse(text);
}

function* cutAtTabs(bytes: Buffer): Generator<string> {
  let start = 0;
  for (let tab = bytes.indexOf(TAB_BYTE); tab >= 0; tab = bytes.indexOf(TAB_BYTE, start)) {
    yield bytes.toString('utf8', start, tab);
    start = tab + 1;
  }
  yield bytes.toString('utf8', start);
}

// The frame is the text with a mark in the place of each long list.
function* parseCut(cut: Iterable<string>): Generator<undefined, unknown> {
  const lists: unknown[][] = [];
  let list: unknown[] | undefined;
  let frame = '';
  for (const part of cut) {
    if (list !== undefined) {
      for (const element of elementsOf(part)) list.push(element);
      if (!part.endsWith(',')) list = undefined;
      yield;
    } else if (part.endsWith('[')) {
      frame += `${part}${JSON.stringify(MARK)},${lists.length}`;
      list = [];
      lists.push(list);
    } else frame += part;
  }
  return new Frame(lists).filled(JSON.parse(frame));
}

function elementsOf(part: string): unknown[] {
  const elements: unknown = JSON.parse(`[${part.endsWith(',') ? part.slice(0, -1) : part}]`);
  return Array.isArray(elements) ? elements : [];
}

// Another in each process: none that a stored text has can be taken for it.
const MARK = `\t${randomName()}`;
/** Lists further down are read at once. A hostile text may have objects in objects without end. */
const DEEPEST = 4;

/** Puts the lists where their marks are. */
class Frame {
  readonly #lists: readonly unknown[][];
  #placed = 0;

  constructor(lists: readonly unknown[][]) {
    this.#lists = lists;
  }

  /** @throws SyntaxError unless each list has one place: the text was not cut by us */
  filled(value: unknown): unknown {
    const whole = this.#fill(value, DEEPEST);
    if (this.#placed !== this.#lists.length) throw new SyntaxError('A list was cut elsewhere.');
    return whole;
  }

  #fill(value: unknown, depth: number): unknown {
    if (Array.isArray(value)) return this.#listFor(value) ?? value;
    if (!isJsonObject(value) || depth === 0) return value;
    const members = Object.entries(value).map(([name, member]): [string, unknown] => [
      name,
      this.#fill(member, depth - 1),
    ]);
    // As JSON.parse has it, `__proto__` is a name like any other.
    return Object.fromEntries(members);
  }

  #listFor([mark, at, ...more]: readonly unknown[]): unknown {
    if (mark !== MARK || typeof at !== 'number' || more.length > 0) return undefined;
    this.#placed += 1;
    return this.#lists[at];
  }
}
