import type { Digest } from '../../base/digest.ts';
import { baseDigestOf } from '../../base/entry.ts';
import type { StateChange } from '../../base/state-change.ts';
import { eachInTurns } from '../../disk/in-turns.ts';
import type { BodyStore } from '../../store/body-store.ts';
import type { SessionParts } from '../parts.ts';

/**
 * Puts on the medium the bodies, pre-images and tree records that `changes` name, as
 * `fsync: 'always'` promises: once for all of a batch.
 */
export async function syncContents(
  { bodies, bases, ports, directory }: SessionParts,
  changes: readonly StateChange[],
): Promise<void> {
  const placed = changes.flatMap(({ put }) => put ?? []);
  const staged: Digest[] = [];
  const kept: Digest[] = [];
  await eachInTurns(placed, ({ entry }) => {
    const base = baseDigestOf(entry.base);
    if (entry.kind === 'write') staged.push(entry.digest);
    if (base !== undefined) kept.push(base);
  });
  await syncPresent(bodies, staged);
  await syncPresent(bases, kept);
  // Their directories may be as new as they are.
  if (placed.length > 0) await ports.disk.syncDirectory(directory.path);
}

/** Puts on the medium what there is of `digests`; of what is missing its readers tell. */
export async function syncPresent(store: BodyStore, digests: readonly Digest[]): Promise<void> {
  const present: Digest[] = [];
  for (const digest of new Set(digests)) if (await store.has(digest)) present.push(digest);
  if (present.length > 0) await store.sync(present);
}
