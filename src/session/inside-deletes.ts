import type { WorkspacePath } from '../base/workspace-path.ts';
import type { PlacedWhiteout } from '../overlay/upper-view.ts';
import type { Selection } from './api/shared-options.ts';
import type { SessionParts } from './parts.ts';
import { selectedKeys } from './selection.ts';

/** A directory's whiteout of which some paths are selected, and not the whole. */
export interface InsideDelete extends PlacedWhiteout {
  readonly selected: readonly WorkspacePath[];
}

/** The selected paths that lie inside deleted directories, where the selection reaches there. */
export async function selectInside(
  parts: SessionParts,
  selection: Selection,
): Promise<InsideDelete[]> {
  if (selection.insideDeletes !== true) return [];
  return insideDeletes(parts, (await selectedKeys(parts, selection)) ?? new Set());
}

/** Those of `keys` that lie inside a deleted directory, by directory. */
export function insideDeletes(
  { view: { upper } }: SessionParts,
  keys: ReadonlySet<WorkspacePath>,
): InsideDelete[] {
  const found = new Map<WorkspacePath, InsideDelete & { readonly selected: WorkspacePath[] }>();
  for (const key of keys) {
    const whiteout = upper.get(key) === undefined ? upper.whiteoutAbove(key) : undefined;
    if (whiteout === undefined || keys.has(whiteout.path)) continue;
    const { path } = whiteout;
    const inside = found.get(path) ?? { ...whiteout, selected: [] };
    inside.selected.push(key);
    found.set(path, inside);
  }
  return [...found.values()];
}
