import type { SyntaxReply, SyntaxTask } from '../syntax/task.ts';

/** What a parsing worker is asked. The source is moved to it, not cloned. */
export interface ParseTask {
  readonly task: SyntaxTask;
  /** Shared memory: a flag to end the work, as `createStop` makes, and one that tells it began. */
  readonly stop: Int32Array;
}

/** What comes back. `ruined`: an earlier task spoiled the thread, this one was not tried. */
export type ParseReply = SyntaxReply | { readonly kind: 'ruined' };

const BEGAN = 1;

/** Flags for a new task. */
export function createParseFlags(): Int32Array {
  return new Int32Array(new SharedArrayBuffer(2 * Int32Array.BYTES_PER_ELEMENT));
}

/** Notes that a thread works on the task. */
export function noteBegin({ stop }: ParseTask): void {
  Atomics.store(stop, BEGAN, 1);
}

/** Looks after a running task. */
export interface Watch {
  readonly isHung: boolean;
  end(): void;
}

/**
 * Calls `onHang` when the task was worked on for longer than `ms`, up to twice as long; until a
 * thread takes it, it may wait.
 */
export function watchTask({ stop }: ParseTask, ms: number, onHang: () => void): Watch {
  let hadBegun = false;
  let isHung = false;
  const timer = setInterval(() => {
    isHung = hadBegun;
    hadBegun = Atomics.load(stop, BEGAN) === 1;
    if (isHung) onHang();
  }, ms);
  timer.unref();
  return {
    get isHung() {
      return isHung;
    },
    end: () => clearInterval(timer),
  };
}
