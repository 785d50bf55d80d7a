/** The names in a patch's header lines. All text is a character a byte. */

import { readQuotedName } from '../print/quote.ts';
import { withoutTimeStamp } from './parse-time-stamp.ts';

const ABSENT = /^\/dev\/null(?:\s|$)/;

/** Whether a `---` or `+++` line names no file. */
export function isAbsent(text: string): boolean {
  return ABSENT.test(text);
}

/**
 * How many first components names have too much: one, whatever it is (`-p1` of git-apply). When a
 * plain patch has a name of just one component, it and the rest of the patch have none too much.
 */
export class Strip {
  #count = 1;

  get count(): number {
    return this.#count;
  }

  /** Takes in the `+++` line of a plain section. */
  learn(text: string): void {
    if (!isAbsent(text) && !(stampedName(text, 0) ?? '/').includes('/')) this.#count = 0;
  }
}

/** The name on a `rename from` line and its like, which have no component too much. */
export function plainName(text: string): Uint8Array | undefined {
  return bytesOf(nameOf(text, text, 0));
}

/** The name on a `---` or `+++` line of a git section; undefined when too little is left of it. */
export function gitName(text: string, strip: number): Uint8Array | undefined {
  // A tab ends the name: git puts one after a name with a space.
  return bytesOf(nameOf(text, beforeTab(text), strip));
}

/**
 * The name that the `---` and `+++` lines of a plain section agree on: the second, unless that is
 * the first with something at its end, such as `file.orig` is.
 */
export function agreedName(
  [first, second]: readonly [string, string],
  strip: number,
): Uint8Array | undefined {
  const names = [first, second].filter((text) => !isAbsent(text));
  const [one, two] = names.map((text) => stampedName(text, strip));
  const isLonger = one !== undefined && two?.startsWith(one) === true;
  return bytesOf(isLonger ? one : (two ?? one));
}

/**
 * The name on a `diff --git` line, when both are the same; else undefined, and other lines tell.
 * Plain names may contain blanks, so the halves are told apart by being equal.
 */
export function commonName(text: string, strip: number): Uint8Array | undefined {
  const first = readQuotedName(text);
  // A plain name contains no quote, so one begins the second name.
  const end = first?.length ?? text.indexOf('"') - 1;
  if (end < 0) return repeatedName(text, strip);
  const left = first === undefined ? text.slice(0, end) : latin1(first.name);
  const name = stripped(left, strip);
  const isSame = name !== undefined && name === stripped(unquoted(text.slice(end + 1)), strip);
  return isSame ? bytesOf(name) : undefined;
}

// In one pass, as a line may be long: the further the blank between the names, the longer the first
// and the shorter the second, so only one blank can be it.
function repeatedName(text: string, strip: number): Uint8Array | undefined {
  const start = afterPrefix(text, 0, strip);
  let again = 0;
  for (const { index } of text.slice(start).matchAll(/[ \t]/g)) {
    const blank = start + index;
    if (again <= blank) again = afterPrefix(text, blank + 1, strip);
    if (index !== text.length - again) continue;
    const name = text.slice(start, blank);
    return name === text.slice(again) ? bytesOf(name) : undefined;
  }
  return undefined;
}

function afterPrefix(text: string, from: number, strip: number): number {
  const slash = strip === 0 ? from - 1 : text.indexOf('/', from);
  return slash < 0 && strip > 0 ? text.length + 1 : slash + 1;
}

function unquoted(text: string): string {
  const name = readQuotedName(text)?.name;
  return name === undefined ? text : latin1(name);
}

function stampedName(text: string, strip: number): string | undefined {
  return nameOf(text, beforeTab(withoutTimeStamp(text)), strip);
}

/** The name in `text`: quoted, else `plain`. */
function nameOf(text: string, plain: string, strip: number): string | undefined {
  const quoted = readQuotedName(text)?.name;
  return stripped(quoted === undefined ? plain : latin1(quoted), strip)?.replace(/\/+/g, '/');
}

function bytesOf(name: string | undefined): Uint8Array | undefined {
  return name === undefined ? undefined : Buffer.from(name, 'latin1');
}

function beforeTab(text: string): string {
  const tab = text.indexOf('\t');
  return tab < 0 ? text : text.slice(0, tab);
}

function stripped(name: string, strip: number): string | undefined {
  const slash = strip === 0 ? -1 : name.indexOf('/');
  if (strip > 0 && slash < 0) return undefined;
  const rest = name.slice(slash + 1);
  return rest === '' ? undefined : rest;
}

function latin1(name: Uint8Array): string {
  return Buffer.from(name).toString('latin1');
}
