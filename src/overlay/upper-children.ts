import type { Entry, PlacedEntry } from '../base/entry.ts';
import { lowerBound } from './sorted-entries.ts';

/** One name right below a directory of upper. */
export interface UpperChild {
  readonly name: string;
  /** The entry at that name, if there is one. */
  readonly entry: Entry | undefined;
  /** Whether entries lie below that name. */
  readonly hasBelow: boolean;
}

/** Names a step: about 0.3 ms. */
const NAMES_A_STEP = 256;

/**
 * The names right below a directory, from the entries below it in byte order of paths, which all
 * start with `prefix`. Costs a search a subdirectory, however deep that is.
 */
export function* childrenIn(
  below: readonly PlacedEntry[],
  prefix: string,
): Generator<undefined, Map<string, UpperChild>> {
  const children = new Map<string, UpperChild>();
  for (let at = 0; at < below.length; ) {
    const placed = below[at];
    if (placed === undefined) break;
    const slash = placed.path.indexOf('/', prefix.length);
    const name = placed.path.slice(prefix.length, slash < 0 ? undefined : slash);
    const known = children.get(name);
    const entry = slash < 0 ? placed.entry : known?.entry;
    children.set(name, { name, entry, hasBelow: slash >= 0 || known?.hasBelow === true });
    // '0' follows '/' in byte order: past the subtree.
    at = slash < 0 ? at + 1 : lowerBound(below, `${prefix}${name}0`);
    if (children.size % NAMES_A_STEP === 0) yield;
  }
  return children;
}
