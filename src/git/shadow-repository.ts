/**
 * The shadow repository: a bare private one that any git tool can be pointed at. Its commit has the
 * touched paths as they were, its index those that are pending, so that `git diff --cached` prints
 * what is staged. It is a cache: made anew beside the old one and put in its place.
 */
import { writeCommit } from 'isomorphic-git';
import { hasLoneSurrogate } from '../base/name.ts';
import { randomName } from '../base/random-name.ts';
import type { Disk } from '../disk/disk.ts';
import type { GitFileSystem } from '../disk/git-file-system.ts';
import { removeTree } from '../disk/remove-tree.ts';
import { writeFiles } from './base-tree.ts';
import { writeLooseBlob } from './loose-object.ts';
import { type IndexFile, writeIndex } from './shadow-index.ts';

/** One side of a path in the shadow repository. */
export interface ShadowSide {
  readonly mode: string;
  readonly oid: string;
  readonly bytes: Uint8Array;
}

/** One path that is pending. */
export interface ShadowChange {
  readonly path: string;
  readonly before: ShadowSide | undefined;
  readonly after: ShadowSide | undefined;
}

/** Where the shadow repository is made. */
export interface ShadowPlace {
  readonly disk: Disk;
  readonly fs: GitFileSystem;
  readonly gitDir: string;
  /** The user's objects, which git may then read too. */
  readonly alternates: string | undefined;
}

/** Makes the shadow repository of `changes`; returns the paths git's library can't name. */
export async function makeShadow(
  place: ShadowPlace,
  changes: AsyncIterable<ShadowChange>,
): Promise<readonly string[]> {
  const fresh = `${place.gitDir}.${randomName()}`;
  try {
    const omitted = await fill({ ...place, gitDir: fresh }, changes);
    await replace(place, fresh);
    return omitted;
  } catch (error) {
    await removeTree(place.disk, fresh);
    throw error;
  }
}

async function fill(
  place: ShadowPlace,
  changes: AsyncIterable<ShadowChange>,
): Promise<readonly string[]> {
  await makeSkeleton(place);
  const base: IndexFile[] = [];
  const pending: IndexFile[] = [];
  const omitted: string[] = [];
  for await (const { path, before, after } of changes) {
    if (hasLoneSurrogate(path)) omitted.push(path);
    else {
      if (before !== undefined) base.push(await addFile(place, path, before));
      if (after !== undefined) pending.push(await addFile(place, path, after));
    }
  }
  const at = { fs: place.fs, gitdir: place.gitDir };
  const commit = await writeBaseCommit(place, await writeFiles(at, base));
  await writeText(place, 'refs/heads/base', `${commit}\n`);
  await writeIndex(at, pending);
  return omitted;
}

async function addFile(place: ShadowPlace, path: string, side: ShadowSide): Promise<IndexFile> {
  const { mode, oid, bytes } = side;
  await writeLooseBlob(place.disk, place.gitDir, { oid, bytes });
  return { path, mode, oid, size: bytes.length };
}

// The same commit for the same tree: a fixed author at a fixed time.
async function writeBaseCommit(place: ShadowPlace, tree: string): Promise<string> {
  const person = {
    name: 'staged-fs',
    email: 'staged-fs@localhost',
    timestamp: 0,
    timezoneOffset: 0,
  };
  return await writeCommit({
    fs: place.fs,
    gitdir: place.gitDir,
    commit: {
      message: 'The touched paths as they were\n',
      tree,
      parent: [],
      author: person,
      committer: person,
    },
  });
}

const DIRECTORIES = ['', '/objects', '/objects/info', '/refs', '/refs/heads'];

// Pinned, so that the user's own settings do not change what git prints here.
const CONFIG = `[core]
	repositoryformatversion = 0
	filemode = true
	bare = true
	quotePath = true
	autocrlf = false
	attributesFile = /dev/null
[diff]
	algorithm = myers
	context = 3
	indentHeuristic = true
	interHunkContext = 0
	mnemonicPrefix = false
	noprefix = false
	renames = false
	suppressBlankEmpty = false
[color]
	ui = false
`;

async function makeSkeleton(place: ShadowPlace): Promise<void> {
  for (const path of DIRECTORIES) await place.disk.makeDirectory(`${place.gitDir}${path}`, 0o700);
  await writeText(place, 'HEAD', 'ref: refs/heads/base\n');
  await writeText(place, 'config', CONFIG);
  const { alternates } = place;
  if (alternates !== undefined)
    await writeText(place, 'objects/info/alternates', `${alternates}\n`);
}

async function writeText(place: ShadowPlace, name: string, text: string): Promise<void> {
  await place.disk.createFile(`${place.gitDir}/${name}`, Buffer.from(text), 0o600);
}

async function replace({ disk, gitDir }: ShadowPlace, fresh: string): Promise<void> {
  const old = `${gitDir}.${randomName()}`;
  const hadOne = (await disk.lstat(gitDir)) !== undefined;
  if (hadOne) await disk.rename(gitDir, old);
  await disk.rename(fresh, gitDir);
  if (hadOne) await removeTree(disk, old);
}
