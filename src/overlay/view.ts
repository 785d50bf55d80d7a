import type { WriteEntry } from '../base/entry.ts';
import { topOf, type WorkspacePath } from '../base/workspace-path.ts';
import type { Awaitable, DiskStat } from '../disk/disk.ts';
import type { Lower } from './lower.ts';
import type { UpperView } from './upper-view.ts';

/** What a path is in the view. */
export type ViewNode =
  | { readonly kind: 'absent' }
  /** A pending file or link. */
  | { readonly kind: 'staged'; readonly entry: WriteEntry }
  /** A directory; `lower` tells whether the workspace's own names show through it. */
  | { readonly kind: 'directory'; readonly lower: boolean }
  /** A file, link or other thing of the workspace. */
  | { readonly kind: 'lower'; readonly stat: DiskStat };

/** A place in the view, and what is there. */
export interface Found {
  readonly path: WorkspacePath;
  readonly node: ViewNode;
}

/** The two layers of a session's view; in immediate mode upper is empty. */
export interface Layers {
  readonly upper: UpperView;
  readonly lower: Lower;
}

const ABSENT: ViewNode = { kind: 'absent' };
const OPAQUE: ViewNode = { kind: 'directory', lower: false };

/** Looks `path` up: its entry, else what hides lower there, else lower. Links are not followed. */
export function lookUp(layers: Layers, path: WorkspacePath): Awaitable<ViewNode> {
  const node = upperNode(layers, path);
  if (node !== undefined) return node;
  // Pending files have made a directory of a link: behind that link is another place.
  if (isBelowShownDirectory(layers, path)) return lookUpStrictly(layers, path);
  return lowerLook(layers, path);
}

/** The same for a path whose directory was just seen in its place: no link is on the way. */
export function lookUpInPlace(layers: Layers, path: WorkspacePath): Awaitable<ViewNode> {
  return upperNode(layers, path) ?? lowerLook(layers, path);
}

/** Whether pending files make `path` a directory, whatever lower has there: costs no look at disk. */
export function isDirectoryByUpper({ upper }: Layers, path: WorkspacePath): boolean {
  return upper.get(path)?.kind !== 'write' && upper.hasWriteBelow(path);
}

function upperNode({ upper }: Layers, path: WorkspacePath): ViewNode | undefined {
  const entry = upper.get(path);
  if (entry?.kind === 'write') return { kind: 'staged', entry };
  return entry !== undefined || upper.hidesLowerAt(path) ? hiddenNode(upper, path) : undefined;
}

function lowerLook({ upper, lower }: Layers, path: WorkspacePath): Awaitable<ViewNode> {
  const stat = lower.lstat(path);
  return stat instanceof Promise
    ? stat.then((found) => lowerNode(upper, path, found))
    : lowerNode(upper, path, stat);
}

function hiddenNode(upper: UpperView, path: WorkspacePath): ViewNode {
  return upper.hasWriteBelow(path) ? OPAQUE : ABSENT;
}

function lowerNode(upper: UpperView, path: WorkspacePath, stat: DiskStat | undefined): ViewNode {
  if (stat?.kind === 'directory') return { kind: 'directory', lower: true };
  // Pending files below a name win over what the workspace has there now.
  if (upper.hasBelow(path) && upper.hasWriteBelow(path)) return OPAQUE;
  return stat === undefined ? ABSENT : { kind: 'lower', stat };
}

function isBelowShownDirectory({ upper }: Layers, path: WorkspacePath): boolean {
  return upper.size > 0 && path.includes('/') && upper.hasWriteBelow(topOf(path));
}

async function lookUpStrictly({ upper, lower }: Layers, path: WorkspacePath): Promise<ViewNode> {
  return lowerNode(upper, path, await lower.lstatInPlace(path));
}
