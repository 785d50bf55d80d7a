import { StagedFsError } from '../../base/errors.ts';
import { type FileMode, isFileMode } from '../../base/file-mode.ts';
import { decodeName, displayName } from '../../base/name.ts';
import type { GitMode } from '../../diff/file-change.ts';
import { parseSeries } from '../../diff/parse/parse-patch.ts';
import { type PatchSection, PatchSyntaxError } from '../../diff/print/patch-section.ts';
import { inTurns, mapInTurns } from '../../disk/in-turns.ts';

/** One file of a patch, its names decoded and its modes ones that can be staged. */
export interface FilePatch {
  /** Undefined when the patch makes the file. */
  readonly from: string | undefined;
  /** Undefined when the patch deletes the file. */
  readonly to: string | undefined;
  readonly isCopy: boolean;
  readonly beforeMode: FileMode | undefined;
  readonly afterMode: FileMode | undefined;
  readonly section: PatchSection;
}

/**
 * Reads a patch: a list of files for each mail of a series, one for anything else.
 * @throws ERR_STAGED_PATCH_INVALID, ERR_STAGED_UNSUPPORTED for a submodule
 */
export async function readPatch(patch: Uint8Array): Promise<FilePatch[][]> {
  const series: FilePatch[][] = [];
  for (const sections of await parse(patch)) series.push(await mapInTurns(sections, filePatchOf));
  if (series.flat().length > 0) return series;
  throw new StagedFsError(
    'ERR_STAGED_PATCH_INVALID',
    'The patch changes no file: no section was found in it.',
    {
      hint: 'Pass what `git diff`, `git format-patch` or `diff -u` prints.',
    },
  );
}

async function parse(patch: Uint8Array): Promise<PatchSection[][]> {
  try {
    return await inTurns(parseSeries(patch));
  } catch (error) {
    if (error instanceof PatchSyntaxError) throw unreadable(error);
    throw error;
  }
}

function unreadable(cause: PatchSyntaxError): StagedFsError {
  return new StagedFsError('ERR_STAGED_PATCH_INVALID', cause.message, {
    cause,
    found: `line ${cause.line}`,
    hint: 'The patch is cut or was edited by hand; make it anew.',
  });
}

function filePatchOf(section: PatchSection): FilePatch {
  const { beforePath, afterPath, isCopy } = section;
  const from = beforePath && decodeName(beforePath);
  const to = afterPath && decodeName(afterPath);
  const name = displayName(to ?? from ?? '');
  const beforeMode = modeOf(section.beforeMode, name);
  const afterMode = modeOf(section.afterMode, name);
  return { from, to, isCopy, beforeMode, afterMode, section };
}

function modeOf(mode: GitMode | undefined, name: string): FileMode | undefined {
  if (mode === undefined || isFileMode(mode)) return mode;
  throw new StagedFsError(
    'ERR_STAGED_UNSUPPORTED',
    `\`${name}\` is a submodule, which can't be staged.`,
    {
      path: name,
      found: mode,
      hint: 'Leave the submodule out of the patch.',
    },
  );
}
