import { compareBytes } from '../../base/compare-bytes.ts';
import type { PlacedEntry } from '../../base/entry.ts';
import { StagedFsError } from '../../base/errors.ts';
import { displayName } from '../../base/name.ts';
import { randomName } from '../../base/random-name.ts';
import { removeTree } from '../../disk/remove-tree.ts';
import { AsideDirectory } from '../../workspace/aside.ts';
import type { Applying } from '../../workspace/take-out.ts';
import type { Held } from '../held.ts';
import { selectedParts, selectInside } from '../inside-deletes.ts';
import type { SessionParts } from '../parts.ts';
import { selectEntries } from '../selection.ts';
import type { CommitFailure, CommitOptions, CommitResult } from '../types.ts';
import { type Applied, applyPlan } from './apply.ts';
import { type IntentPlace, removeIntent, writeIntent } from './intent.ts';
import { type PlannedPath, planCommit } from './plan.ts';
import { settle } from './settle.ts';

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
  const selected = await selectWithParts(parts, options);
  const planned = await planCommit(parts, selected, options);
  if (options.dryRun === true) return { ...plannedResult(planned), dryRun: true };
  const applied = await applyWithIntent(parts, held, { planned, options });
  if (applied.committed.size + applied.remaining.size > 0) await record(parts, held, applied);
  return resultOf(planned, applied);
}

async function selectWithParts(
  parts: SessionParts,
  options: CommitOptions,
): Promise<PlacedEntry[]> {
  const selected = await selectEntries(parts, options);
  const inside = await selectInside(parts, options);
  if (inside.length === 0) return selected;
  for (const each of inside) selected.push(...(await selectedParts(parts, each)));
  return selected.sort((left, right) => compareBytes(left.path, right.path));
}

async function applyWithIntent(
  parts: SessionParts,
  held: Held,
  run: { readonly planned: readonly PlannedPath[]; readonly options: CommitOptions },
): Promise<Applied> {
  const { planned, options } = run;
  const touching = planned.filter(({ step }) => step === 'write' || step === 'remove');
  const sync = parts.ports.settings.fsync !== 'never';
  const place = await placeOfIntent(parts, `${parts.directory.commit}/${parts.state.nextSeq}`);
  const tag = randomName();
  if (touching.length > 0) {
    await makeFresh(parts, place.directory);
    await writeIntent(place, { tag, paths: touching.flatMap(touchedPaths) }, sync);
  }
  const aside = new AsideDirectory(parts.ports.disk, place.directory);
  const { workspace, observer } = parts;
  const applying: Applying = { workspace, observer, sync, aside, nextTag: () => tag };
  const applied = await applyPlan(parts, applying, { planned, signal: options.signal });
  if (touching.length > 0) held.afterAppend(() => finishCommit(parts, place, applied));
  return applied;
}

/** Where the intent of the commit in `directory` is, and for which session it holds. */
export async function placeOfIntent(parts: SessionParts, directory: string): Promise<IntentPlace> {
  const { disk } = parts.ports;
  const stat = await disk.lstat(parts.directory.path);
  if (stat === undefined) throw gone(parts.id);
  return { disk, directory, session: stat.identity };
}

async function record(parts: SessionParts, held: Held, applied: Applied): Promise<void> {
  const change = await settle(parts, held, applied);
  const note = { paths: [...applied.committed], failed: [...applied.failed.keys()] };
  held.stage({ op: 'commit_staged', path: null, change, note });
  held.makeDurable();
}

function touchedPaths(planned: PlannedPath): PlannedPath['path'][] {
  return planned.step === 'remove' ? planned.removals.map(({ path }) => path) : [planned.path];
}

async function makeFresh(parts: SessionParts, directory: string): Promise<void> {
  // Left by a commit whose record was cut: its number comes again.
  await removeTree(parts.ports.disk, directory);
  await parts.ports.disk.makeDirectory(directory, 0o700);
}

// What the last commits took out of the workspace is kept for a while; older ones go.
const KEPT_COMMITS = 3;

async function finishCommit(
  parts: SessionParts,
  place: IntentPlace,
  { failed }: Applied,
): Promise<void> {
  // Where the disk failed, a temporary name may be left that only the intent knows: the next to
  // open the session clears it away.
  const isLeft = [...failed.values()].some(({ code }) => code === 'ERR_STAGED_IO');
  if (!isLeft) await removeIntent(place);
  const names = await parts.ports.disk.list(parts.directory.commit);
  const numbers = names.map(({ name }) => Number(name)).filter(Number.isSafeInteger);
  const old = numbers.sort((left, right) => right - left).slice(KEPT_COMMITS);
  for (const number of old)
    await removeTree(parts.ports.disk, `${parts.directory.commit}/${number}`);
}

function plannedResult(planned: readonly PlannedPath[]): CommitResult {
  const committedPaths = planned
    .filter(({ step }) => step !== 'refuse')
    .map(({ path }) => displayName(path));
  const failedPathsWithReasons = planned.flatMap((each) =>
    each.step === 'refuse' ? [failureOf(each.path, each.error)] : [],
  );
  return { committedPaths, failedPathsWithReasons };
}

function resultOf(planned: readonly PlannedPath[], applied: Applied): CommitResult {
  const paths = planned.map(({ path }) => path);
  return {
    committedPaths: paths.filter((path) => applied.committed.has(path)).map(displayName),
    failedPathsWithReasons: paths.flatMap((path) => {
      const error = applied.failed.get(path);
      return error === undefined ? [] : [failureOf(path, error)];
    }),
  };
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

function gone(id: string): StagedFsError {
  return new StagedFsError('ERR_STAGED_CORRUPT', `The directory of session \`${id}\` is gone.`, {
    hint: 'Open the session again.',
  });
}
