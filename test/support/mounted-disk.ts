// A disk of two file systems: no name moves between what is below a directory and the rest, as if
// something were mounted there. The directory itself can be neither moved nor replaced.
import { readlinkSync } from 'node:fs';
import { StagedFsError } from '../../src/base/errors.ts';
import type { Disk } from '../../src/disk/disk.ts';
import { ioError, type Verb } from '../../src/disk/io-error.ts';
import { wrapDisk } from './counting-disk.ts';

/** What is mounted, and what it can. */
export interface Mount {
  /** A real path. */
  readonly directory: string;
  /** Whether names can be exchanged, there and elsewhere. @default true */
  readonly exchanges?: boolean;
}

/** `disk` with the refusals of a mount. */
export function createMountedDisk(disk: Disk, { directory, exchanges = true }: Mount): Disk {
  const plain = wrapDisk(disk, { call: async (_, run) => await run() });
  const check = (verb: Verb, path: string, other: string): void => {
    const places = [realPathOf(path), realPathOf(other)];
    if (places.includes(directory)) throw refused('EBUSY', verb, path);
    const inside = places.filter((place) => place.startsWith(`${directory}/`));
    if (inside.length === 1) throw refused('EXDEV', verb, path);
  };
  return {
    ...plain,
    rename: async (from, to) => {
      check('rename', from, to);
      await plain.rename(from, to);
    },
    link: async (existing, path) => {
      check('link', existing, path);
      await plain.link(existing, path);
    },
    exchange: async (left, right) => {
      check('exchange', left, right);
      if (!exchanges) throw new StagedFsError('ERR_STAGED_UNSUPPORTED', 'No exchange here.');
      await plain.exchange(left, right);
    },
  };
}

/** Where the state and the parts of a workspace lie, for tests that a commit must pass in each. */
export interface Arrangement {
  readonly name: string;
  /** `disk` as it is then, for the workspace at `root`. */
  readonly mounted: (disk: Disk, root: string) => Disk;
}

export const MOUNTED: readonly Arrangement[] = [
  {
    name: 'the state on another file system',
    mounted: (disk, root) => createMountedDisk(disk, { directory: `${root}/.harn` }),
  },
  {
    name: 'a mount inside',
    mounted: (disk, root) => createMountedDisk(disk, { directory: `${root}/d` }),
  },
];

export const ARRANGEMENTS: readonly Arrangement[] = [
  { name: 'one file system', mounted: (disk) => disk },
  ...MOUNTED,
];

// A path below an opened directory is where that directory is.
function realPathOf(path: string): string {
  return path.replace(/^\/proc\/self\/fd\/\d+(?=\/)/, (handle) => readlinkSync(handle));
}

function refused(errno: string, verb: Verb, path: string): StagedFsError {
  return ioError(Object.assign(new Error(`${errno}: mounted`), { code: errno }), { verb, path });
}
