import { compareBytes } from '../base/compare-bytes.ts';
import type { PlacedEntry } from '../base/entry.ts';
import { displayName } from '../base/name.ts';
import type { StateChange } from '../base/state-change.ts';
import type { WorkspacePath } from '../base/workspace-path.ts';
import { partsAt, splitAround } from './commit/split.ts';
import type { Held } from './held.ts';
import { selectInside } from './inside-deletes.ts';
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
  const divided = await dividedBy(parts, selection);
  for (const path of divided.discarded) paths.add(path);
  if (paths.size === 0) return { discardedPaths: [] };
  const discarded = [...paths].sort(compareBytes);
  const change = changeOf(held, paths, divided);
  await held.stage({ op: 'discard_staged', path: null, change, note: { paths: discarded } });
  return { discardedPaths: discarded.map(displayName) };
}

interface Divided {
  readonly whole: readonly WorkspacePath[];
  readonly left: readonly PlacedEntry[];
  readonly discarded: readonly WorkspacePath[];
}

// A deleted directory of which a part comes back: what stays deleted are its other parts.
async function dividedBy(parts: SessionParts, selection: Selection): Promise<Divided> {
  const whole: WorkspacePath[] = [];
  const left: PlacedEntry[] = [];
  const discarded: WorkspacePath[] = [];
  for (const inside of await selectInside(parts, selection)) {
    const back = (await partsAt(parts, inside, inside.selected)).map(({ path }) => path);
    if (back.length === 0) continue;
    whole.push(inside.path);
    for (const placed of await splitAround(parts, inside, back)) left.push(placed);
    for (const path of back) discarded.push(path);
  }
  return { whole, left, discarded };
}

function changeOf(
  { upper }: Held,
  paths: ReadonlySet<WorkspacePath>,
  { whole, left }: Divided,
): StateChange {
  const drop = [...paths].filter((path) => upper.get(path) !== undefined).concat(whole);
  const isAll = drop.length === upper.size;
  const put = left.length === 0 ? {} : { put: left };
  return isAll ? { reset: true, ...put } : { drop, ...put };
}

// Below a file that comes back nothing can stay.
function discardedWith(held: Held, { path, entry }: PlacedEntry): WorkspacePath[] {
  if (entry.base.kind === 'directory' || entry.base.kind === 'absent') return [path];
  return [path, ...Array.from(held.upper.below(path), (below) => below.path)];
}
