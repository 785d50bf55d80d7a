import { StagedFsError } from '../base/errors.ts';

/** The error of a call on a session that was closed. */
export function closedError(id: string): StagedFsError {
  return new StagedFsError('ERR_STAGED_SESSION_CLOSED', `Session \`${id}\` is closed.`, {
    hint: 'Open it again with `engine.session`.',
  });
}
