import type { Digest } from '../base/digest.ts';

/** Where the body `digest` is kept: flat, its digest the whole name. */
export function bodyPathOf(directory: string, digest: Digest): string {
  return `${directory}/${digest}`;
}
