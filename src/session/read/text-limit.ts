import { StagedFsError } from '../../base/errors.ts';

/** What one string can hold in this version of node: 512 MiB less 24. */
export const LARGEST_TEXT: number = 512 * 1024 * 1024 - 24;

/** The error for text that no string can hold; `path` as it is shown. */
export function textTooLarge(path: string, hint: string): StagedFsError {
  const expected = `at most ${LARGEST_TEXT} bytes`;
  return new StagedFsError('ERR_STAGED_TOO_LARGE', `\`${path}\` is too large to read as text.`, {
    path,
    expected,
    hint,
  });
}
