import { assertAttached } from '../../base/detached.ts';
import { encodedText } from '../../base/text-pieces.ts';
import type { Awaitable } from '../../disk/disk.ts';
import { inTurns } from '../../disk/in-turns.ts';
import { LARGEST_INLINE_BYTES } from '../../workspace/observe.ts';
import type { Content } from '../api/types.ts';

/** Content as bytes, when they are asked for. */
export interface BytesLater {
  /** Whether they are more than are handled at once. */
  readonly isLarge: boolean;
  get(): Awaitable<Uint8Array>;
}

/** Characters made bytes at once: 0.2 ms. */
const SHORT_TEXT = 64 * 1024;

/**
 * Checked content as bytes. A long text is made so only when they are first asked for, and with
 * rests between: encoding takes 3 ms a MiB.
 */
export function bytesLater(content: Content): BytesLater {
  if (typeof content !== 'string') return bytesOf(content);
  if (content.length <= SHORT_TEXT) return bytesNow(Buffer.from(content, 'utf8'));
  let encoded: Promise<Uint8Array> | undefined;
  return {
    isLarge:
      content.length > LARGEST_INLINE_BYTES || Buffer.byteLength(content) > LARGEST_INLINE_BYTES,
    get: () => (encoded ??= inTurns(encodedText(content))),
  };
}

// Copied where that takes next to no time: a call may wait for its turn, and what is written must be
// what its digest was made of, though the caller may use its memory again.
function bytesOf(bytes: Uint8Array): BytesLater {
  return bytesNow(bytes.length > LARGEST_INLINE_BYTES ? bytes : new Uint8Array(bytes));
}

function bytesNow(bytes: Uint8Array): BytesLater {
  return { isLarge: bytes.length > LARGEST_INLINE_BYTES, get: () => bytes };
}

/** All of `bytes` in one piece; fails behind it when their buffer went while that was taken. */
export function* wholly(bytes: Uint8Array): Generator<Uint8Array> {
  yield bytes;
  assertAttached(bytes);
}
