import { StagedFsError } from '../../base/errors.ts';
import { displayName } from '../../base/name.ts';
import { displayPath, type WorkspacePath } from '../../base/workspace-path.ts';
import type { FilePatch } from './read-patch.ts';

/** The refusal of a patch that one of its sections does not fit. */
export function rejected(patch: FilePatch, reason: string): StagedFsError {
  const path = displayName(patch.to ?? patch.from ?? '');
  return new StagedFsError(
    'ERR_STAGED_PATCH_REJECTED',
    `The patch does not fit \`${path}\`: ${reason}.`,
    {
      path,
      found: reason,
      hint: 'Nothing was staged. Make the patch against what is there now.',
    },
  );
}

/** The refusal of a patch that makes what exists. */
export function alreadyThere(path: WorkspacePath): StagedFsError {
  const shown = displayPath(path);
  return new StagedFsError(
    'ERR_STAGED_PATCH_REJECTED',
    `The patch makes \`${shown}\`, which exists.`,
    {
      path: shown,
      hint: 'Nothing was staged. Delete the file first, or make the patch anew.',
    },
  );
}
