import { hasLoneSurrogate } from '../base/name.ts';
import type { ObjectFormat } from '../diff/blob-oid.ts';
import type { Disk } from '../disk/disk.ts';
import { isIoError } from '../disk/io-error.ts';

/**
 * The object format of the repository at `root`: `extensions.objectFormat` in its configuration,
 * SHA-1 when there is no repository (git's documentation of "hash-function-transition").
 */
export async function objectFormatOf(disk: Disk, root: string): Promise<ObjectFormat> {
  const directory = await gitDirectoryOf(disk, root);
  const config = directory === undefined ? undefined : await tryRead(disk, `${directory}/config`);
  return config !== undefined && SHA256.test(config) ? 'sha256' : 'sha1';
}

const SHA256 = /^\s*(?:\[extensions\]\s*)?objectformat\s*=\s*"?sha256\b/im;

/** The directory of the user's objects, where a repository elsewhere can name it. */
export async function objectsDirectoryOf(disk: Disk, root: string): Promise<string | undefined> {
  const directory = await gitDirectoryOf(disk, root);
  if (directory === undefined) return undefined;
  const objects = await disk.realPath(`${directory}/objects`);
  // A path a line: what does not fit is left out, as nothing pending depends on it.
  const isNamable = objects !== undefined && !objects.includes('\n') && !hasLoneSurrogate(objects);
  return isNamable ? objects : undefined;
}

// A linked worktree or submodule has a `.git` file that names its directory; the shared
// configuration of a worktree is where `commondir` points. A link is followed, as git does.
async function gitDirectoryOf(disk: Disk, root: string): Promise<string | undefined> {
  const place = await disk.realPath(`${root}/.git`);
  const stat = place === undefined ? undefined : await disk.lstat(place);
  if (place === undefined || stat?.kind === 'directory') return place;
  if (stat?.kind !== 'file') return undefined;
  const pointer = /^gitdir: (.+)$/m.exec((await tryRead(disk, place)) ?? '')?.[1];
  if (pointer === undefined) return undefined;
  const directory = resolveFrom(root, pointer);
  const common = (await tryRead(disk, `${directory}/commondir`))?.trim();
  return common === undefined ? directory : resolveFrom(directory, common);
}

function resolveFrom(directory: string, path: string): string {
  return path.startsWith('/') ? path : `${directory}/${path}`;
}

async function tryRead(disk: Disk, path: string): Promise<string | undefined> {
  try {
    const bytes = await disk.readFile(path);
    return bytes === undefined ? undefined : Buffer.from(bytes).toString('utf8');
  } catch (error) {
    // Unreadable, or not a file: then there is nothing to learn.
    if (isIoError(error, 'EACCES') || isIoError(error, 'EISDIR') || isIoError(error, 'ELOOP'))
      return undefined;
    throw error;
  }
}
