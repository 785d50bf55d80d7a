import { compareBytes } from '../../base/compare-bytes.ts';
import { StagedFsError } from '../../base/errors.ts';
import { displayPath, joinPath, type WorkspacePath } from '../../base/workspace-path.ts';
import { mapInTurns, sortedInTurns } from '../../disk/in-turns.ts';
import { Turn } from '../../disk/turn.ts';
import { listDirectory } from '../../overlay/list.ts';
import { lookUp } from '../../overlay/view.ts';
import type { ApplyPatchOptions, ApplyPatchResult } from '../api/patch-types.ts';
import type { SessionParts } from '../parts.ts';
import type { BytesLater } from '../stage/bytes-later.ts';
import { bodyOfBytes, discardOnFailure, type IncomingBody } from '../stage/incoming.ts';
import type { Mutation } from '../stage/mutations.ts';
import { stageRemove } from '../stage/stage-remove.ts';
import { stageWrite } from '../stage/stage-write.ts';
import type { Held } from '../state/held.ts';
import { type PatchedFile, PatchedFiles } from './patched-files.ts';
import type { Image } from './pre-view.ts';
import { type FilePatch, readPatch } from './read-patch.ts';

/** A patch to be staged. */
export interface ApplyRequest {
  readonly patch: BytesLater;
  readonly options: ApplyPatchOptions;
  readonly snapshotId: string | null;
}

/** Patches, each to what those before it make. */
type Series = readonly (readonly FilePatch[])[];

/** Thrown to leave a hold whose work is only a trial: what it staged in memory goes with it. */
class TrialOver extends Error {
  readonly result: ApplyPatchResult;

  constructor(result: ApplyPatchResult) {
    super('The patch fits.');
    this.result = result;
  }
}

/** Stages all files of a patch or none. */
export function patchStaging(
  parts: SessionParts,
  request: ApplyRequest,
): Mutation<ApplyPatchResult> {
  let series: Promise<Series> | undefined;
  // Others wait for the lock meanwhile: reading a patch of megabytes takes longer than applying it.
  const prepared = (): Promise<Series> => (series ??= read(request));
  return {
    signal: request.options.signal,
    isAlone: true,
    isWhole: true,
    prepare: async () => void (await prepared()),
    run: async (held) => await applyPatch(parts, held, { ...request, series: await prepared() }),
  };
}

async function read({ patch }: ApplyRequest): Promise<Series> {
  return await readPatch(await patch.get());
}

/** Runs a trial to its end: the result it would have had. */
export async function resultOfTrial(run: Promise<ApplyPatchResult>): Promise<ApplyPatchResult> {
  try {
    return await run;
  } catch (error) {
    if (error instanceof TrialOver) return error.result;
    throw error;
  }
}

async function applyPatch(
  parts: SessionParts,
  held: Held,
  request: ApplyRequest & { readonly series: Series },
): Promise<ApplyPatchResult> {
  if (held.mode === 'immediate') throw notStaged(parts.id);
  const turn = new Turn();
  const files = await patchedFiles(parts, request.series, turn);
  for (const [path, file] of files) {
    if (file === undefined) await remove(parts, held, { path, request });
    if (turn.isOver()) await turn.next();
  }
  for (const [path, file] of files) {
    if (file !== undefined) await write(parts, held, { path, file, request });
    if (turn.isOver()) await turn.next();
  }
  const appliedPaths = await mapInTurns(
    await sortedInTurns(files.keys(), compareBytes),
    displayPath,
  );
  if (request.options.dryRun === true) throw new TrialOver({ appliedPaths, dryRun: true });
  return { appliedPaths };
}

async function patchedFiles(
  parts: SessionParts,
  series: Series,
  turn: Turn,
): Promise<ReadonlyMap<WorkspacePath, PatchedFile>> {
  const patched = new PatchedFiles(parts, turn);
  for (const patches of series) await patched.apply(patches);
  return await patched.files();
}

interface One {
  readonly path: WorkspacePath;
  readonly request: ApplyRequest;
}

async function remove(parts: SessionParts, held: Held, { path, request }: One): Promise<void> {
  const { snapshotId } = request;
  await stageRemove(parts, held, { op: 'apply_patch', path, options: {}, snapshotId });
}

async function write(
  parts: SessionParts,
  held: Held,
  one: One & { readonly file: Image },
): Promise<void> {
  const { path, file, request } = one;
  const { bytes, mode } = file;
  await makeRoom(parts, held, one);
  const body =
    request.options.dryRun === true
      ? await trialBody(parts, bytes)
      : await bodyOfBytes(parts, path, bytes);
  const linkTarget = mode === '120000' ? bytes : undefined;
  const { snapshotId } = request;
  const options = { fileMode: mode };
  const staged = { op: 'apply_patch', path, body, options, linkTarget, snapshotId } as const;
  await discardOnFailure(body, () => stageWrite(parts, held, staged));
}

// git knows no directories: one that shows no file any more is in nobody's way.
async function makeRoom(parts: SessionParts, held: Held, { path, request }: One): Promise<void> {
  const { kind } = await lookUp(parts.layers, path);
  if (kind !== 'directory' || (await showsFiles(parts, path))) return;
  const { snapshotId } = request;
  const options = { recursive: true };
  await stageRemove(parts, held, { op: 'apply_patch', path, options, snapshotId });
}

async function showsFiles(parts: SessionParts, directory: WorkspacePath): Promise<boolean> {
  for (const { name, kind } of await listDirectory(parts.layers, directory)) {
    if (kind !== 'directory' || (await showsFiles(parts, joinPath(directory, name)))) return true;
  }
  return false;
}

// A trial writes nothing.
async function trialBody({ ports }: SessionParts, bytes: Uint8Array): Promise<IncomingBody> {
  const nothing = async (): Promise<void> => undefined;
  return {
    digest: await ports.hasher.hashBytes(bytes),
    size: bytes.length,
    publish: nothing,
    discard: nothing,
  };
}

function notStaged(id: string): StagedFsError {
  return new StagedFsError(
    'ERR_STAGED_UNSUPPORTED',
    `Session \`${id}\` is in immediate mode; a patch can only be staged.`,
    { hint: "Switch to staged mode first: `session.setMode('staged')`." },
  );
}
