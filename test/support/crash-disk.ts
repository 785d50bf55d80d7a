// A disk whose process dies at a chosen call: nothing it asks for later reaches the disk.
import type { Awaitable, Disk } from '../../src/disk/disk.ts';
import { ioError } from '../../src/disk/io-error.ts';
import { type Around, type DiskCall, wrapDisk } from './counting-disk.ts';

/** When the process dies. */
export interface Death {
  /** The number of the mutating call, from 1. */
  readonly at: number;
  /** `half` writes half of its bytes first, where the call is a write; else it is `before`. */
  readonly when: 'before' | 'half' | 'after';
}

/** The same for a call that is known by what it does. */
export interface DeathOn {
  readonly on: (call: DiskCall) => Awaitable<boolean>;
  readonly when: Death['when'];
}

export interface CrashDisk {
  readonly disk: Disk;
  /** The mutating calls made, the fatal one included. */
  readonly mutations: () => number;
  readonly isDead: () => boolean;
}

/** Only closing still works, as the system does it for the dead. */
export function createCrashDisk(disk: Disk, death?: Death | DeathOn): CrashDisk {
  let mutations = 0;
  let isDead = false;
  const around: Around = {
    async call(call, run) {
      if (call.verb === 'close') return await run();
      const dead = ioError(Object.assign(new Error('dead'), { code: 'EIO' }), call);
      if (isDead) throw dead;
      mutations = Math.max(mutations, call.mutation);
      if (death === undefined || !(await isFatal(death, call))) return await run();
      isDead = true;
      if (death.when === 'after') await run();
      if (death.when === 'half') await call.half?.();
      throw dead;
    },
  };
  return { disk: wrapDisk(disk, around), mutations: () => mutations, isDead: () => isDead };
}

function isFatal(death: Death | DeathOn, call: DiskCall): Awaitable<boolean> {
  return 'on' in death ? death.on(call) : call.mutation === death.at;
}
