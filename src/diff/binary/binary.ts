// git looks no further than this, so neither do we: a later NUL leaves a file text.
const LOOKED_AT = 8000;

/** Whether git takes `bytes` for binary: a NUL among the first 8000. */
export function isBinary(bytes: Uint8Array): boolean {
  return bytes.subarray(0, LOOKED_AT).includes(0);
}
