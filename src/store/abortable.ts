import { abortedError, unlessAborted } from '../pool/stop.ts';

/** Bytes that come piece by piece. */
export type ByteSource = AsyncIterable<Uint8Array> | Iterable<Uint8Array>;

/** Throws ERR_STAGED_ABORTED once `signal` has been aborted. */
export function throwIfAborted(signal: AbortSignal | undefined): void {
  if (signal?.aborted === true) throw abortedError(signal.reason);
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
      const step = await nextOf(iterator, signal);
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

// Asked first: what an aborted source then starts fails, and a failure that nobody awaits ends the
// process. One signal for the stream and the call is the rule.
async function nextOf(
  iterator: PieceIterator,
  signal: AbortSignal | undefined,
): Promise<IteratorResult<Uint8Array>> {
  throwIfAborted(signal);
  return await unlessAborted(Promise.resolve(iterator.next()), signal);
}

// Not awaited: a source that hangs would hang here too. Its failure comes after the one that counts.
function stop(iterator: PieceIterator): void {
  const stopped = Promise.resolve(iterator.return?.());
  stopped.catch(() => undefined);
}
