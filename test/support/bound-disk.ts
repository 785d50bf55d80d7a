// A disk on which permission bits bind as they bind all but root, who may be running this.
import { statSync } from 'node:fs';
import { dirname } from 'node:path';
import type { Disk } from '../../src/disk/disk.ts';
import type { DiskCall } from './counting-disk.ts';
import { createMeddlingDisk, refusal } from './meddling-disk.ts';

/** Takes no name out of a directory whose owner may not write. */
export function createBoundDisk(): Disk {
  return createMeddlingDisk({
    before(call) {
      if (takesName(call) && isReadOnly(dirname(call.path))) throw refusal(call, 'EACCES');
    },
  });
}

function takesName({ verb }: DiskCall): boolean {
  return verb === 'unlink' || verb === 'removeDirectory';
}

function isReadOnly(directory: string): boolean {
  return ((statSync(directory, { throwIfNoEntry: false })?.mode ?? 0o777) & 0o200) === 0;
}
