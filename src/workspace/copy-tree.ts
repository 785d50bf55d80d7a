/**
 * Copies of what can't be moved, as the place it goes to is on another file system, and the removal
 * of what was copied.
 */
import type { StatIdentity } from '../base/entry.ts';
import { StagedFsError } from '../base/errors.ts';
import { isSameContentStat, isSameStat } from '../base/stat-identity.ts';
import type { Disk, DiskStat } from '../disk/disk.ts';
import { openUp } from '../disk/remove-tree.ts';
import { shownPath } from '../disk/shown-path.ts';
import { takeOver } from './take-over.ts';

/** How copies are made. */
export interface Copying {
  readonly disk: Disk;
  /** Whether they are on the medium when they are complete. */
  readonly sync: boolean;
  /** Told of each step: a tree may take long. */
  readonly advance: () => void;
}

/** Something that was copied, as it was then. */
export interface Copied {
  /** Where in the copied tree: nothing for the whole, else with a leading slash. */
  readonly below: string;
  readonly stat: DiskStat;
}

/** From where to where a copy goes. */
export interface Ways {
  readonly from: string;
  readonly to: string;
  /** The path that a person knows it by: `from` may be a name of ours. */
  readonly name: string;
}

interface Tree extends Ways {
  /** Parents come before what is in them. */
  readonly copied: Copied[];
}

/**
 * Copies the file, link or directory at `from` to `to`, which is free: content, permission bits and
 * date, the owner as far as the system lets us. Large files are copied by the system, so that memory
 * stays flat.
 * @throws ERR_STAGED_CONFLICT when something changes meanwhile, ERR_STAGED_UNSUPPORTED for what
 *   can't be copied; a part may then be at `to`
 */
export async function copyTree(copying: Copying, ways: Ways): Promise<readonly Copied[]> {
  const tree: Tree = { ...ways, copied: [] };
  await copyNode(copying, tree, '');
  return tree.copied;
}

/**
 * Removes what was copied from `path`, where it is by now, and nothing else.
 * @throws ERR_STAGED_CONFLICT for what changed since, ERR_STAGED_IO with ENOTEMPTY for what came
 */
export async function removeCopied(
  { disk, advance }: Copying,
  path: string,
  copied: readonly Copied[],
): Promise<void> {
  for (const { below, stat } of copied) {
    if (stat.kind === 'directory') await openUp(disk, `${path}${below}`, stat);
  }
  for (const { below, stat } of copied.toReversed()) {
    advance();
    const at = `${path}${below}`;
    if (stat.kind === 'directory') {
      await disk.removeDirectory(at);
      continue;
    }
    // Its other name has moved the change time of the whole.
    const now = await disk.lstat(at);
    if (!isSame(stat, now, isSameContentStat)) throw changed(at);
    await disk.unlink(at);
  }
}

async function copyNode(copying: Copying, tree: Tree, below: string): Promise<void> {
  const { disk } = copying;
  copying.advance();
  const from = `${tree.from}${below}`;
  const stat = await disk.lstat(from);
  if (stat === undefined) throw changed(`${tree.name}${below}`);
  tree.copied.push({ below, stat });
  await copyKind(copying, tree, { below, stat });
  const after = await disk.lstat(from);
  if (!isSame(stat, after, isSameStat)) throw changed(`${tree.name}${below}`);
}

async function copyKind(copying: Copying, tree: Tree, { below, stat }: Copied): Promise<void> {
  const [from, to] = [`${tree.from}${below}`, `${tree.to}${below}`];
  const { disk } = copying;
  switch (stat.kind) {
    case 'file':
      await disk.copyFile(from, to, 0o600);
      return await makeAlike(copying, to, stat);
    case 'symlink':
      return await disk.symlink(await disk.readLink(from), to);
    case 'directory':
      return await copyDirectory(copying, tree, { below, stat });
    case 'other':
      throw uncopied(`${tree.name}${below}`, 'it is a pipe, a socket or a device');
  }
}

async function copyDirectory(copying: Copying, tree: Tree, whole: Copied): Promise<void> {
  const { disk, sync } = copying;
  const [from, to] = [`${tree.from}${whole.below}`, `${tree.to}${whole.below}`];
  const top = tree.copied[0]?.stat.identity.dev;
  // Nobody could remove that one, and what it holds may be somebody else's.
  if (whole.stat.identity.dev !== top) {
    throw uncopied(`${tree.name}${whole.below}`, 'something is mounted there');
  }
  // Its own bits come last: they may not let us write.
  await disk.makeDirectory(to, 0o700);
  for (const { name } of await disk.list(from)) {
    await copyNode(copying, tree, `${whole.below}/${name}`);
  }
  if (sync) await disk.syncDirectory(to);
  await makeAlike(copying, to, whole.stat);
}

async function makeAlike({ disk, sync }: Copying, path: string, existing: DiskStat): Promise<void> {
  await takeOver(disk, path, { existing, permissions: existing.permissions });
  const file = await disk.open(path, 'read');
  try {
    await file.setModified(existing.identity.mtimeNs);
    if (sync) await file.sync();
  } finally {
    await file.close();
  }
}

function isSame(
  stat: DiskStat,
  now: DiskStat | undefined,
  compare: (left: StatIdentity, right: StatIdentity) => boolean,
): boolean {
  return now !== undefined && compare(stat.identity, now.identity);
}

function changed(path: string): StagedFsError {
  const shown = shownPath(path);
  return new StagedFsError('ERR_STAGED_CONFLICT', `\`${shown}\` changed while it was copied.`, {
    path: shown,
    hint: 'Somebody is at work there: commit again.',
  });
}

function uncopied(path: string, why: string): StagedFsError {
  const shown = shownPath(path);
  return new StagedFsError(
    'ERR_STAGED_UNSUPPORTED',
    `Cannot keep \`${shown}\`: the staged state is on another file system, and ${why}.`,
    { path: shown, hint: 'Move it away by hand, then commit again.' },
  );
}
