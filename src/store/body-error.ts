import type { Digest } from '../base/digest.ts';
import { isStagedFsError, StagedFsError } from '../base/errors.ts';
import { isIoError } from '../disk/io-error.ts';

/** ERR_STAGED_BODY_MISSING: a record names the body, and it is gone (rule B1). */
export function missingBody(digest: Digest): StagedFsError {
  return new StagedFsError('ERR_STAGED_BODY_MISSING', `The staged body \`${digest}\` is gone.`, {
    path: digest,
    hint: 'Run `staged-fs verify` to see what it belongs to; stage that path again or discard it.',
  });
}

/** The same where not even the store is: nothing is lost that the session's own place still has. */
export function missingStore(digest: Digest): StagedFsError {
  const message = `The staged body \`${digest}\` is gone, and all others of its session.`;
  return new StagedFsError('ERR_STAGED_BODY_MISSING', message, {
    path: digest,
    hint: 'If the workspace was moved, close the session and open it where that is now.',
  });
}

/** ERR_STAGED_BODY_CORRUPT: what is kept under the digest is something else (rule B1). */
export function corruptBody(digest: Digest, found: string): StagedFsError {
  const message = `The staged body \`${digest}\` is damaged: ${found}.`;
  return new StagedFsError('ERR_STAGED_BODY_CORRUPT', message, {
    path: digest,
    expected: digest,
    found,
    hint: 'Run `staged-fs verify` to see what it belongs to; stage that path again or discard it.',
  });
}

/** What a refused call means for a body: it is gone, or there is no file in its place. */
export function integrityErrorOf(error: unknown, digest: Digest): StagedFsError | undefined {
  if (isIoError(error, 'ENOENT', 'ENOTDIR')) return missingBody(digest);
  const isNoFile =
    isIoError(error, 'ELOOP', 'EISDIR', 'ESPIPE') ||
    isStagedFsError(error, 'ERR_STAGED_NOT_A_FILE');
  return isNoFile ? corruptBody(digest, 'it is no file') : undefined;
}
