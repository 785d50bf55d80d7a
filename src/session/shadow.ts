import { StagedFsError } from '../base/errors.ts';
import { decodeName, displayName } from '../base/name.ts';
import { gitFileSystem } from '../disk/git-file-system.ts';
import { objectFormatOf, objectsDirectoryOf } from '../git/object-format.ts';
import { makeShadow, type ShadowChange } from '../git/shadow-repository.ts';
import { fileChanges } from './diff.ts';
import type { SessionParts } from './parts.ts';
import type { ShadowResult } from './patch-types.ts';

/** Makes the shadow repository equal to what is pending (rule S1). */
export async function syncShadow(parts: SessionParts): Promise<ShadowResult> {
  const { disk } = parts.ports;
  const { root } = parts.lower;
  if ((await objectFormatOf(disk, root)) !== 'sha1') throw notSha1();
  const gitDir = parts.directory.shadow;
  const alternates = await objectsDirectoryOf(disk, root);
  const place = { disk, fs: gitFileSystem, gitDir, alternates };
  const omitted = await makeShadow(place, shadowChanges(parts));
  return omitted.length === 0 ? { gitDir } : { gitDir, omittedPaths: omitted.map(displayName) };
}

async function* shadowChanges(parts: SessionParts): AsyncGenerator<ShadowChange> {
  for await (const { path, before, after } of fileChanges(parts, {})) {
    yield { path: decodeName(path), before, after };
  }
}

function notSha1(): StagedFsError {
  return new StagedFsError(
    'ERR_STAGED_UNSUPPORTED',
    'The repository names its objects by SHA-256, for which no shadow index can be written.',
    { hint: 'Use `diff`, which prints SHA-256 ids.' },
  );
}
