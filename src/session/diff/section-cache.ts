import { WeightedCache } from '../../base/weighted-cache.ts';

/** The pieces that a session keeps; the longest unused go first. */
export type SectionCache = WeightedCache<Uint8Array>;

/** 10,000 sections of ordinary edits; a hundred sessions together stay below 1 GiB. */
const MOST_BYTES = 8 * 1024 * 1024;
/** Of the objects around a piece. */
const OVERHEAD_BYTES = 300;

/** An empty cache. */
export function createSectionCache(): SectionCache {
  return new WeightedCache({ maxEntries: Number.POSITIVE_INFINITY, maxWeight: MOST_BYTES });
}

/** What keeping `piece` under `key` takes. */
export function weightOf(key: string, piece: Uint8Array): number {
  return key.length + piece.buffer.byteLength + OVERHEAD_BYTES;
}
