import type { StatIdentity } from '../base/entry.ts';
import { isSameContentStat } from '../base/stat-identity.ts';
import type { Applying } from './applying.ts';
import { keepForGood } from './put-back.ts';

/** Two names that were exchanged for nothing. */
export interface Exchanged {
  /** Has what came out. */
  readonly temporary: string;
  /** Had the file we made, unless someone has saved over it. */
  readonly target: string;
  /** The file we made. */
  readonly made: StatIdentity;
}

/** An editor that saves faster than this never lets go of a file. */
const MOST_EXCHANGES = 8;

/**
 * Takes an exchange back. Whoever saved between the two gets the name again: each exchange brings
 * out what was in place, and the newest of that goes back. Undefined when the temporary name has
 * the file we made; else the place where something is kept that is not ours.
 */
export async function exchangeBack(
  applying: Applying,
  names: Exchanged,
): Promise<string | undefined> {
  try {
    if (await bringsOutOurs(applying, names)) return undefined;
  } catch {
    // The name is gone, or the disk fails: what we hold must be kept all the same.
  }
  return await keepForGood(applying, names.temporary);
}

// Compared by content too: an inode may come again, and a save may go into the file we made.
async function bringsOutOurs(applying: Applying, names: Exchanged): Promise<boolean> {
  const { disk } = applying.workspace;
  const { temporary, target, made } = names;
  let inPlace: StatIdentity | undefined = made;
  let held = (await disk.lstat(temporary))?.identity;
  for (let exchanges = 0; exchanges < MOST_EXCHANGES; exchanges += 1) {
    await disk.exchange(temporary, target);
    const out = (await disk.lstat(temporary))?.identity;
    if (isSame(out, inPlace)) return isSame(out, made);
    inPlace = held;
    held = out;
  }
  return false;
}

function isSame(left: StatIdentity | undefined, right: StatIdentity | undefined): boolean {
  return left !== undefined && right !== undefined && isSameContentStat(left, right);
}
