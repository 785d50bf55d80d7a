/**
 * The containment gate to real files. A path that was checked can be changed before it is used, so
 * we open first and then ask the operating system where the opened file really is.
 */
import { StagedFsError } from '../base/errors.ts';
import { displayName } from '../base/name.ts';
import type { WorkspacePath } from '../base/workspace-path.ts';
import { closeOnFailure } from './close-on-failure.ts';
import type { Disk, DiskFile, DiskStat } from './disk.ts';
import { isIoError } from './io-error.ts';
import { openRegular } from './open-regular.ts';

/** An opened directory of the workspace. Close it when done. */
export interface Anchor {
  readonly file: DiskFile;
  /**
   * The path of `name` in this directory, for `Disk`. On Linux it stays inside the opened
   * directory whatever becomes of the directory's own path.
   */
  at(name: string): string;
  close(): Promise<void>;
}

/**
 * Opens the directory `directory` of the workspace at `root` (a real path). Undefined if missing.
 * @throws ERR_STAGED_PATH_ESCAPE when a link is on the way; ERR_STAGED_NOT_A_DIRECTORY.
 */
export async function openAnchor(
  disk: Disk,
  root: string,
  directory: WorkspacePath,
): Promise<Anchor | undefined> {
  const found = await openInPlace({ disk, root, path: directory }, openDirectory);
  return found && anchorOf(found);
}

/**
 * Opens the regular file `path` of the workspace at `root` (a real path) for reading, through no
 * link at all and without ever blocking. Undefined if nothing is there.
 * @throws ERR_STAGED_NOT_A_FILE for a directory, link, FIFO, socket or device;
 *   ERR_STAGED_PATH_ESCAPE when a link is on the way.
 */
export async function openContained(
  disk: Disk,
  root: string,
  path: WorkspacePath,
): Promise<DiskFile | undefined> {
  return (await openInPlace({ disk, root, path }, openFile))?.file;
}

/** A path of a workspace, on a disk. */
interface Place {
  readonly disk: Disk;
  readonly root: string;
  readonly path: WorkspacePath;
}

type Open = (place: Place) => Promise<DiskFile | undefined>;

interface Found {
  readonly file: DiskFile;
  /** The kernel's own name of the open file, where it has one. */
  readonly handle: string | undefined;
}

/** A file that is replaced or moved between open and check looks misplaced: once more shows it. */
const ATTEMPTS = 3;

async function openInPlace(place: Place, open: Open): Promise<Found | undefined> {
  for (let attempt = 0; attempt < ATTEMPTS; attempt += 1) {
    const file = await open(place);
    if (file === undefined) return undefined;
    const found = await closeOnFailure(file, () => check(place.disk, file));
    if (found !== undefined) return found;
    await file.close();
  }
  throw escaped(place.path);
}

async function openFile({ disk, root, path }: Place): Promise<DiskFile | undefined> {
  try {
    return await openRegular(disk, realPathOf(root, path), path);
  } catch (error) {
    if (isIoError(error, 'ENOENT', 'ENOTDIR')) return undefined;
    throw error;
  }
}

async function openDirectory({ disk, root, path }: Place): Promise<DiskFile | undefined> {
  const real = realPathOf(root, path);
  try {
    return await disk.open(real, 'directory');
  } catch (error) {
    if (isIoError(error, 'ENOENT')) return undefined;
    if (!isIoError(error, 'ENOTDIR', 'ELOOP')) throw error;
    return refuse(path, await disk.lstat(real));
  }
}

function refuse(path: WorkspacePath, stat: DiskStat | undefined): undefined {
  if (stat === undefined) return undefined;
  if (stat.kind === 'symlink') throw escaped(path);
  const shown = displayName(path);
  throw new StagedFsError('ERR_STAGED_NOT_A_DIRECTORY', `\`${shown}\` is not a directory.`, {
    path: shown,
    expected: 'directory',
    found: stat.kind,
    hint: 'Name a directory, or move away what is in its place.',
  });
}

async function check(disk: Disk, file: DiskFile): Promise<Found | undefined> {
  const handle = `/proc/self/fd/${file.fd}`;
  const place = await kernelPlaceOf(disk, handle);
  if (place !== undefined) return place === file.path ? { file, handle } : undefined;
  return (await isAtItsPath(disk, file)) ? { file, handle: undefined } : undefined;
}

// Read, not resolved: resolving would walk the path again, which may have changed meanwhile.
async function kernelPlaceOf(disk: Disk, handle: string): Promise<string | undefined> {
  if (process.platform !== 'linux') return undefined;
  try {
    return await disk.readLink(handle);
  } catch (error) {
    // No /proc here.
    if (isIoError(error, 'ENOENT', 'ENOTDIR')) return undefined;
    throw error;
  }
}

async function isAtItsPath(disk: Disk, file: DiskFile): Promise<boolean> {
  if ((await disk.realPath(file.path)) !== file.path) return false;
  const here = (await disk.lstat(file.path))?.identity;
  const { identity } = await file.stat();
  return here?.ino === identity.ino && here.dev === identity.dev;
}

function anchorOf({ file, handle = file.path }: Found): Anchor {
  const prefix = handle === '/' ? '' : handle;
  return {
    file,
    at: (name) => `${prefix}/${name}`,
    close: async () => {
      await file.close();
    },
  };
}

function realPathOf(root: string, path: WorkspacePath): string {
  if (path === '') return root;
  return root === '/' ? `/${path}` : `${root}/${path}`;
}

function escaped(path: WorkspacePath): StagedFsError {
  const shown = displayName(path);
  return new StagedFsError(
    'ERR_STAGED_PATH_ESCAPE',
    `\`${shown}\` is reached through a link that was not there before.`,
    { path: shown, hint: 'Remove the link, or stage the path again through where it leads.' },
  );
}
