// A disk between whose calls somebody else is at work, or that refuses some of them.
import type { Disk } from '../../src/disk/disk.ts';
import { ioError, type Verb } from '../../src/disk/io-error.ts';
import { createNodeDisk } from '../../src/disk/node-disk.ts';
import { type DiskCall, wrapDisk } from './counting-disk.ts';

/** What happens around calls: `count` is the number of the call among those of its verb, from 1. */
export interface Meddling {
  before?(call: DiskCall, count: number): void;
  after?(call: DiskCall, count: number): void;
}

/** Counts from when it is made. */
export function createMeddlingDisk(meddling: Meddling): Disk {
  const counts = new Map<Verb, number>();
  return wrapDisk(createNodeDisk({ mode: 'sync' }), {
    async call(call, run) {
      const count = (counts.get(call.verb) ?? 0) + 1;
      counts.set(call.verb, count);
      meddling.before?.(call, count);
      const result = await run();
      meddling.after?.(call, count);
      return result;
    },
  });
}

/** Thrown from `before`, the operating system's refusal of that call. */
export function refusal(call: DiskCall, errno = 'EIO'): Error {
  return ioError(Object.assign(new Error(`${errno}: injected`), { code: errno }), call);
}
