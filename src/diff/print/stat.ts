/** The summaries of `git diff`: `--numstat` and `--name-status`; `--stat` is in `stat-graph.ts`. */
import { joinedPiecesOf } from '../../base/text-pieces.ts';
import { type NamedChange, statusOf } from '../file-change.ts';
import { displayPath } from './display-path.ts';
import { type Countable, countsOf } from './line-counts.ts';
import { quoteName } from './quote.ts';

export { lineCounts } from './line-counts.ts';
export { formatStat } from './stat-graph.ts';

/** Prints `changes` as `git diff --numstat` does, step by step: lines added, lines removed, name. */
export function formatNumstat(changes: readonly Countable[]): Generator<undefined, Uint8Array> {
  return joinedPiecesOf(linesOf(changes, numstatLine), 'latin1');
}

/** Prints `changes` as `git diff --name-status` does, step by step: a letter, then the name. */
export function formatNameStatus(
  changes: readonly NamedChange[],
): Generator<undefined, Uint8Array> {
  return joinedPiecesOf(linesOf(changes, nameStatusLine), 'latin1');
}

function* linesOf<T extends NamedChange>(
  changes: readonly T[],
  lineOf: (change: T) => string,
): Generator<string> {
  for (const change of changes) if (statusOf(change) !== undefined) yield `${lineOf(change)}\n`;
}

function numstatLine(change: Countable): string {
  const { added, removed, binary } = countsOf(change);
  const counts = binary ? '-\t-' : `${added}\t${removed}`;
  return `${counts}\t${displayPath(change)}`;
}

function nameStatusLine(change: NamedChange): string {
  const { path, renamedFrom } = change;
  if (renamedFrom === undefined) return `${statusOf(change)}\t${quoteName(path)}`;
  const similarity = `${renamedFrom.similarity}`.padStart(3, '0');
  return `R${similarity}\t${quoteName(renamedFrom.path)}\t${quoteName(path)}`;
}
