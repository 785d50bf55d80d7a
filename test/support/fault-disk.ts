// A disk whose n-th call fails, and that counts the files left open.
import type { Awaitable, Disk } from '../../src/disk/disk.ts';
import { ioError } from '../../src/disk/io-error.ts';
import { type Around, type DiskCall, wrapDisk } from './counting-disk.ts';

/** Which calls fail, and how. */
export interface Fault {
  /** The number of the call that fails, from 1: among the mutating calls, or among `all`. */
  readonly at: number;
  /** @default 'mutating' */
  readonly among?: 'mutating' | 'all';
  /** Such as `EIO`, `ENOSPC`, `EMFILE`, `EACCES`, `EEXIST`. */
  readonly errno: string;
  /** Whether every later call of that kind fails too. */
  readonly fromThenOn?: boolean;
  /** Whether a failing `write` first writes half of its bytes, as on a disk that gets full. */
  readonly halfWritten?: boolean;
}

/** A disk with a fault. */
export interface FaultDisk {
  readonly disk: Disk;
  readonly seen: FaultCounts;
}

/** What a fault disk has seen so far. */
interface FaultCounts {
  /** Calls: run once without a fault to learn how many there are to make fail. */
  readonly all: number;
  readonly mutating: number;
  /** The calls that were made to fail. */
  readonly failed: readonly DiskCall[];
  /** Files opened and not closed. */
  readonly openFiles: number;
}

/** Makes calls of `disk` fail as `fault` says; without one, only counts. */
export function createFaultDisk(disk: Disk, fault?: Fault): FaultDisk {
  const seen = { all: 0, mutating: 0, failed: [] as DiskCall[], openFiles: 0 };
  const around: Around = {
    async call(call, run) {
      seen.all += 1;
      if (call.mutation > 0) seen.mutating += 1;
      if (call.verb === 'close') seen.openFiles -= 1;
      if (fault !== undefined && strikes(fault, call)) {
        seen.failed.push(call);
        await fail(fault, call, run);
      }
      const result = await run();
      if (call.verb === 'open') seen.openFiles += 1;
      return result;
    },
  };
  return { disk: wrapDisk(disk, around), seen };
}

function strikes({ at, among, fromThenOn }: Fault, { n, mutation }: DiskCall): boolean {
  const number = among === 'all' ? n : mutation;
  return fromThenOn === true ? number >= at : number === at;
}

async function fail(fault: Fault, call: DiskCall, run: () => Awaitable<unknown>): Promise<never> {
  // A failing close closes all the same, as the operating system's does.
  if (call.verb === 'close') await run();
  if (fault.halfWritten === true) await call.half?.();
  const cause = Object.assign(new Error(`${fault.errno}: injected`), { code: fault.errno });
  throw ioError(cause, call);
}
