import { StagedFsError } from '../base/errors.ts';
import { shownPath } from './shown-path.ts';

/** The error for reading something that is not a regular file. */
export function notAFile(path: string, found?: string): StagedFsError {
  const shown = shownPath(path);
  const message = `\`${shown}\` is not a regular file.`;
  const hint = 'Name a regular file.';
  const data = { path: shown, expected: 'file', hint };
  return new StagedFsError(
    'ERR_STAGED_NOT_A_FILE',
    message,
    found === undefined ? data : { ...data, found },
  );
}
