import { assertAttached } from '../../base/detached.ts';
import type { Digest } from '../../base/digest.ts';
import type { ReceivedBody } from '../../store/body-store.ts';
import { LARGEST_INLINE_BYTES } from '../../workspace/observe.ts';
import type { SessionParts } from '../parts.ts';
import { wholly } from './bytes-later.ts';
import { assertBodySize } from './limits.ts';

/** A body on its way into the store. End it with one of its two calls. */
export interface IncomingBody {
  readonly digest: Digest;
  readonly size: number;
  /** Puts it under its digest, or finds it there. Under the lock. */
  publish(): Promise<void>;
  /** Gives it up. */
  discard(): Promise<void>;
}

/** Bytes in memory as a body; large ones go to a temporary file first, in pieces. */
export async function bodyOfBytes(
  parts: SessionParts,
  path: string,
  bytes: Uint8Array,
): Promise<IncomingBody> {
  assertAttached(bytes);
  assertBodySize(parts, path, bytes.length);
  if (bytes.length > LARGEST_INLINE_BYTES)
    return noted(parts, await parts.bodies.receive(wholly(bytes)));
  const digest = parts.blobOids.digestOf(bytes);
  return {
    digest,
    size: bytes.length,
    publish: () => parts.bodies.put(digest, bytes),
    async discard() {
      // Nothing was written yet.
    },
  };
}

/** Does what ends in `publish`; when that fails nobody else would give the body up. */
export async function discardOnFailure<T>(body: IncomingBody, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    await body.discard();
    throw error;
  }
}

/** A stream, or the file at a path, as a body, received outside any lock. */
export async function bodyOfSource(
  parts: SessionParts,
  source: AsyncIterable<Uint8Array> | string,
  signal: AbortSignal | undefined,
): Promise<ReceivedBody> {
  const { maxBodyBytes } = parts.ports.settings.limits;
  const options =
    signal === undefined ? { maxBytes: maxBodyBytes } : { maxBytes: maxBodyBytes, signal };
  const body =
    typeof source === 'string'
      ? await parts.bodies.receiveFile(source, options)
      : await parts.bodies.receive(source, options);
  return noted(parts, body);
}

function noted(parts: SessionParts, body: ReceivedBody): ReceivedBody {
  parts.blobOids.note(body);
  return body;
}
