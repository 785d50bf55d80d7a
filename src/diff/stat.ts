/** The summaries of `git diff`: `--numstat` and `--name-status`; `--stat` is in `stat-graph.ts`. */
import { displayPath } from './display-path.ts';
import { type FileChange, statusOf } from './file-change.ts';
import { lineCounts } from './line-counts.ts';
import { quoteName } from './quote.ts';

export { lineCounts } from './line-counts.ts';
export { formatStat } from './stat-graph.ts';

/** Prints `changes` as `git diff --numstat` does: lines added, lines removed, name. */
export function formatNumstat(changes: readonly FileChange[]): Uint8Array {
  return linesOf(changes, numstatLine);
}

/** Prints `changes` as `git diff --name-status` does: a letter, then the name. */
export function formatNameStatus(changes: readonly FileChange[]): Uint8Array {
  return linesOf(changes, nameStatusLine);
}

function linesOf(
  changes: readonly FileChange[],
  lineOf: (change: FileChange) => string,
): Uint8Array {
  const real = changes.filter((change) => statusOf(change) !== undefined);
  return Buffer.from(real.map((change) => `${lineOf(change)}\n`).join(''), 'latin1');
}

function numstatLine(change: FileChange): string {
  const { added, removed, binary } = lineCounts(change);
  const counts = binary ? '-\t-' : `${added}\t${removed}`;
  return `${counts}\t${displayPath(change)}`;
}

function nameStatusLine(change: FileChange): string {
  const { path, renamedFrom } = change;
  if (renamedFrom === undefined) return `${statusOf(change)}\t${quoteName(path)}`;
  const similarity = `${renamedFrom.similarity}`.padStart(3, '0');
  return `R${similarity}\t${quoteName(renamedFrom.path)}\t${quoteName(path)}`;
}
