import { StagedFsError } from '../base/errors.ts';
import { filesBelow } from '../engine/files-below.ts';
import type { Session } from '../session/api/session-api.ts';
import type { Selection } from '../session/api/shared-options.ts';
import { type Pathspec, parsePathspec } from './pathspec.ts';
import type { Shell } from './shell.ts';

/**
 * What pathspecs select of what is pending: all of it when there are none. Where all of them
 * exclude, it is all but what they match. Warns of each other one that matched nothing.
 *
 * @throws ERR_STAGED_NOT_FOUND when nothing matched at all.
 */
export async function selectPaths(
  shell: Shell,
  session: Session,
  pathspecs: readonly string[],
): Promise<Selection> {
  if (pathspecs.length === 0) return {};
  const places = await shell.places();
  const specs = pathspecs.map((text) => parsePathspec(text, places));
  const wanted = specs.filter(({ isExclude }) => !isExclude);
  const excludes = specs.filter(({ isExclude }) => isExclude);
  const changes = await pendingFiles(shell, session);
  await reportUnmatched(shell, wanted, changes);
  const isChosen = (file: string): boolean =>
    (wanted.length === 0 || isMatched(wanted, file)) && !isMatched(excludes, file);
  const paths = changes.flatMap((change) => chosenOf(change, isChosen));
  if (paths.length === 0 && wanted.length > 0) throw nothingLeft();
  return { paths, insideDeletes: true };
}

interface PendingFiles {
  readonly path: string;
  /** The path itself, or what is in the directory that is deleted. */
  readonly files: readonly string[];
}

async function pendingFiles(shell: Shell, session: Session): Promise<PendingFiles[]> {
  const { root } = await shell.engine();
  const { pendingWrites } = await session.status();
  const changes: PendingFiles[] = [];
  for (const { path, kind } of pendingWrites) {
    const files: string[] = [];
    if (kind === 'delete') for await (const file of filesBelow(root, path)) files.push(file);
    changes.push({ path, files: files.length === 0 ? [path] : files });
  }
  return changes;
}

// A deleted directory as a whole, where that says the same.
function chosenOf(
  { path, files }: PendingFiles,
  isChosen: (file: string) => boolean,
): readonly string[] {
  const chosen = files.filter(isChosen);
  return chosen.length === files.length ? [path] : chosen;
}

async function reportUnmatched(
  shell: Shell,
  wanted: readonly Pathspec[],
  changes: readonly PendingFiles[],
): Promise<void> {
  const files = changes.flatMap((change) => change.files);
  const unmatched = wanted.filter((spec) => !files.some((file) => spec.matches(file)));
  if (wanted.length > 0 && unmatched.length === wanted.length) throw nothingMatched(unmatched);
  for (const { text } of unmatched) {
    await shell.warn(`The pathspec ${JSON.stringify(text)} matches no pending change.`);
  }
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
