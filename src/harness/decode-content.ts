import { decodeBase64 } from './base64.ts';
import { invalidParameter } from './hostlib-error.ts';

/** Content as a request brings it. */
export interface WireContent {
  readonly builtin: string;
  /** The parameter it came in, for the error. */
  readonly parameter: string;
  readonly text: string;
}

/** The content, decoded where it is base64. */
export function decodeContent(
  { builtin, parameter, text }: WireContent,
  encoding: 'utf-8' | 'base64' | null | undefined,
): string | Uint8Array {
  if (encoding !== 'base64') return text;
  const bytes = decodeBase64(text);
  if (bytes !== undefined) return bytes;
  throw invalidParameter(builtin, { parameter, detail: 'not valid base64' });
}
