import { decodeName, encodeName, hasLoneSurrogate } from '../base/name.ts';

/**
 * The encoding in which we ask node:fs for names: one character a byte, so nothing is lost and
 * the common ASCII name needs no decoding.
 */
export const RAW_NAMES = 'latin1';

/** A path as node:fs takes it. */
export function toNative(path: string): string | Buffer {
  return hasLoneSurrogate(path) ? Buffer.from(encodeName(path)) : path;
}

/** A name that node:fs gave in `RAW_NAMES`. */
export function fromRaw(raw: string): string {
  return /[\u0080-\u00ff]/.test(raw) ? decodeName(Buffer.from(raw, RAW_NAMES)) : raw;
}
