// What commit and discard do to the model.
import { ancestorsOf, isBelow } from './plain-directory.ts';
import {
  entriesBelow,
  isSameNode,
  type ModelEntry,
  type ModelSession,
  sortedEntries,
  type World,
} from './world.ts';

/** What is certain about a commit before it runs. */
export interface CommitForecast {
  readonly selected: readonly string[];
  /** Nobody changed anything: every path goes in. */
  readonly isClean: boolean;
  /** These can't go in. */
  readonly mustFail: readonly string[];
}

export function forecast(
  world: World,
  session: ModelSession,
  paths: readonly string[] | undefined,
): CommitForecast {
  const selected = sortedEntries(session)
    .filter(([path]) => paths === undefined || paths.includes(path))
    .map(([path]) => path);
  const unreachable = selected.filter((path) => isUnreachable(session, path, selected));
  const changed = selected.filter((path) => isChanged(world, session, path));
  const blocked = selected.filter((path) => isBlocked(world, path, selected));
  const mustFail = selected.filter(
    (path) =>
      unreachable.includes(path) || (changed.includes(path) && !isDone(world, session, path)),
  );
  const isClean = unreachable.length + changed.length + blocked.length === 0;
  return { selected, isClean, mustFail };
}

/** The workspace after a commit that nothing stood in the way of. */
export function applyCommit(
  world: World,
  session: ModelSession,
  selected: readonly string[],
): void {
  for (const path of selected) {
    if (session.entries.get(path)?.node !== undefined) continue;
    const kept = entriesBelow(session, path);
    const isSplit = kept.some((below) => session.entries.get(below)?.node !== undefined);
    if (isSplit) world.lower.removeExcept(path, kept);
    else world.lower.remove(path);
  }
  for (const path of selected) {
    const node = session.entries.get(path)?.node;
    if (node !== undefined) world.lower.write(path, node);
  }
}

/** Committed entries go; a delete above one of them is divided among what was in it. */
export function settle(session: ModelSession, committed: readonly string[]): void {
  const entries = new Map(session.entries);
  for (const path of committed) {
    entries.delete(path);
    for (const above of ancestorsOf(path)) {
      const entry = session.entries.get(above);
      const isWhole = entry !== undefined && entry.node === undefined && !committed.includes(above);
      if (!isWhole) continue;
      entries.delete(above);
      for (const [part, entryOfPart] of partsOf(session, above, entry)) {
        entries.set(part, entryOfPart);
      }
    }
  }
  session.entries = entries;
}

export function discard(
  session: ModelSession,
  paths: readonly string[] | undefined,
): readonly string[] {
  const gone = new Set<string>();
  for (const [path, { base }] of sortedEntries(session)) {
    if (paths !== undefined && !paths.includes(path)) continue;
    gone.add(path);
    // Below a file that comes back nothing can stay.
    if (base.kind === 'directory' || base.kind === 'absent') continue;
    for (const below of entriesBelow(session, path)) gone.add(below);
  }
  const sorted = sortedEntries(session).map(([path]) => path);
  for (const path of gone) session.entries.delete(path);
  return sorted.filter((path) => gone.has(path));
}

/** Whether the workspace has what the entry asks for. */
export function isDone(world: World, session: ModelSession, path: string): boolean {
  const entry = session.entries.get(path);
  const kind = world.lower.kindOf(path);
  if (entry?.node !== undefined) return isSameNode(entry.node, world.lower.read(path));
  // A directory in place of a deleted file, for what is written below.
  const makesRoom = entry !== undefined && entry.base.kind !== 'directory';
  const isWanted = entriesBelow(session, path).some((below) => isWrite(session, below));
  return kind === 'absent' || (kind === 'directory' && makesRoom && isWanted);
}

function isWrite(session: ModelSession, path: string): boolean {
  return session.entries.get(path)?.node !== undefined;
}

function isUnreachable(session: ModelSession, path: string, selected: readonly string[]): boolean {
  return ancestorsOf(path).some((above) => {
    const kind = session.entries.get(above)?.base.kind;
    return (
      kind !== undefined && !selected.includes(above) && !['directory', 'absent'].includes(kind)
    );
  });
}

function isChanged(world: World, session: ModelSession, path: string): boolean {
  const entry = session.entries.get(path);
  return entry !== undefined && world.isConflict(path, entry.base);
}

// A file or link on the way that no selected entry takes away.
function isBlocked(world: World, path: string, selected: readonly string[]): boolean {
  return ancestorsOf(path).some((above) => {
    if (!['file', 'symlink'].includes(world.lower.kindOf(above))) return false;
    return ![above, ...ancestorsOf(above)].some((each) => selected.includes(each));
  });
}

function partsOf(session: ModelSession, path: string, entry: ModelEntry): [string, ModelEntry][] {
  if (entry.base.kind !== 'directory') return [];
  const { tree } = entry.base;
  const kept = entriesBelow(session, path);
  const parts: [string, ModelEntry][] = [];
  for (const [relative, node] of tree) {
    const full = `${path}/${relative}`;
    const isCovered = ancestorsOf(full).some((above) => parts.some(([part]) => part === above));
    const isOpened = node === null && kept.some((each) => isBelow(each, full));
    if (isCovered || isOpened || isKept(kept, full)) continue;
    parts.push([full, { node: undefined, base: node ?? subtree(tree, relative) }]);
  }
  return parts;
}

function isKept(kept: readonly string[], path: string): boolean {
  return kept.some((each) => each === path || isBelow(path, each));
}

function subtree(
  tree: Extract<ModelEntry['base'], { kind: 'directory' }>['tree'],
  path: string,
): ModelEntry['base'] {
  const below = [...tree].filter(([each]) => isBelow(each, path));
  const nodes = below.map(([each, node]) => [each.slice(path.length + 1), node] as const);
  return { kind: 'directory', tree: new Map(nodes) };
}
