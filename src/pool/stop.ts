import { StagedFsError } from '../base/errors.ts';

/** The error of a call that its caller aborted. */
export function abortedError(reason?: unknown): StagedFsError {
  return new StagedFsError('ERR_STAGED_ABORTED', 'The call was aborted.', {
    cause: reason,
    hint: 'Its signal fired. Make the call again if its result is still wanted.',
  });
}

/** The error of a call on a closed hasher, or one that closing overtook. */
export function closedError(): StagedFsError {
  return new StagedFsError('ERR_STAGED_SESSION_CLOSED', 'The engine was closed.', {
    hint: 'Await running calls before closing, and open a new engine for more work.',
  });
}

/**
 * The result of `work`, or ERR_STAGED_ABORTED as soon as the signal fires; `onAbort` then tells
 * the work to end.
 */
export async function unlessAborted<T>(
  work: Promise<T>,
  signal: AbortSignal | undefined,
  onAbort: () => void = () => {},
): Promise<T> {
  if (signal === undefined) return await work;
  return await new Promise<T>((resolve, reject) => {
    const abort = (): void => {
      onAbort();
      reject(abortedError(signal.reason));
    };
    const settle = (): void => signal.removeEventListener('abort', abort);
    signal.addEventListener('abort', abort, { once: true });
    work.then(resolve, reject).finally(settle);
    if (signal.aborted) abort();
  });
}
