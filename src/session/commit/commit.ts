import { compareBytes } from '../../base/compare-bytes.ts';
import type { PlacedEntry } from '../../base/entry.ts';
import { isStagedFsError, StagedFsError } from '../../base/errors.ts';
import { displayName } from '../../base/name.ts';
import { randomName } from '../../base/random-name.ts';
import type { WorkspacePath } from '../../base/workspace-path.ts';
import { eachInTurns, sortedInTurns } from '../../disk/in-turns.ts';
import { syncFile } from '../../disk/sync-file.ts';
import type { Applying } from '../../workspace/applying.ts';
import { AsideDirectory } from '../../workspace/aside.ts';
import type { CommitFailure, CommitOptions, CommitResult } from '../api/types.ts';
import { selectInside } from '../inside-deletes.ts';
import type { SessionParts } from '../parts.ts';
import { selectEntries } from '../selection.ts';
import { syncUpToRoot } from '../session-dir.ts';
import type { Held } from '../state/held.ts';
import { type Applied, applyPlan, withoutUnsynced } from './apply.ts';
import {
  commitNumbers,
  nextCommitNumber,
  placeOfCommit,
  removeIfEmpty,
  removeOldCommits,
} from './commit-directory.ts';
import { commitsDurably, syncDirectories, syncPending, syncTrees } from './durable.ts';
import { type IntentPlace, removeIntent, writeIntent } from './intent.ts';
import { type PlannedPath, planCommit } from './plan.ts';
import { recoverCommits } from './recover.ts';
import { settle } from './settle.ts';
import { partsAt } from './split.ts';

/**
 * Applies the selected entries to the workspace: plan, intent, apply, record. Held under the
 * root's commit lock and the session's, from plan to record.
 */
export async function commit(
  parts: SessionParts,
  held: Held,
  options: CommitOptions,
): Promise<CommitResult> {
  assertUndamaged(parts);
  if (options.dryRun !== true) await recoverKept(parts, held);
  const selected = await selectWithParts(parts, options);
  const planned = await planCommit(parts, selected, options);
  if (options.dryRun === true) return { ...(await plannedResult(planned)), dryRun: true };
  const applied = await applyWithIntent(parts, held, { planned, options });
  if (applied.committed.size + applied.remaining.size > 0) await record(parts, held, applied);
  return await resultOf(planned, applied);
}

// Of a commit whose disk failed. It may still fail: that commit's intent then goes on waiting.
async function recoverKept(parts: SessionParts, held: Held): Promise<void> {
  try {
    await recoverCommits(parts, held);
  } catch (error) {
    if (!isStagedFsError(error, 'ERR_STAGED_IO')) throw error;
  }
}

async function selectWithParts(
  parts: SessionParts,
  options: CommitOptions,
): Promise<readonly PlacedEntry[]> {
  const selected = await selectEntries(parts, options);
  const inside = await selectInside(parts, options);
  if (inside.length === 0) return selected;
  let all = selected;
  for (const each of inside) all = all.concat(await partsAt(parts, each, each.selected));
  return await sortedInTurns(all, (left, right) => compareBytes(left.path, right.path));
}

async function applyWithIntent(
  parts: SessionParts,
  held: Held,
  run: { readonly planned: readonly PlannedPath[]; readonly options: CommitOptions },
): Promise<Applied> {
  const { planned, options } = run;
  const touching = await touchingOf(planned);
  const place = await placeOfCommit(parts, await nextCommitNumber(parts));
  const tag = randomName();
  if (touching.length > 0) await announce(parts, place, { tag, touching });
  const directories = new Set<WorkspacePath>();
  const aside = asideFor(parts, place);
  const applying = applyingFor(parts, aside, { tag, directories });
  const applied = await applyPlan(parts, applying, { planned, signal: options.signal });
  // What came out first: its old name may be gone on the medium as soon as its directory is synced.
  if (touching.length > 0 && commitsDurably(parts)) await place.disk.syncDirectory(place.directory);
  const durable = withoutUnsynced(applied, await syncDirectories(parts, directories));
  if (touching.length > 0) {
    held.afterAppend(async () => {
      const isLeft = mayHaveLeft(touching, durable, aside);
      await finishCommit(parts, place, { ...durable, isLeft });
    });
  }
  return durable;
}

function asideFor(parts: SessionParts, { disk, directory }: IntentPlace): AsideDirectory {
  const advance = (): void => parts.state.locks.advance();
  const copying = { disk, sync: commitsDurably(parts), advance };
  return new AsideDirectory(copying, { directory, lasting: parts.directory.commit });
}

