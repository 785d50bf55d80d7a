// Locks that tell when they are asked for, taken, advanced and let go.
import type { FileLock, HeldLock, LockMaker } from '../../src/disk/lock/lock.ts';

/** `ask session`, `take commit`, `advance session`, `free commit` and the like. */
export type LockEvent = `${'ask' | 'take' | 'advance' | 'free'} ${'commit' | 'session'}`;

/** Passes on what `locks` do; `tell` may hold an event up. */
export function recordLocks(
  locks: LockMaker,
  tell: (event: LockEvent) => Promise<void> | void,
): LockMaker {
  return {
    kind: locks.kind,
    lockAt(path) {
      const lock = locks.lockAt(path);
      const name = nameOf(path);
      return name === undefined ? lock : recorded(lock, (did) => tell(`${did} ${name}`));
    },
  };
}

function nameOf(path: string): 'commit' | 'session' | undefined {
  if (path.endsWith('/.commit.lock')) return 'commit';
  return path.endsWith('/lock') ? 'session' : undefined;
}

type Tell = (did: 'ask' | 'take' | 'advance' | 'free') => Promise<void> | void;

function recorded(lock: FileLock, tell: Tell): FileLock {
  let held: HeldLock | undefined;
  const free = (): void => {
    if (held !== undefined) void tell('free');
    held = undefined;
  };
  return {
    tryAcquire: (shared) => lock.tryAcquire(shared),
    async acquire(options) {
      await tell('ask');
      const taken = await lock.acquire(options);
      held = taken;
      await tell('take');
      return {
        advance() {
          void tell('advance');
          taken.advance();
        },
        release() {
          free();
          taken.release();
        },
      };
    },
    close() {
      free();
      lock.close();
    },
  };
}
