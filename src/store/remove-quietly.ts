import type { Disk } from '../disk/disk.ts';

/**
 * Removes a temporary file after a failure, which is what the caller must hear of. One that stays is
 * swept later.
 */
export async function removeQuietly(disk: Disk, path: string): Promise<void> {
  try {
    await disk.unlink(path);
  } catch {
    // The disk that failed may well fail here too.
  }
}
