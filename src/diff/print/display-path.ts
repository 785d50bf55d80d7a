import type { NamedChange } from '../file-change.ts';
import { quoteName } from './quote.ts';

const SLASH = '/';

/** The name of `change` in a summary: a rename shows only once what both names share. */
export function displayPath({ path, renamedFrom }: NamedChange): string {
  if (renamedFrom === undefined) return quoteName(path);
  const from = quoteName(renamedFrom.path);
  const to = quoteName(path);
  // A quoted name cannot be taken apart.
  if (from.startsWith('"') || to.startsWith('"')) return `${from} => ${to}`;
  return sharedForm(from, to);
}

function sharedForm(from: string, to: string): string {
  const head = sharedHead(from, to);
  const tail = sharedTail(from, to, head);
  if (head + tail === 0) return `${from} => ${to}`;
  const middle = (name: string): string => name.slice(head, Math.max(head, name.length - tail));
  return `${from.slice(0, head)}{${middle(from)} => ${middle(to)}}${from.slice(from.length - tail)}`;
}

// Up to and including the last slash that both have at the same place.
function sharedHead(from: string, to: string): number {
  let head = 0;
  for (let at = 0; at < from.length && from[at] === to[at]; at += 1) {
    if (from[at] === SLASH) head = at + 1;
  }
  return head;
}

// From the first slash of the equal end; it may be the slash that closes the shared head.
function sharedTail(from: string, to: string, head: number): number {
  const least = head > 0 ? head - 1 : 0;
  let tail = 0;
  for (let length = 1; from.length - length >= least && to.length - length >= least; length += 1) {
    if (from[from.length - length] !== to[to.length - length]) break;
    if (from[from.length - length] === SLASH) tail = length;
  }
  return tail;
}
