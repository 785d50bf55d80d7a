import type { Digest } from '../base/digest.ts';
import type { DiskFile } from '../disk/disk.ts';
import { filePieces } from '../disk/file-pieces.ts';
import type { BlobOids } from '../store/blob-oids.ts';
import type { BodyStore } from '../store/body-store.ts';

/** Where a pre-image goes. */
export interface BaseKeeper {
  readonly bases: Pick<BodyStore, 'receive'>;
  readonly blobOids: BlobOids;
}

/** Keeps all bytes of an opened file, too many to be held at once; returns the digest of what is kept. */
export async function keepLargeBase(keeper: BaseKeeper, file: DiskFile): Promise<Digest> {
  const body = await keeper.bases.receive(filePieces(file));
  await body.publish();
  keeper.blobOids.note(body);
  return body.digest;
}
