import { dirname } from 'node:path';
import { hasLoneSurrogate } from '../base/name.ts';
import type { ObjectFormat } from '../diff/blob-oid.ts';
import type { Disk } from '../disk/disk.ts';
import { isIoError } from '../disk/io-error.ts';

/**
 * The object format of the repository that `root` is in: `extensions.objectFormat` in its
 * configuration, SHA-1 when there is none (git's documentation of "hash-function-transition").
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

// That of `root`, or of the nearest directory above that has one, as git looks for it.
async function gitDirectoryOf(disk: Disk, root: string): Promise<string | undefined> {
  for (let directory = root; ; directory = dirname(directory)) {
    const found = await gitDirectoryIn(disk, directory);
    if (found !== undefined || directory === '/') return found;
  }
}

// A linked worktree or submodule has a `.git` file that names its directory; the shared
// configuration of a worktree is where `commondir` points. A link is followed, as git does.
async function gitDirectoryIn(disk: Disk, directory: string): Promise<string | undefined> {
  const place = await tryRealPath(disk, `${directory}/.git`);
  const stat = place === undefined ? undefined : await disk.lstat(place);
  if (place === undefined || stat?.kind === 'directory') return place;
  if (stat?.kind !== 'file') return undefined;
  const pointer = /^gitdir: (.+)$/m.exec((await tryRead(disk, place)) ?? '')?.[1];
  if (pointer === undefined) return undefined;
  const target = resolveFrom(directory, pointer);
  const common = (await tryRead(disk, `${target}/commondir`))?.trim();
  return common === undefined ? target : resolveFrom(target, common);
}

function resolveFrom(directory: string, path: string): string {
  return path.startsWith('/') ? path : `${directory}/${path}`;
}

async function tryRead(disk: Disk, path: string): Promise<string | undefined> {
  return await unlessHidden(async () => {
    const bytes = await disk.readFile(path);
    return bytes === undefined ? undefined : Buffer.from(bytes).toString('utf8');
  });
}

async function tryRealPath(disk: Disk, path: string): Promise<string | undefined> {
  return await unlessHidden(async () => await disk.realPath(path));
}

// Unreadable, or not a file: then there is nothing to learn.
async function unlessHidden<T>(look: () => Promise<T | undefined>): Promise<T | undefined> {
  try {
    return await look();
  } catch (error) {
    if (isIoError(error, 'EACCES', 'EISDIR', 'ELOOP')) return undefined;
    throw error;
  }
}
