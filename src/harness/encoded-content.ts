import { isUtf8 } from 'node:buffer';
import { StagedFsError } from '../base/errors.ts';
import type { EncodedContent } from './review-schemas.ts';

/** Bytes for a JSON answer: as text where they are UTF-8 and text was asked for, else base64. */
export function encodeContent(bytes: Uint8Array, wanted: 'utf-8' | 'binary'): EncodedContent {
  if (bytes.length > LARGEST_ANSWER) throw tooLarge(bytes.length);
  const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  return wanted === 'utf-8' && isUtf8(bytes)
    ? { encoding: 'utf-8', content: buffer.toString('utf8') }
    : { encoding: 'base64', content: buffer.toString('base64') };
}

/** What fits a string (512 MiB) as base64, with room for the message around it. */
export const LARGEST_ANSWER: number = 380 * 1024 * 1024;

function tooLarge(size: number): StagedFsError {
  return new StagedFsError(
    'ERR_STAGED_TOO_LARGE',
    `More bytes than fit one answer: at least ${size}, at most ${LARGEST_ANSWER}.`,
    { hint: 'Read the file in parts, with `offset` and `limit_bytes`.' },
  );
}
