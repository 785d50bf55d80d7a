import type { PlacedEntry } from '../../base/entry.ts';
import { observeBase } from '../../workspace/observe.ts';
import type { SessionParts } from '../parts.ts';
import type { Held } from '../state/held.ts';

/**
 * Takes over a session of the reference: its entries with lower as it is now as their bases, in one
 * record, from which on the journal alone carries the state.
 */
export async function adopt(parts: SessionParts, held: Held): Promise<void> {
  const put: PlacedEntry[] = [];
  for (const { path, entry } of [...held.upper.entries()]) {
    put.push({ path, entry: { ...entry, base: await observeBase(parts.observer, path) } });
  }
  const change = { reset: true, mode: held.mode, put };
  await held.stage({ op: 'adopt', path: null, change });
}
