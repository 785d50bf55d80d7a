import { isUtf8 } from 'node:buffer';

/** Bytes for a JSON document: as text where they are UTF-8, else as base64. */
export function encoded(bytes: Uint8Array): { encoding: 'utf-8' | 'base64'; content: string } {
  const encoding = isUtf8(bytes) ? 'utf-8' : 'base64';
  return { encoding, content: Buffer.from(bytes).toString(encoding) };
}