async function touchingOf(planned: readonly PlannedPath[]): Promise<readonly PlannedPath[]> {
  const touching: PlannedPath[] = [];
  await eachInTurns(planned, (path) => {
    if (path.step === 'write' || path.step === 'remove') touching.push(path);
  });
  return touching;
}

function applyingFor(
  parts: SessionParts,
  aside: AsideDirectory,
  run: { readonly tag: string; readonly directories: Set<WorkspacePath> },
): Applying {
  const { workspace, observer } = parts;
  return {
    workspace,
    observer,
    aside,
    nextTag: () => run.tag,
    changed(directory) {
      run.directories.add(directory);
      parts.state.locks.advance();
    },
  };
}

// The intent, and with it all that a recovery after a power loss stands on.
async function announce(
  parts: SessionParts,
  place: IntentPlace,
  run: { readonly tag: string; readonly touching: readonly PlannedPath[] },
): Promise<void> {
  const { tag, touching } = run;
  const isDurable = commitsDurably(parts);
  if (isDurable) await syncPending(parts, touching);
  await place.disk.makeDirectory(place.directory, 0o700);
  const paths: WorkspacePath[] = [];
  await eachInTurns(touching, (planned) => {
    for (const path of touchedPaths(planned)) paths.push(path);
  });
  await writeIntent(place, { tag, paths }, isDurable);
  parts.state.locks.advance();
  if (isDurable) await syncState(parts);
}

// The first time, every directory on the way down may be as new as the session.
async function syncState(parts: SessionParts): Promise<void> {
  const { ports, directory } = parts;
  await syncFile(ports.disk, directory.journal);
  const isFirst = (await commitNumbers(parts)).length <= 1;
  if (isFirst) await syncUpToRoot(ports.disk, ports.root, directory.commit);
  else await ports.disk.syncDirectory(directory.commit);
}

async function record(parts: SessionParts, held: Held, applied: Applied): Promise<void> {
  const change = await settle(parts, held, applied);
  if (commitsDurably(parts)) await syncTrees(parts, change.put ?? []);
  const note = { paths: [...applied.committed], failed: [...applied.failed.keys()] };
  await held.stage({ op: 'commit_staged', path: null, change, note });
  held.makeDurable();
}

function touchedPaths(planned: PlannedPath): PlannedPath['path'][] {
  return planned.step === 'remove' ? planned.removals.map(({ path }) => path) : [planned.path];
}

// Where the disk failed, a temporary name may be left that only the intent knows: the next commit, or
// the next to open the session, clears it away. Of what was refused before, nothing is.
function mayHaveLeft(
  touching: readonly PlannedPath[],
  { failed }: Applied,
  aside: AsideDirectory,
): boolean {
  const hasFailed = touching.some(({ path }) => failed.get(path)?.code === 'ERR_STAGED_IO');
  return aside.hasLeft || hasFailed;
}

async function finishCommit(
  parts: SessionParts,
  place: IntentPlace,
  { committed, isLeft }: Pick<Applied, 'committed'> & { readonly isLeft: boolean },
): Promise<void> {
  if (!isLeft) await removeIntent(place);
  // One that came to nothing must not push out what another keeps.
  if (!isLeft && committed.size === 0) await removeIfEmpty(place);
  await removeOldCommits(parts);
}

async function plannedResult(planned: readonly PlannedPath[]): Promise<CommitResult> {
  const committedPaths: string[] = [];
  const failedPathsWithReasons: CommitFailure[] = [];
  await eachInTurns(planned, (each) => {
    if (each.step === 'refuse') failedPathsWithReasons.push(failureOf(each.path, each.error));
    else committedPaths.push(displayName(each.path));
  });
  return { committedPaths, failedPathsWithReasons };
}

async function resultOf(planned: readonly PlannedPath[], applied: Applied): Promise<CommitResult> {
  const committedPaths: string[] = [];
  const failedPathsWithReasons: CommitFailure[] = [];
  await eachInTurns(planned, ({ path }) => {
    const error = applied.failed.get(path);
    if (applied.committed.has(path)) committedPaths.push(displayName(path));
    if (error !== undefined) failedPathsWithReasons.push(failureOf(path, error));
  });
  return { committedPaths, failedPathsWithReasons };
}

function failureOf(path: string, error: StagedFsError): CommitFailure {
  return { path: displayName(path), reason: error.message, code: error.code };
}

function assertUndamaged(parts: SessionParts): void {
  const [damage] = parts.state.damages;
  if (damage === undefined) return;
  throw new StagedFsError(
    'ERR_STAGED_CORRUPT',
    `Session \`${parts.id}\` has a damaged journal (${damage}); nothing was committed.`,
    { found: damage, hint: 'Look at the pending changes, then run `staged-fs verify --repair`.' },
  );
}
