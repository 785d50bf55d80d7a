import { compareBytes } from '../base/compare-bytes.ts';
import { type Digest, digestOf } from '../base/digest.ts';
import type { Base, StatIdentity } from '../base/entry.ts';
import { StagedFsError } from '../base/errors.ts';
import { displayName } from '../base/name.ts';
import { isSameStat } from '../base/stat-identity.ts';
import { joinPath, relativeTo, type WorkspacePath } from '../base/workspace-path.ts';
import { openContained } from '../disk/contain.ts';
import type { DiskFile, DiskStat } from '../disk/disk.ts';
import { sortedInTurns } from '../disk/in-turns.ts';
import type { Hasher } from '../pool/hasher.ts';
import type { BlobOids } from '../store/blob-oids.ts';
import type { BodyStore } from '../store/body-store.ts';
import { keepLargeBase } from './keep-base.ts';
import { keepTree } from './keep-tree.ts';
import { lookAt } from './look.ts';
import type { TreeNode } from './tree-record.ts';
import type { Workspace } from './workspace.ts';

/** Up to here hashing costs less on this thread than the trip to the pool (180 µs for 256 KiB). */
export const LARGEST_INLINE_BYTES: number = 256 * 1024;

const MOST_LOOKS = 3;

/** What observing needs: the workspace, the pool, and where pre-images are kept. */
export interface Observer {
  readonly workspace: Workspace;
  readonly hasher: Hasher;
  readonly bases: Pick<BodyStore, 'put' | 'receive' | 'readAll'>;
  /** Told of what git calls what was hashed. */
  readonly blobOids: BlobOids;
  /** Pre-images up to this many bytes are kept. */
  readonly keepBytes: number;
}

/** An observer that only records, never compares. */
export type Recorder = Omit<Observer, 'bases'> & {
  readonly bases: Pick<BodyStore, 'put' | 'receive'>;
};

/**
 * Thrown instead of hashing a large file under a lock: let go of it, call `hashLarge`, and observe
 * again with what that returned.
 */
export class LargeBase extends Error {
  readonly path: WorkspacePath;

  constructor(path: WorkspacePath) {
    super('A large file must be hashed before its lock is taken.');
    this.path = path;
  }
}

/** A file hashed before its lock was taken. */
export interface HashedFile {
  readonly stat: StatIdentity;
  readonly digest: Digest;
}

/**
 * Records what lower is at `path` now. `known` saves hashing a file that is still the same; pass
 * `defer` for none yet under a lock. @throws LargeBase then, for a file too large to hash there
 */
export async function observeBase(
  observer: Recorder,
  path: WorkspacePath,
  known?: HashedFile | 'defer',
): Promise<Base> {
  const { workspace } = observer;
  const stat = await lookAt(workspace, path);
  switch (stat?.kind) {
    case undefined:
      return { kind: 'absent' };
    case 'file':
      return await observeFile(observer, path, known);
    case 'symlink': {
      const target = await workspace.disk.readLink(workspace.absolute(path));
      return { kind: 'symlink', target, stat: stat.identity };
    }
    case 'directory':
      return await observeDirectory(observer, path, stat);
    case 'other':
      return { kind: 'other', stat: stat.identity };
  }
}

/** Hashes the file at `path`, outside any lock; undefined when it is gone by now. */
export async function hashLarge(
  observer: Recorder,
  path: WorkspacePath,
  signal?: AbortSignal,
): Promise<HashedFile | undefined> {
  const { workspace } = observer;
  const stat = await lookAt(workspace, path);
  if (stat?.kind !== 'file') return undefined;
  return { stat: stat.identity, digest: await digestInPool(observer, path, signal) };
}

async function digestInPool(
  { workspace, hasher, blobOids }: Recorder,
  path: WorkspacePath,
  signal?: AbortSignal,
): Promise<Digest> {
  const options = { withBlobOid: true, ...(signal && { signal }) };
  const names = await hasher.hashFile(workspace.absolute(path), options);
  blobOids.note(names);
  return names.digest;
}

/** The digest of the file of lower at `path`, whatever its size. */
export async function digestOfLower(
  observer: Pick<Observer, 'workspace' | 'hasher'>,
  path: WorkspacePath,
): Promise<Digest | undefined> {
  const { workspace, hasher } = observer;
  const file = await openContained(workspace.disk, workspace.root, path);
  if (file === undefined) return undefined;
  try {
    const { size } = await file.stat();
    if (size <= LARGEST_INLINE_BYTES) return digestOf(await file.read(0, size));
    return (await hasher.hashFile(workspace.absolute(path))).digest;
  } finally {
    await file.close();
  }
}

