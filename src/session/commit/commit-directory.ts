/**
 * What is in `commit/`: a directory a commit, named by its number, with its intent and what it took
 * out of the workspace; and `kept-…`, what could not be put back, which is the user's to remove.
 */
import { StagedFsError } from '../../base/errors.ts';
import { removeTree } from '../../disk/remove-tree.ts';
import type { SessionParts } from '../parts.ts';
import { type IntentPlace, lookForIntent, readIntent } from './intent.ts';

// What the last commits took out of the workspace is kept for a while; older ones go.
const KEPT_COMMITS = 3;

/** The numbers of the commits that are kept, newest first. */
export async function commitNumbers(parts: SessionParts): Promise<number[]> {
  const { disk } = parts.ports;
  // A session of the reference has no such directory.
  if ((await disk.lstat(parts.directory.commit)) === undefined) return [];
  const names = await disk.list(parts.directory.commit);
  const numbers = names.map(({ name }) => Number(name)).filter(Number.isSafeInteger);
  return numbers.sort((left, right) => right - left);
}

/** A number for the next commit: above all that are kept, whatever became of their records. */
export async function nextCommitNumber(parts: SessionParts): Promise<number> {
  const [last = 0] = await commitNumbers(parts);
  return Math.max(parts.state.nextSeq, last + 1);
}

/** Where the intent of a commit is, and for which session it holds. */
export async function placeOfCommit(parts: SessionParts, number: number): Promise<IntentPlace> {
  const { disk } = parts.ports;
  const stat = await disk.lstat(parts.directory.path);
  if (stat === undefined) throw gone(parts.id);
  return { disk, directory: `${parts.directory.commit}/${number}`, session: stat.identity };
}

/** A commit whose intent is still there. */
export interface OpenCommit {
  readonly number: number;
  /** Whether it was made in another directory, such as the original of a copy. */
  readonly isForeign: boolean;
}

/** The commits that have not come to their end, oldest first. */
export async function openCommits(parts: SessionParts): Promise<OpenCommit[]> {
  const open: OpenCommit[] = [];
  for (const number of (await commitNumbers(parts)).reverse()) {
    const intent = await lookForIntent(await placeOfCommit(parts, number));
    if (intent !== undefined) open.push({ number, isForeign: intent === 'foreign' });
  }
  return open;
}

/** Whether a commit of this very session goes on, or was cut short. */
export async function isCommitUnfinished(parts: SessionParts): Promise<boolean> {
  return (await openCommits(parts)).some(({ isForeign }) => !isForeign);
}

/** Removes what old commits kept; one that is still to be recovered stays. */
export async function removeOldCommits(parts: SessionParts): Promise<void> {
  for (const number of (await commitNumbers(parts)).slice(KEPT_COMMITS)) {
    const place = await placeOfCommit(parts, number);
    if ((await readIntent(place)) === undefined) await removeTree(place.disk, place.directory);
  }
}

/** Removes the directory of a commit that keeps nothing. */
export async function removeIfEmpty({ disk, directory }: IntentPlace): Promise<void> {
  if ((await disk.list(directory)).length === 0) await disk.removeDirectory(directory);
}

function gone(id: string): StagedFsError {
  return new StagedFsError('ERR_STAGED_CORRUPT', `The directory of session \`${id}\` is gone.`, {
    hint: 'Open the session again.',
  });
}
