import { StagedFsError } from '../../base/errors.ts';
import { displayName } from '../../base/name.ts';
import type { WorkspacePath } from '../../base/workspace-path.ts';

/** Twice this, text and deflated, is what one patch section may hold in memory. */
export const LARGEST_DIFF_BYTES: number = 512 * 1024 * 1024;

/** Refuses a body too large to be compared in memory. */
export function assertDiffable(path: WorkspacePath, size: number): void {
  if (size > LARGEST_DIFF_BYTES) throw tooLargeToDiff(path, size);
}

/** The refusal of a file with that many bytes. */
export function tooLargeToDiff(path: WorkspacePath, size: number): StagedFsError {
  return new StagedFsError(
    'ERR_STAGED_TOO_LARGE',
    `\`${displayName(path)}\` is too large to diff: ${size} bytes, at most ${LARGEST_DIFF_BYTES}.`,
    {
      path: displayName(path),
      hint: 'Leave it out with `paths`, or use the `name-status` format.',
    },
  );
}
