import type { DiskFile } from './disk.ts';

/** Does the first thing with a file just opened; when that fails nobody else would close it. */
export async function closeOnFailure<T>(file: DiskFile, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    await file.close();
    throw error;
  }
}
