import type { Digest } from '../base/digest.ts';
import { eachInTurns } from '../disk/in-turns.ts';
import type { BodyStore } from './body-store.ts';
import type { TemporaryFiles } from './temporary-files.ts';

/** What one sweep took away. */
export interface Swept {
  readonly bodies: readonly Digest[];
  /** Names in the temporary directory. */
  readonly temporary: readonly string[];
}

/** What `sweep` goes through. */
export interface SweepOptions {
  readonly store: BodyStore;
  readonly temporary: TemporaryFiles;
}

/**
 * Removes the bodies that `live` does not name and the temporary files whose owners are gone. Only
 * under the session's lock, with the digests of every record that may still be read (rule J3).
 */
export async function sweep(
  { store, temporary }: SweepOptions,
  live: { has(digest: Digest): boolean },
): Promise<Swept> {
  const bodies: Digest[] = [];
  await eachInTurns(await store.list(), (digest) => {
    if (!live.has(digest)) bodies.push(digest);
  });
  await store.remove(bodies);
  return { bodies, temporary: await temporary.sweep() };
}
