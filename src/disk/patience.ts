import type { Awaitable } from './disk.ts';
import { isIoError } from './io-error.ts';

/**
 * On Windows a scanner or an editor that has a file open refuses its rename for a moment. Elsewhere
 * such a refusal mostly stays, and whoever waits for a commit must not wait long for it.
 */
const PAUSES_MS = process.platform === 'win32' ? [10, 20, 40, 80, 160, 320, 640] : [5, 20, 50];
const PASSING = process.platform === 'win32' ? ['EPERM', 'EBUSY', 'EACCES'] : ['EPERM', 'EBUSY'];

/** Makes a call again, a few times with longer and longer pauses, while somebody has the file open. */
export async function patiently(
  call: () => Awaitable<void>,
  pause: (ms: number) => Promise<unknown> = pauseFor,
): Promise<void> {
  for (const ms of PAUSES_MS) {
    try {
      return await call();
    } catch (error) {
      if (!isIoError(error, ...PASSING)) throw error;
      await pause(ms);
    }
  }
  return await call();
}

async function pauseFor(ms: number): Promise<void> {
  await new Promise((resolve) => setTimeout(resolve, ms));
}
