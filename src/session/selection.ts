import { compareBytes } from '../base/compare-bytes.ts';
import type { PlacedEntry } from '../base/entry.ts';
import { isStagedFsError, StagedFsError } from '../base/errors.ts';
import { shownValue } from '../base/shown-value.ts';
import type { WorkspacePath } from '../base/workspace-path.ts';
import { joinPath, ROOT_PATH } from '../base/workspace-path.ts';
import { eachInTurns, sortedInTurns } from '../disk/in-turns.ts';
import { Turn } from '../disk/turn.ts';
import type { Selection } from './api/shared-options.ts';
import type { SessionParts } from './parts.ts';

/**
 * The pending entries a caller means, in byte order: all when `paths` is absent or null, none for
 * an empty list; a path that is not pending is passed over.
 */
export async function selectEntries(
  parts: SessionParts,
  selection: Selection,
): Promise<readonly PlacedEntry[]> {
  const keys = await selectedKeys(parts, selection);
  const { upper } = parts.view;
  if (keys === undefined) return upper.entries();
  const placed: PlacedEntry[] = [];
  await eachInTurns(keys, (path) => {
    const entry = upper.get(path);
    if (entry !== undefined) placed.push({ path, entry });
  });
  return await sortedInTurns(placed, (left, right) => compareBytes(left.path, right.path));
}

/** The keys of the paths a caller names, pending or not; undefined means everything. */
export async function selectedKeys(
  parts: SessionParts,
  { paths }: Selection,
): Promise<ReadonlySet<WorkspacePath> | undefined> {
  if (paths === undefined || paths === null) return undefined;
  const keys = new Set<WorkspacePath>();
  const turn = new Turn();
  for (const path of paths) {
    keys.add(await keyOf(parts, path));
    if (turn.isOver()) await turn.next();
  }
  return keys;
}

/** A copy of `paths`, which the caller may go on changing. @throws ERR_STAGED_INVALID_ARGUMENT */
export function checkPaths(paths: unknown): readonly string[] {
  // Holes become undefined.
  const copy: readonly unknown[] = Array.isArray(paths) ? Array.from<unknown>(paths) : [paths];
  if (Array.isArray(paths) && copy.every(isString)) return copy;
  throw new StagedFsError(
    'ERR_STAGED_INVALID_ARGUMENT',
    `Expected \`paths\` to be a list of strings, got ${shownValue(paths)}.`,
    { argument: 'paths', hint: 'Leave it out to mean every pending path.' },
  );
}

function isString(value: unknown): value is string {
  return typeof value === 'string';
}

// By its text first: an entry, and what a deleted directory hides, stays reachable when lower has put
// a link on the way meanwhile.
async function keyOf(parts: SessionParts, path: string): Promise<WorkspacePath> {
  const { root } = parts.lower;
  const inside = path.startsWith(`${root}/`) ? path.slice(root.length + 1) : path;
  const names = inside.split('/').filter(isName);
  const key = names.reduce(joinPath, ROOT_PATH);
  if (!names.includes('..') && isInUpper(parts, key)) return key;
  try {
    return await parts.gate.locate(path);
  } catch (error) {
    // What can't be staged is not pending.
    if (isStagedFsError(error)) return ROOT_PATH;
    throw error;
  }
}

function isInUpper({ view }: SessionParts, key: WorkspacePath): boolean {
  return view.upper.get(key) !== undefined || view.upper.whiteoutAbove(key) !== undefined;
}

function isName(segment: string): boolean {
  return segment !== '' && segment !== '.';
}
