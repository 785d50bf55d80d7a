import type { Disk } from './disk.ts';

/** Puts the bytes of the file at `path` on the medium, whoever wrote them. Follows no link. */
export async function syncFile(disk: Disk, path: string): Promise<void> {
  const file = await disk.open(path, 'read');
  try {
    await file.sync();
  } finally {
    await file.close();
  }
}
