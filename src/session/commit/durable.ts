/**
 * What `fsync: 'commit'` promises: a power loss takes nothing back that a commit has reported, and
 * what one takes from the workspace in the middle of a commit is still pending.
 */
import type { Digest } from '../../base/digest.ts';
import type { PlacedEntry } from '../../base/entry.ts';
import { isStagedFsError, type StagedFsError } from '../../base/errors.ts';
import { isBelow, type WorkspacePath } from '../../base/workspace-path.ts';
import { eachInTurns } from '../../disk/in-turns.ts';
import { syncFile } from '../../disk/sync-file.ts';
import { syncNames } from '../../workspace/sync-names.ts';
import type { SessionParts } from '../parts.ts';
import { syncPresent } from '../stage/sync-contents.ts';
import type { PlannedPath } from './plan.ts';

/** Whether commits of this session are on the medium when they report. */
export function commitsDurably(parts: SessionParts): boolean {
  return parts.ports.settings.fsync !== 'never';
}

/**
 * Puts on the medium what a commit takes names away for. Without a delete among them each path has
 * its old bytes or its new ones at any time; with one, the new bytes may be all there is: of a
 * rename, or of a directory that takes the place of a file.
 */
export async function syncPending(
  parts: SessionParts,
  planned: readonly PlannedPath[],
): Promise<void> {
  if (!planned.some(({ step }) => step === 'remove')) return;
  const bodies: Digest[] = [];
  await eachInTurns(planned, ({ step, entry }) => {
    if (step === 'write' && entry.kind === 'write') bodies.push(entry.digest);
  });
  await syncPresent(parts.bodies, bodies);
  await syncTrees(parts, planned);
}

/** Puts on the medium what the whiteouts among `placed` say of the directories they are of. */
export async function syncTrees(
  parts: SessionParts,
  placed: readonly PlacedEntry[],
): Promise<void> {
  const trees: Digest[] = [];
  await eachInTurns(placed, ({ entry: { base } }) => {
    if (base.kind === 'directory') trees.push(base.tree);
  });
  await syncPresent(parts.bases, trees);
}

/** Lower is as the entry wants it: whoever made it so may not have synced its bytes. */
export async function syncDone(parts: SessionParts, { path, entry }: PlacedEntry): Promise<void> {
  if (!commitsDurably(parts)) return;
  if (entry.kind === 'whiteout' || entry.fileMode === '120000') return;
  await syncFile(parts.ports.disk, parts.workspace.absolute(path));
}

/** Directories whose names may not be on the medium, each with the reason. */
export type Unsynced = ReadonlyMap<WorkspacePath, StagedFsError>;

/** Puts the names in directories on the medium; returns why those in some may not be there. */
export async function syncDirectories(
  parts: SessionParts,
  directories: Iterable<WorkspacePath>,
): Promise<Unsynced> {
  const failed = new Map<WorkspacePath, StagedFsError>();
  for (const directory of commitsDurably(parts) ? directories : []) {
    parts.state.locks.advance();
    try {
      await syncNames(parts.workspace, directory);
    } catch (error) {
      if (!isStagedFsError(error)) throw error;
      failed.set(directory, error);
    }
  }
  return failed;
}

/** Why the names on the way to `path` may not be on the medium. */
export function failureAbove(path: WorkspacePath, unsynced: Unsynced): StagedFsError | undefined {
  for (const [directory, error] of unsynced) if (isBelow(path, directory)) return error;
  return undefined;
}
