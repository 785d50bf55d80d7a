import { compareBytes } from '../base/compare-bytes.ts';
import type { PlacedEntry } from '../base/entry.ts';
import { displayName } from '../base/name.ts';
import type { StateChange } from '../base/state-change.ts';
import type { WorkspacePath } from '../base/workspace-path.ts';
import { eachInTurns, mapInTurns, sortedInTurns } from '../disk/in-turns.ts';
import type { Selection } from './api/shared-options.ts';
import type { DiscardResult } from './api/types.ts';
import { partsAt, splitAround } from './commit/split.ts';
import { selectInside } from './inside-deletes.ts';
import type { SessionParts } from './parts.ts';
import { selectEntries } from './selection.ts';
import type { Held } from './state/held.ts';

/** Drops the selected entries; the workspace is not touched. Dropping nothing records nothing. */
export async function discard(
  parts: SessionParts,
  held: Held,
  selection: Selection,
): Promise<DiscardResult> {
  const selected = await selectEntries(parts, selection);
  const paths = new Set<WorkspacePath>();
  await eachInTurns(selected, (placed) => {
    for (const path of discardedWith(held, placed)) paths.add(path);
  });
  const divided = await dividedBy(parts, selection);
  for (const path of divided.discarded) paths.add(path);
  if (paths.size === 0) return { discardedPaths: [] };
  const discarded = await sortedInTurns(paths, compareBytes);
  const change = await changeOf(held, discarded, divided);
  await held.stage({ op: 'discard_staged', path: null, change, note: { paths: discarded } });
  return { discardedPaths: await mapInTurns(discarded, displayName) };
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

async function changeOf(
  { upper }: Held,
  paths: readonly WorkspacePath[],
  { whole, left }: Divided,
): Promise<StateChange> {
  const drop = [...whole];
  await eachInTurns(paths, (path) => {
    if (upper.get(path) !== undefined) drop.push(path);
  });
  const isAll = drop.length === upper.size;
  const put = left.length === 0 ? {} : { put: left };
  return isAll ? { reset: true, ...put } : { drop, ...put };
}

// Below a file that comes back nothing can stay.
function discardedWith({ upper }: Held, { path, entry }: PlacedEntry): WorkspacePath[] {
  const isFile = entry.base.kind !== 'directory' && entry.base.kind !== 'absent';
  return isFile ? [path, ...upper.below(path).map((below) => below.path)] : [path];
}
