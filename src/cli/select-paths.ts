import { StagedFsError } from '../base/errors.ts';
import type { Session } from '../session/types.ts';
import { type Pathspec, parsePathspec } from './pathspec.ts';
import type { Shell } from './shell.ts';

/**
 * The pending paths that pathspecs mean: undefined, which is all, when there are none. Warns of
 * each that matched nothing.
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
  const paths = pendingWrites.map(({ path }) => path);
  const unmatched = specs.filter((spec) => !paths.some(spec.matches));
  if (unmatched.length === specs.length) throw nothingMatched(unmatched);
  for (const { text } of unmatched) {
    await shell.warn(`The pathspec ${JSON.stringify(text)} matches no pending change.`);
  }
  return paths.filter((path) => specs.some((spec) => spec.matches(path)));
}

function nothingMatched(unmatched: readonly Pathspec[]): StagedFsError {
  const texts = unmatched.map(({ text }) => JSON.stringify(text)).join(', ');
  return new StagedFsError('ERR_STAGED_NOT_FOUND', `No pending change matches ${texts}.`, {
    hint: 'Run `staged-fs status` to see what is pending.',
  });
}
