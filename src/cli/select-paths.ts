import { StagedFsError } from '../base/errors.ts';
import { filesBelow } from '../engine/files-below.ts';
import type { PendingWrite, Session } from '../session/types.ts';
import { type Pathspec, parsePathspec } from './pathspec.ts';
import type { Shell } from './shell.ts';

/**
 * The pending paths that pathspecs mean: undefined, which is all, when there are none. Where all
 * of them exclude, it is all but what they match. Warns of each other one that matched nothing.
 *
 * @throws ERR_STAGED_NOT_FOUND when nothing matched at all.
 */
export async function selectPaths(
  shell: Shell,
  session: Session,
  pathspecs: readonly string[],
): Promise<readonly string[] | undefined> {
  if (pathspecs.length === 0) return undefined;
  const places = await shell.places();
  const specs = pathspecs.map((text) => parsePathspec(text, places));
  const { pendingWrites } = await session.status();
  const wanted = specs.filter(({ isExclude }) => !isExclude);
  const matched = await matchedBy(shell, wanted, pendingWrites);
  const excludes = specs.filter(({ isExclude }) => isExclude);
  const rest = matched.filter(({ path }) => !isMatched(excludes, path));
  if (rest.length === 0 && wanted.length > 0) throw nothingLeft();
  const kept: string[] = [];
  for (const write of rest) {
    if (!(await isPartlyExcluded(shell, write, excludes))) kept.push(write.path);
  }
  return kept;
}

async function matchedBy(
  shell: Shell,
  specs: readonly Pathspec[],
  writes: readonly PendingWrite[],
): Promise<readonly PendingWrite[]> {
  if (specs.length === 0) return writes;
  const unmatched = specs.filter((spec) => !writes.some(({ path }) => spec.matches(path)));
  if (unmatched.length === specs.length) throw nothingMatched(unmatched);
  for (const { text } of unmatched) {
    await shell.warn(`The pathspec ${JSON.stringify(text)} matches no pending change.`);
  }
  return writes.filter(({ path }) => isMatched(specs, path));
}

// A delete of a directory is one change: it can't be had without a part of it.
async function isPartlyExcluded(
  shell: Shell,
  { path, kind }: PendingWrite,
  excludes: readonly Pathspec[],
): Promise<boolean> {
  if (kind !== 'delete' || excludes.length === 0) return false;
  const { root } = await shell.engine();
  for await (const below of filesBelow(root, path)) {
    if (!isMatched(excludes, below)) continue;
    const { shown } = await shell.places();
    await shell.warn(
      `${shown(path)} is left out: its delete covers ${shown(below)}, an excluded path.`,
    );
    return true;
  }
  return false;
}

function isMatched(specs: readonly Pathspec[], path: string): boolean {
  return specs.some((spec) => spec.matches(path));
}

function nothingMatched(unmatched: readonly Pathspec[]): StagedFsError {
  const texts = unmatched.map(({ text }) => JSON.stringify(text)).join(', ');
  return new StagedFsError('ERR_STAGED_NOT_FOUND', `No pending change matches ${texts}.`, {
    hint: 'Run `staged-fs status` to see what is pending.',
  });
}

function nothingLeft(): StagedFsError {
  return new StagedFsError(
    'ERR_STAGED_NOT_FOUND',
    'Every pending change that matches is excluded again.',
    { hint: 'Run `staged-fs status` to see what is pending.' },
  );
}
