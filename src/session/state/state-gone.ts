import { StagedFsError } from '../../base/errors.ts';

/** The error of a session whose files vanished while it was open, by `git clean -fdx` for one. */
export function stateGone(id: string): StagedFsError {
  return new StagedFsError(
    'ERR_STAGED_CORRUPT',
    `The stored state of session \`${id}\` is gone; nothing is written without it.`,
    { hint: 'Put the state directory back, or close the session and open it again to start anew.' },
  );
}
