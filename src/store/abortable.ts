import { StagedFsError } from '../base/errors.ts';

/** Bytes that come piece by piece. */
export type ByteSource = AsyncIterable<Uint8Array> | Iterable<Uint8Array>;

/** Throws ERR_STAGED_ABORTED once `signal` has been aborted. */
export function throwIfAborted(signal: AbortSignal | undefined): void {
  if (signal?.aborted === true) throw aborted(signal);
}

/** The pieces of `source`; @throws ERR_STAGED_ABORTED at once, even while a piece is awaited. */
export async function* abortable(
  source: ByteSource,
  signal: AbortSignal | undefined,
): AsyncGenerator<Uint8Array> {
  const iterator = iteratorOf(source);
  let isDone = false;
  try {
    for (;;) {
      const step = await orAborted(iterator.next(), signal);
      isDone = step.done === true;
      if (step.done === true) return;
      yield step.value;
    }
  } finally {
    if (!isDone) stop(iterator);
  }
}

type PieceIterator = AsyncIterator<Uint8Array> | Iterator<Uint8Array>;

function iteratorOf(source: ByteSource): PieceIterator {
  return Symbol.asyncIterator in source
    ? source[Symbol.asyncIterator]()
    : source[Symbol.iterator]();
}

async function orAborted<T>(step: T | Promise<T>, signal: AbortSignal | undefined): Promise<T> {
  throwIfAborted(signal);
  if (signal === undefined || !(step instanceof Promise)) return await step;
  let onAbort = (): void => undefined;
  const abort = new Promise<never>((_, reject) => {
    onAbort = () => {
      reject(aborted(signal));
    };
    signal.addEventListener('abort', onAbort, { once: true });
  });
  try {
    return await Promise.race([step, abort]);
  } finally {
    signal.removeEventListener('abort', onAbort);
  }
}

// Not awaited: a source that hangs would hang here too. Its failure comes after the one that counts.
function stop(iterator: PieceIterator): void {
  const stopped = Promise.resolve(iterator.return?.());
  stopped.catch(() => undefined);
}

function aborted(signal: AbortSignal): StagedFsError {
  return new StagedFsError('ERR_STAGED_ABORTED', 'The call was aborted.', { cause: signal.reason });
}
