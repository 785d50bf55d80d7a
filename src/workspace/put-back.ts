import { isStagedFsError, StagedFsError } from '../base/errors.ts';
import type { Disk } from '../disk/disk.ts';
import { shownPath } from '../disk/shown-path.ts';
import type { Applying } from './applying.ts';
import type { Workspace } from './workspace.ts';

/** Something that was taken out. */
export interface Moved {
  /** Where it was. */
  readonly name: string;
  /** Where it is. */
  readonly out: string;
}

/**
 * Puts back what was taken out, and throws `failure`, the reason for that: where the name was taken
 * meanwhile, with the place where it is kept instead.
 */
export async function putBack(applying: Applying, moved: Moved, failure: unknown): Promise<never> {
  const { disk } = applying.workspace;
  if (await moveBack(disk, moved)) {
    if (!(await isFree(disk, moved.out))) applying.aside.noteLeft();
    throw failure;
  }
  throw keptFailure(applying.workspace, failure, await keepForGood(applying, moved.out));
}

/** Gives what is at `out` its name again, never over anything; false when that can't be done. */
export async function moveBack(disk: Disk, { out, name }: Moved): Promise<boolean> {
  try {
    if ((await disk.lstat(out))?.kind === 'directory') return await moveDirectory(disk, out, name);
    // `link` fails where the name is taken, unlike `rename`.
    await disk.link(out, name);
  } catch {
    return false;
  }
  await unlinkQuietly(disk, out);
  return true;
}

/** Keeps what is nobody's to throw away; returns where that is, which may be where it was. */
export async function keepForGood(applying: Applying, path: string): Promise<string> {
  try {
    return await applying.aside.keepForGood(path);
  } catch {
    return path;
  }
}

/** `failure`, with the place where something is kept that could not be put back. */
export function keptFailure(
  { root }: Pick<Workspace, 'root'>,
  failure: unknown,
  place: string,
): StagedFsError {
  const shown = shownPath(place);
  const relative = shown.startsWith(`${root}/`) ? shown.slice(root.length + 1) : shown;
  const known = isStagedFsError(failure) ? failure : undefined;
  const { code = 'ERR_STAGED_INTERNAL', message = String(failure), data = {} } = known ?? {};
  return new StagedFsError(
    code,
    `${message} What was there could not be put back; it is kept in \`${relative}\`.`,
    {
      ...data,
      cause: failure,
      hint: 'Compare the two, and put back what is missing; nothing removes it.',
    },
  );
}

// Between look and rename only an empty directory could come, and nothing is lost with one.
async function moveDirectory(disk: Disk, out: string, name: string): Promise<boolean> {
  if ((await disk.lstat(name)) !== undefined) return false;
  await disk.rename(out, name);
  return true;
}

// What was told to fail is another matter; a disk that fails here too may well have left something.
async function isFree(disk: Disk, path: string): Promise<boolean> {
  try {
    return (await disk.lstat(path)) === undefined;
  } catch {
    return false;
  }
}

// It has its own name again: a second one harms nobody.
async function unlinkQuietly(disk: Disk, path: string): Promise<void> {
  try {
    await disk.unlink(path);
  } catch {}
}
