import { WeightedCache } from '../../base/weighted-cache.ts';
import type { Content } from '../../overlay/content.ts';
import { LineStarts } from './line-starts.ts';

/** The line starts that a session knows, by content; the longest unused go first. */
export type LineStartsCache = WeightedCache<LineStarts>;

/** Of each start: two numbers and an object. */
const START_BYTES = 48;
/** Starts in 4 GiB of text. */
const MOST_BYTES = 16_384 * START_BYTES;

/** An empty cache. */
export function createLineStartsCache(): LineStartsCache {
  return new WeightedCache({ maxEntries: 256, maxWeight: MOST_BYTES });
}

/** What is known of the lines of `content`. */
export function knownStarts(cache: LineStartsCache, content: Content): LineStarts {
  const key = keyOf(content);
  return (key === undefined ? undefined : cache.get(key)) ?? new LineStarts();
}

/** Keeps what is known of the lines of `content`, if it can be told from what it will be later. */
export function keepStarts(cache: LineStartsCache, content: Content, starts: LineStarts): void {
  const key = keyOf(content);
  if (key !== undefined && starts.count > 1) cache.set(key, starts, starts.count * START_BYTES);
}

function keyOf(content: Content): string | undefined {
  if (content.layer === 'upper') return content.digest;
  const { dev, ino, size, mtimeNs, ctimeNs, settled } = content.identity;
  return settled ? [dev, ino, size, mtimeNs, ctimeNs].join(' ') : undefined;
}
