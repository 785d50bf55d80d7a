import { StagedFsError } from './errors.ts';

/**
 * Refuses bytes whose buffer was transferred to somewhere else: they look like no bytes at all, and
 * would be written as such. @throws ERR_STAGED_INVALID_ARGUMENT
 */
export function assertAttached(bytes: Uint8Array, argument = 'content'): void {
  if (!isDetached(bytes)) return;
  throw new StagedFsError(
    'ERR_STAGED_INVALID_ARGUMENT',
    `The buffer of \`${argument}\` is detached: its bytes were transferred.`,
    { argument, hint: 'Transfer it only when the call is done; nothing was changed.' },
  );
}

// Of a detached buffer no part can be taken, not even an empty one. (`detached` came with Node 22.)
function isDetached({ buffer, length }: Uint8Array): boolean {
  if (length > 0) return false;
  try {
    return buffer.slice(0, 0).byteLength > 0;
  } catch {
    return true;
  }
}
