import { StagedFsError } from '../base/errors.ts';
import type { Disk } from '../disk/disk.ts';
import { isIoError } from '../disk/io-error.ts';

/** Where the sessions of a workspace live, below its root. */
export const STAGED_SEGMENTS: readonly string[] = ['.harn', 'state', 'staged'];

/** The directory that holds every session of the workspace at `root`. */
export function stagedDirectoryOf(root: string): string {
  return [root === '/' ? '' : root, ...STAGED_SEGMENTS].join('/');
}

/** The names of everything in one session's directory. */
export class SessionDir {
  readonly path: string;

  constructor(stagedDirectory: string, name: string) {
    this.path = `${stagedDirectory}/${name}`;
  }

  get manifest(): string {
    return `${this.path}/manifest.json`;
  }
  get journal(): string {
    return `${this.path}/journal.jsonl`;
  }
  get bodies(): string {
    return `${this.path}/bodies`;
  }
  get bases(): string {
    return `${this.path}/bases`;
  }
  get temporary(): string {
    return `${this.path}/tmp`;
  }
  get commit(): string {
    return `${this.path}/commit`;
  }
  get shadow(): string {
    return `${this.path}/shadow`;
  }
  get shadowLock(): string {
    return `${this.path}/shadow.lock`;
  }
  get lock(): string {
    return `${this.path}/lock`;
  }
}

// Bodies hold secrets: nobody but the owner reads the state.
const PRIVATE_DIRECTORY = 0o700;
const PRIVATE_FILE = 0o600;

/** Makes the directory of all sessions, hidden from the user's git (rule W1's counterpart). */
export async function makeStagedDirectory(disk: Disk, root: string): Promise<void> {
  let path = root === '/' ? '' : root;
  for (const segment of STAGED_SEGMENTS) {
    path = `${path}/${segment}`;
    // `.harn` itself may hold other things, which others may read.
    await makeRealDirectory(disk, path, segment === '.harn' ? 0o755 : PRIVATE_DIRECTORY);
  }
  await makeFileOnce(disk, `${path}/.gitignore`, '*\n');
}

/** Makes one session's directory with its parts. */
export async function makeSessionDirectory(disk: Disk, directory: SessionDir): Promise<void> {
  const { path, bodies, bases, temporary, commit } = directory;
  for (const part of [path, bodies, bases, temporary, commit]) {
    await makeRealDirectory(disk, part, PRIVATE_DIRECTORY);
  }
}

/**
 * Whether the session has a directory. A link anywhere on the way is refused: a cloned repository
 * could ship one that points our writes elsewhere. @throws ERR_STAGED_CORRUPT
 */
export async function hasSessionDirectory(
  disk: Disk,
  root: string,
  directory: SessionDir,
): Promise<boolean> {
  let path = root === '/' ? '' : root;
  for (const segment of STAGED_SEGMENTS) {
    path = `${path}/${segment}`;
    if (!(await isRealDirectory(disk, path))) return false;
  }
  if (!(await isRealDirectory(disk, directory.path))) return false;
  const { bodies, bases, temporary, commit } = directory;
  for (const part of [bodies, bases, temporary, commit]) await isRealDirectory(disk, part);
  return true;
}

async function makeRealDirectory(disk: Disk, path: string, permissions: number): Promise<void> {
  if (await isRealDirectory(disk, path)) return;
  await disk.makeDirectory(path, permissions);
  await isRealDirectory(disk, path);
}

async function isRealDirectory(disk: Disk, path: string): Promise<boolean> {
  const stat = await disk.lstat(path);
  if (stat === undefined) return false;
  if (stat.kind === 'directory') return true;
  throw new StagedFsError('ERR_STAGED_CORRUPT', `\`${tailOf(path)}\` is not a directory.`, {
    path: tailOf(path),
    found: stat.kind,
    hint: 'The state directory must not contain links; remove what is there.',
  });
}

async function makeFileOnce(disk: Disk, path: string, text: string): Promise<void> {
  try {
    await disk.createFile(path, Buffer.from(text), PRIVATE_FILE);
  } catch (error) {
    if (!isIoError(error, 'EEXIST')) throw error;
  }
}

/** The part of a state path that means something to a user. */
function tailOf(path: string): string {
  return path.slice(path.lastIndexOf('/.harn/') + 1);
}

/** Puts the names in `directory`, and in all above it up to the workspace's, on the medium. */
export async function syncUpToRoot(disk: Disk, root: string, directory: string): Promise<void> {
  await disk.syncDirectory(directory);
  for (let at = directory; at !== root; ) {
    at = at.slice(0, at.lastIndexOf('/')) || '/';
    await disk.syncDirectory(at);
  }
}
