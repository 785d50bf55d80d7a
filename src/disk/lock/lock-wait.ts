import { performance } from 'node:perf_hooks';
import { StagedFsError } from '../../base/errors.ts';
import { displayName } from '../../base/name.ts';
import type { HeldLock, LockOptions } from './lock.ts';
import { markAt } from './lock-mark.ts';

/** A lock as the waiting sees it. */
export interface Contended {
  readonly path: string;
  tryOnce(): HeldLock | undefined;
  /** Who holds it, where that can be known: such as `process 4711`. */
  holder(): Promise<string | undefined>;
}

const FIRST_PAUSE_MS = 1;
const LONGEST_PAUSE_MS = 25;

/**
 * Tries until the lock is free, pausing 1 ms, then twice as long each time, up to 25 ms.
 * @throws ERR_STAGED_BUSY at the deadline; ERR_STAGED_ABORTED.
 */
export async function waitForLock(lock: Contended, options: LockOptions): Promise<HeldLock> {
  let deadline: Deadline | undefined;
  for (let pause = FIRST_PAUSE_MS; ; pause = Math.min(pause * 2, LONGEST_PAUSE_MS)) {
    if (options.signal?.aborted === true) throw aborted(lock, options.signal);
    const held = lock.tryOnce();
    if (held !== undefined) return held;
    deadline ??= new Deadline(lock.path, options.timeoutMs);
    const left = deadline.left();
    if (left <= 0) throw await busy(lock);
    // Jitter: waiters that were woken together would go on colliding.
    await pauseFor(Math.min(pause * (0.5 + Math.random() / 2), left), options.signal);
  }
}

/** Until when a lock is waited for: anew each time its holder has advanced meanwhile. */
class Deadline {
  readonly #path: string;
  readonly #timeoutMs: number;
  #at: number;
  #mark: bigint | undefined;

  constructor(path: string, timeoutMs: number) {
    this.#path = path;
    this.#timeoutMs = timeoutMs;
    this.#at = performance.now() + timeoutMs;
    this.#mark = markAt(path);
  }

  /** Milliseconds; none or less when it is over. */
  left(): number {
    const left = this.#at - performance.now();
    if (left > 0) return left;
    const mark = markAt(this.#path);
    if (mark === this.#mark) return 0;
    this.#mark = mark;
    this.#at = performance.now() + this.#timeoutMs;
    return this.#timeoutMs;
  }
}

/** Ends early, without an error, when the signal fires. */
async function pauseFor(ms: number, signal: AbortSignal | undefined): Promise<void> {
  await new Promise<void>((resolve) => {
    const wake = (): void => {
      clearTimeout(timer);
      signal?.removeEventListener('abort', wake);
      resolve();
    };
    const timer = setTimeout(wake, ms);
    signal?.addEventListener('abort', wake);
  });
}

async function busy(lock: Contended): Promise<StagedFsError> {
  const holder = await lock.holder();
  const path = displayName(lock.path);
  const by = holder ?? 'another holder';
  return new StagedFsError('ERR_STAGED_BUSY', `\`${path}\` is locked by ${by}.`, {
    path,
    ...(holder === undefined ? {} : { holder }),
    hint: 'Wait until it is done, or raise `lockTimeoutMs`.',
  });
}

function aborted(lock: Contended, signal: AbortSignal): StagedFsError {
  const path = displayName(lock.path);
  return new StagedFsError('ERR_STAGED_ABORTED', `Waiting for the lock \`${path}\` was aborted.`, {
    path,
    cause: signal.reason,
    hint: 'Nothing was changed; try again.',
  });
}
