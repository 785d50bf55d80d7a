import { StagedFsError } from '../base/errors.ts';
import { base64Text, decodedText } from '../base/text-pieces.ts';
import { inTurns } from '../disk/in-turns.ts';
import type { EncodedContent } from './schemas/review-schemas.ts';

/** Bytes for a JSON answer: as text where they are UTF-8 and text was asked for, else base64. */
export async function encodeContent(
  bytes: Uint8Array,
  wanted: 'utf-8' | 'binary',
): Promise<EncodedContent> {
  if (bytes.length > LARGEST_ANSWER) throw tooLarge(bytes.length);
  const text = wanted === 'utf-8' ? await inTurns(decodedText(bytes)) : undefined;
  if (text !== undefined) return { encoding: 'utf-8', content: text };
  return { encoding: 'base64', content: await inTurns(base64Text(bytes)) };
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
