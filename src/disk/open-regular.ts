import { closeOnFailure } from './close-on-failure.ts';
import type { Disk, DiskFile } from './disk.ts';
import { isIoError } from './io-error.ts';
import { notAFile } from './not-a-file.ts';

/** What opening answers for a link (ELOOP), a socket (ENXIO) or a device without a driver. */
const NOT_OPENABLE = ['ELOOP', 'ENXIO', 'ENODEV'];

/**
 * Opens a regular file for reading, not through a link in its last segment, and never blocks.
 * `shown` is the path that errors name.
 * @throws ERR_STAGED_NOT_A_FILE for anything else; ERR_STAGED_IO as `Disk.open` does.
 */
export async function openRegular(
  disk: Disk,
  path: string,
  shown: string = path,
): Promise<DiskFile> {
  const file = await openAnything(disk, path, shown);
  return await closeOnFailure(file, async () => {
    const { kind } = await file.stat();
    if (kind !== 'file') throw notAFile(shown, kind);
    return file;
  });
}

async function openAnything(disk: Disk, path: string, shown: string): Promise<DiskFile> {
  try {
    return await disk.open(path, 'read');
  } catch (error) {
    if (!isIoError(error, ...NOT_OPENABLE)) throw error;
    throw notAFile(shown, isIoError(error, 'ELOOP') ? 'symlink' : 'other');
  }
}
