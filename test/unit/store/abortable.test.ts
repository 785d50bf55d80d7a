// A stream that has the signal of the call itself, such as one from `addAbortSignal`, fails once it
// fires: a piece asked for then would be a failure that nobody awaits, and those end the process.
import { expect, it } from 'vitest';
import { abortable, type ByteSource } from '../../../src/store/abortable.ts';
import { failureOf } from '../base/failure.ts';

const PIECE = new Uint8Array([1]);

/** Fails once its signal has fired; calls `onAsked` with the number of each piece asked for. */
function failingSource(signal: AbortSignal, onAsked: (count: number) => void): ByteSource {
  let asked = 0;
  return {
    [Symbol.asyncIterator]: () => ({
      async next() {
        asked += 1;
        onAsked(asked);
        await Promise.resolve();
        if (signal.aborted) throw new RangeError('The source was aborted.');
        return { done: false, value: PIECE };
      },
    }),
  };
}

function unhandledRejections(): Disposable & { readonly reasons: readonly unknown[] } {
  const reasons: unknown[] = [];
  const note = (reason: unknown) => reasons.push(reason);
  process.on('unhandledRejection', note);
  return { reasons, [Symbol.dispose]: () => process.off('unhandledRejection', note) };
}

it.each([
  ['between two pieces', 1],
  ['while a piece is awaited', 2],
])('leaves no failure of an aborted source without a handler: %s', async (_, most) => {
  using unhandled = unhandledRejections();
  const abort = new AbortController();
  let asked = 0;
  const source = failingSource(abort.signal, (count) => {
    asked = count;
    if (count === 2) abort.abort();
  });
  const pieces = abortable(source, abort.signal);
  expect(await pieces.next()).toEqual({ done: false, value: PIECE });
  if (most === 1) abort.abort();
  const { code } = await failureOf(() => pieces.next());
  await new Promise((resolve) => setImmediate(resolve));
  expect({ code, asked, unhandled: unhandled.reasons }).toEqual({
    code: 'ERR_STAGED_ABORTED',
    asked: most,
    unhandled: [],
  });
});
