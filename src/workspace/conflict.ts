import { StagedFsError } from '../base/errors.ts';
import { displayName } from '../base/name.ts';
import type { WorkspacePath } from '../base/workspace-path.ts';

/** The error for a path whose lower is not what the entry was staged on. */
export function conflict(path: WorkspacePath, expected: string, found: string): StagedFsError {
  const shown = displayName(path);
  return new StagedFsError(
    'ERR_STAGED_CONFLICT',
    `\`${shown}\` changed in the workspace since it was staged: expected ${expected}, found ${found}.`,
    {
      path: shown,
      expected,
      found,
      hint: 'Compare the two, then discard the path or commit it with `--on-conflict overwrite`.',
    },
  );
}
