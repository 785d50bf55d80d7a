import { compareBytes } from '../base/compare-bytes.ts';
import type { PlacedEntry } from '../base/entry.ts';
import { displayName } from '../base/name.ts';
import type { WorkspacePath } from '../base/workspace-path.ts';
import type { Held } from './held.ts';
import type { SessionParts } from './parts.ts';
import { selectEntries } from './selection.ts';
import type { Selection } from './shared-options.ts';
import type { DiscardResult } from './types.ts';

/** Drops the selected entries; the workspace is not touched. Dropping nothing records nothing. */
export async function discard(
  parts: SessionParts,
  held: Held,
  selection: Selection,
): Promise<DiscardResult> {
  const selected = await selectEntries(parts, selection);
  const paths = new Set(selected.flatMap((placed) => discardedWith(held, placed)));
  if (paths.size === 0) return { discardedPaths: [] };
  const isAll = paths.size === held.upper.size;
  const drop = [...paths].sort(compareBytes);
  const change = isAll ? { reset: true } : { drop };
  held.stage({ op: 'discard_staged', path: null, change, note: { paths: drop } });
  return { discardedPaths: drop.map(displayName) };
}

// Below a file that comes back nothing can stay.
function discardedWith(held: Held, { path, entry }: PlacedEntry): WorkspacePath[] {
  if (entry.base.kind === 'directory' || entry.base.kind === 'absent') return [path];
  return [path, ...Array.from(held.upper.below(path), (below) => below.path)];
}