async function observeFile(
  observer: Recorder,
  path: WorkspacePath,
  known: HashedFile | 'defer' | undefined,
): Promise<Base> {
  const { workspace } = observer;
  const file = await openContained(workspace.disk, workspace.root, path);
  if (file === undefined) return { kind: 'absent' };
  try {
    return await readBase(observer, { path, file, known });
  } finally {
    await file.close();
  }
}

interface OpenedFile {
  readonly path: WorkspacePath;
  readonly file: DiskFile;
  readonly known: HashedFile | 'defer' | undefined;
}

// A writer may be at work: look again until the file stood still while it was read. If it never
// does, the last look is a base that the commit's check will find changed, which is the truth.
async function readBase(observer: Recorder, opened: OpenedFile): Promise<Base> {
  let stat = await opened.file.stat();
  for (let look = 1; ; look += 1) {
    const digest = await digestOfOpened(observer, opened, stat);
    const after = await opened.file.stat();
    if (isSameStat(stat.identity, after.identity) || look === MOST_LOOKS) {
      const { size, permissions, identity } = after;
      return { kind: 'file', digest, size, permissions, stat: identity };
    }
    stat = after;
  }
}

async function digestOfOpened(
  observer: Recorder,
  opened: OpenedFile,
  stat: DiskStat,
): Promise<Digest> {
  const { path, file, known } = opened;
  if (stat.size > LARGEST_INLINE_BYTES) {
    if (stat.size <= observer.keepBytes) return await keepLargeBase(observer, file);
    if (known === 'defer') throw new LargeBase(path);
    if (known !== undefined && isSameStat(known.stat, stat.identity)) return known.digest;
    return await digestInPool(observer, path);
  }
  const bytes = await file.read(0, stat.size);
  const digest = observer.blobOids.digestOf(bytes);
  if (bytes.length <= observer.keepBytes) await observer.bases.put(digest, bytes);
  return digest;
}

async function observeDirectory(
  observer: Recorder,
  path: WorkspacePath,
  stat: DiskStat,
): Promise<Base> {
  const kept = await keepTree(observer, await readTree(observer, path));
  return { kind: 'directory', ...kept, stat: stat.identity };
}

/**
 * Everything below a directory of lower, in byte order. Links are not followed.
 * @throws ERR_STAGED_INVALID_PATH when a git directory or staged-fs state lies below (rule W1)
 */
export async function readTree(
  observer: Pick<Observer, 'workspace' | 'hasher'>,
  directory: WorkspacePath,
): Promise<readonly TreeNode[]> {
  const nodes: TreeNode[] = [];
  const pending = [directory];
  for (let at = pending.pop(); at !== undefined; at = pending.pop()) {
    for (const { name } of await observer.workspace.disk.list(observer.workspace.absolute(at))) {
      const path = joinPath(at, name);
      refuseProtected(observer.workspace, path, directory);
      const node = await readNode(observer, path, directory);
      if (node === undefined) continue;
      nodes.push(node);
      if (node.kind === 'directory') pending.push(path);
    }
  }
  return await sortedInTurns(nodes, (left, right) => compareBytes(left.path, right.path));
}

async function readNode(
  observer: Pick<Observer, 'workspace' | 'hasher'>,
  path: WorkspacePath,
  directory: WorkspacePath,
): Promise<TreeNode | undefined> {
  const { disk } = observer.workspace;
  const absolute = observer.workspace.absolute(path);
  const stat = await disk.lstat(absolute);
  if (stat === undefined) return undefined;
  const { kind, permissions, identity } = stat;
  const node = { path: relativeTo(path, directory), kind, permissions, stat: identity };
  if (kind === 'symlink') return { ...node, target: await disk.readLink(absolute) };
  if (kind !== 'file' || identity.settled) return node;
  const digest = await digestOfLower(observer, path);
  return digest === undefined ? undefined : { ...node, digest };
}

function refuseProtected(
  workspace: Workspace,
  path: WorkspacePath,
  directory: WorkspacePath,
): void {
  if (!workspace.isProtected(path)) return;
  const shown = displayName(directory);
  throw new StagedFsError(
    'ERR_STAGED_INVALID_PATH',
    `Cannot remove \`${shown}\`: it contains \`${displayName(path)}\`, which staged-fs never removes.`,
    { path: shown, hint: 'Delete the paths around it one by one.' },
  );
}
