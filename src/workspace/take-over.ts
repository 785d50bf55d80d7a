import type { Disk, DiskFile, DiskStat, Owner } from '../disk/disk.ts';

/** What a new file is to have of the one that it will replace. */
export interface TakeOver {
  readonly existing: DiskStat;
  readonly permissions: number;
}

/**
 * Gives the file at `path`, which nobody else knows yet, the owner of the one it will replace, as far
 * as the system lets us, and its bits. What runs as its owner or group does so for that one only.
 */
export async function takeOver(
  disk: Disk,
  path: string,
  { existing, permissions }: TakeOver,
): Promise<void> {
  const file = await disk.open(path, 'read');
  try {
    const { user, group } = await ownedAs(file, existing.owner);
    const foreignUser = user === existing.owner.user ? 0 : SET_USER_ID;
    const foreignGroup = group === existing.owner.group ? 0 : SET_GROUP_ID;
    await file.chmod(permissions & ~foreignUser & ~foreignGroup);
  } finally {
    await file.close();
  }
}

const SET_USER_ID = 0o4000;
const SET_GROUP_ID = 0o2000;

async function ownedAs(file: DiskFile, wanted: Owner): Promise<Owner> {
  const { owner } = await file.stat();
  if (owner.user === wanted.user && owner.group === wanted.group) return owner;
  await file.chown(wanted);
  return (await file.stat()).owner;
}
