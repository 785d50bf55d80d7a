import { createNodeDisk } from '../disk/node-disk.ts';
import { statSource } from '../store/receive.ts';

/** The bytes of a file outside any session, such as a patch. @throws ERR_STAGED_NOT_FOUND */
export async function readSource(path: string): Promise<Uint8Array> {
  const disk = createNodeDisk();
  await statSource(disk, path);
  return (await disk.readFile(path)) ?? new Uint8Array();
}
