import type { Base, Entry, PlacedEntry } from '../../base/entry.ts';
import { isStagedFsError, StagedFsError } from '../../base/errors.ts';
import { displayName } from '../../base/name.ts';
import { ancestorsOf, parentOf, type WorkspacePath } from '../../base/workspace-path.ts';
import type { DiskStat } from '../../disk/disk.ts';
import { eachInTurns } from '../../disk/in-turns.ts';
import { Turn } from '../../disk/turn.ts';
import { differenceFromBase } from '../../workspace/compare.ts';
import { conflict } from '../../workspace/conflict.ts';
import { lookAt } from '../../workspace/look.ts';
import { observeBase } from '../../workspace/observe.ts';
import { openParentUnless } from '../../workspace/parents.ts';
import type { CommitOptions } from '../api/types.ts';
import type { SessionParts } from '../parts.ts';
import { assertLinkStaysInside } from '../stage/decide-write.ts';
import { assertWritable } from '../writable.ts';
import { isDone } from './is-done.ts';
import { splitAround } from './split.ts';

/** What a commit will do at one path. */
export type PlannedPath = PlacedEntry &
  (
    | { readonly step: 'refuse'; readonly error: StagedFsError }
    /** Lower is what the entry would make it. */
    | { readonly step: 'none' }
    | { readonly step: 'write'; readonly seen: DiskStat | undefined; readonly base: Base }
    /** Each removal by itself: a directory that is written into again loses its old parts one by one. */
    | { readonly step: 'remove'; readonly removals: readonly PlannedRemoval[] }
  );

/** One name to be taken out. */
export interface PlannedRemoval {
  readonly path: WorkspacePath;
  readonly entry: Entry;
  readonly seen: DiskStat | undefined;
  readonly base: Base;
}

/** Checks every selected entry against lower as it is now; touches nothing. */
export async function planCommit(
  parts: SessionParts,
  selected: readonly PlacedEntry[],
  options: CommitOptions,
): Promise<PlannedPath[]> {
  const paths = new Set<WorkspacePath>();
  await eachInTurns(selected, ({ path }) => void paths.add(path));
  const planned: PlannedPath[] = [];
  const turn = new Turn();
  for (const placed of selected) {
    // Comparing bytes may take longer than changing them.
    parts.state.locks.advance();
    planned.push(await planPath(parts, { placed, paths, options }));
    if (turn.isOver()) await turn.next();
  }
  return planned;
}

interface Question {
  readonly placed: PlacedEntry;
  readonly paths: ReadonlySet<WorkspacePath>;
  readonly options: CommitOptions;
}

async function planPath(parts: SessionParts, question: Question): Promise<PlannedPath> {
  const { placed } = question;
  try {
    assertReachable(parts, question);
    if (parts.state.upper.lacksLowerAt(placed.path)) return planOnNothing(placed);
    await assertContained(parts, question);
    await assertLinkInside(parts, placed);
    if (await isDone(parts, placed)) return { ...placed, step: 'none' };
    const seen = await lookAt(parts.workspace, placed.path);
    if (question.options.force !== true) await assertWritable(parts.lower, placed.path, seen);
    const base = await checkedBase(parts, question);
    if (placed.entry.kind === 'write') return { ...placed, step: 'write', seen, base };
    return { ...placed, step: 'remove', removals: await removalsOf(parts, placed, { seen, base }) };
  } catch (error) {
    if (isStagedFsError(error)) return { ...placed, step: 'refuse', error };
    throw error;
  }
}

// Until the file or link above is gone, lower can't be asked; applying opens the parent anew.
function planOnNothing({ path, entry }: PlacedEntry): PlannedPath {
  if (entry.kind === 'whiteout') return { path, entry, step: 'none' };
  return { path, entry, step: 'write', seen: undefined, base: { kind: 'absent' } };
}

// A path below a file that stays cannot be made.
function assertReachable(parts: SessionParts, { placed, paths }: Question): void {
  for (const ancestor of ancestorsOf(placed.path)) {
    const above = parts.state.upper.get(ancestor);
    if (above === undefined || paths.has(ancestor) || above.base.kind === 'directory') continue;
    if (above.base.kind === 'absent') continue;
    throw new StagedFsError(
      'ERR_STAGED_NOT_A_DIRECTORY',
      `\`${displayName(ancestor)}\` is a file whose delete is staged but not selected.`,
      { path: displayName(placed.path), hint: 'Select that delete too.' },
    );
  }
}

// Opening the parent proves that it is where its path says, and not behind a link. A file in the way
// may only be one that this commit takes out.
async function assertContained(parts: SessionParts, { placed, paths }: Question): Promise<void> {
  for (let at = placed.path; at !== ''; at = parentOf(at)) {
    const anchor = await openParentUnless(parts.workspace, at, ['ERR_STAGED_NOT_A_DIRECTORY']);
    if (anchor === undefined) continue;
    await anchor.close();
    const isAbove = at !== placed.path;
    const kind = isAbove ? (await parts.lower.lstat(at))?.kind : undefined;
    if (kind === 'file' || kind === 'other') assertTakenOut(at, paths);
    return;
  }
}

function assertTakenOut(path: WorkspacePath, selected: ReadonlySet<WorkspacePath>): void {
  const isSelected = [path, ...ancestorsOf(path)].some((each) => selected.has(each));
  if (isSelected) return;
  const shown = displayName(path);
  throw new StagedFsError('ERR_STAGED_NOT_A_DIRECTORY', `\`${shown}\` is not a directory.`, {
    path: shown,
    hint: 'Commit the delete of that file too, or move it away.',
  });
}

// Where a link leads is checked again: the state may be from elsewhere, and the view another. What
// else may be wrong with it, such as a loop by now, harms nobody.
async function assertLinkInside(parts: SessionParts, { path, entry }: PlacedEntry): Promise<void> {
  if (entry.kind !== 'write' || entry.fileMode !== '120000') return;
  const target = await parts.bodies.read(entry.digest, entry.size);
  try {
    await assertLinkStaysInside(parts, path, target);
  } catch (error) {
    if (isStagedFsError(error, 'ERR_STAGED_PATH_ESCAPE') || !isStagedFsError(error)) throw error;
  }
}

async function checkedBase(parts: SessionParts, question: Question): Promise<Base> {
  const { path, entry } = question.placed;
  const difference = await differenceFromBase(parts.observer, path, entry.base);
  if (difference === undefined) return entry.base;
  if (question.options.onConflict !== 'overwrite') {
    throw conflict(path, difference.expected, difference.found);
  }
  // The tree that is there now becomes the record of what may be deleted.
  return await observeBase(parts.observer, path);
}

async function removalsOf(
  parts: SessionParts,
  placed: PlacedEntry,
  lower: { readonly seen: DiskStat | undefined; readonly base: Base },
): Promise<PlannedRemoval[]> {
  const { path, entry } = placed;
  const { upper } = parts.state;
  if (entry.kind !== 'whiteout' || !upper.hasWriteBelow(path)) return [{ path, entry, ...lower }];
  if (entry.base.kind !== 'directory') return [{ path, entry, ...lower }];
  const whole = { path, entry: { ...entry, base: lower.base } };
  const removals: PlannedRemoval[] = [];
  for (const part of await splitAround(parts, whole, [])) {
    removals.push({
      ...part,
      seen: await lookAt(parts.workspace, part.path),
      base: part.entry.base,
    });
  }
  return removals;
}
