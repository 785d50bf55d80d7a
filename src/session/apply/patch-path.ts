import { StagedFsError } from '../../base/errors.ts';
import { displayName } from '../../base/name.ts';
import { joinPath, ROOT_PATH, type WorkspacePath } from '../../base/workspace-path.ts';
import { assertChangeable } from '../../overlay/gate.ts';
import { assertWellFormed } from '../../overlay/well-formed.ts';
import type { SessionParts } from '../parts.ts';
import type { FilePatch } from './read-patch.ts';

// An empty, `.` or `..` segment.
const ODD_SEGMENT = /(?:^|\/)\.{0,2}(?:\/|$)/;

/**
 * The key of a name in a patch: the name itself, which is one of a tree, so that links mean nothing
 * in it. @throws ERR_STAGED_PATH_ESCAPE, ERR_STAGED_INVALID_PATH, ERR_STAGED_PATCH_INVALID
 */
export async function patchPath(
  { gate }: SessionParts,
  { section }: FilePatch,
  name: string,
): Promise<WorkspacePath> {
  // One that leads out of the workspace is refused as such.
  if (name.split('/').includes('..')) await gate.locateForChange(name);
  if (ODD_SEGMENT.test(name)) throw odd(name, section.patchLine);
  assertWellFormed(name);
  return assertChangeable(joinPath(ROOT_PATH, name), name);
}

function odd(name: string, line: number): StagedFsError {
  const shown = displayName(name);
  return new StagedFsError(
    'ERR_STAGED_PATCH_INVALID',
    `Line ${line} of the patch: \`${shown}\` is not the name of a file in a tree.`,
    {
      path: shown,
      found: `line ${line}`,
      hint: 'Name files without empty, `.` and `..` segments.',
    },
  );
}
