import { compareBytes } from '../base/compare-bytes.ts';
import { type Digest, EMPTY_DIGEST } from '../base/digest.ts';
import type { Base, PlacedEntry, WriteEntry } from '../base/entry.ts';
import { isStagedFsError } from '../base/errors.ts';
import { type FileMode, fileModeOf } from '../base/file-mode.ts';
import { encodeName } from '../base/name.ts';
import { joinPath, type WorkspacePath } from '../base/workspace-path.ts';
import type { FileChange, FileSide } from '../diff/file-change.ts';
import { filePatch } from '../diff/patch.ts';
import { detectRenames } from '../diff/renames.ts';
import { formatNameStatus, formatNumstat } from '../diff/stat.ts';
import { formatStat } from '../diff/stat-graph.ts';
import { blobOid, type ObjectFormat } from '../git/blob.ts';
import { objectFormatOf } from '../git/object-format.ts';
import { throwIfAborted } from '../store/abortable.ts';
import { treeOf } from '../workspace/compare.ts';
import { readTree } from '../workspace/observe.ts';
import { observeLive } from './live-base.ts';
import type { SessionParts } from './parts.ts';
import type { DiffOptions } from './patch-types.ts';
import { assertDiffable, type PreImage, readPreImage } from './pre-image.ts';
import { selectEntries } from './selection.ts';

/** One path of the patch, its bytes not yet read. */
interface PendingFile {
  readonly path: WorkspacePath;
  readonly before: PreImage;
  readonly after: WriteEntry | undefined;
}

/** Prints the selected entries as git would: one piece a path, in byte order of paths. */
export async function* diffPieces(
  parts: SessionParts,
  options: DiffOptions,
): AsyncGenerator<Uint8Array> {
  const files = await pendingFiles(parts, options);
  const format = await objectFormatOf(parts.ports.disk, parts.lower.root);
  const isSummary = options.format !== undefined && options.format !== 'patch';
  if (isSummary || options.renames === true) {
    const changes = await allChanges(parts, { files, format, options });
    yield* isSummary ? [summaryOf(changes, options)] : patches(changes, options);
    return;
  }
  for (const file of files) {
    throwIfAborted(options.signal);
    yield* patches([await changeOf(parts, { file, format, options })], options);
  }
}

function* patches(changes: readonly FileChange[], { context }: DiffOptions): Generator<Uint8Array> {
  for (const change of changes) {
    const patch = filePatch(change, context === undefined ? {} : { context });
    if (patch.length > 0) yield patch;
  }
}

/** Every selected path with both its sides, their bytes and object ids. */
export async function* fileChanges(
  parts: SessionParts,
  options: DiffOptions,
): AsyncGenerator<FileChange> {
  const format = await objectFormatOf(parts.ports.disk, parts.lower.root);
  for (const file of await pendingFiles(parts, options)) {
    yield await changeOf(parts, { file, format, options });
  }
}

async function pendingFiles(parts: SessionParts, options: DiffOptions): Promise<PendingFile[]> {
  const files: PendingFile[] = [];
  for (const placed of await selectEntries(parts, options)) {
    files.push(...(await filesOf(parts, placed)));
  }
  return files.sort((left, right) => compareBytes(left.path, right.path));
}

// A directory that was deleted or replaced stands for every file that was in it.
async function filesOf(parts: SessionParts, placed: PlacedEntry): Promise<PendingFile[]> {
  const { path, entry } = placed;
  const base = entry.base.kind === 'unobserved' ? await observeLive(parts, path) : entry.base;
  const after = entry.kind === 'write' ? entry : undefined;
  if (base.kind !== 'directory') return [{ path, before: preImageOf(base), after }];
  const gone = await filesBelow(parts, path, base);
  return after === undefined ? gone : [{ path, before: { kind: 'absent' }, after }, ...gone];
}

async function filesBelow(
  parts: SessionParts,
  directory: WorkspacePath,
  base: Extract<Base, { kind: 'directory' }>,
): Promise<PendingFile[]> {
  const isKept = directory !== '' && parts.state.upper.get(directory)?.base === base;
  const nodes = isKept
    ? await treeOf(parts.observer, base)
    : await readTree(parts.observer, directory);
  const files: PendingFile[] = [];
  for (const node of nodes) {
    const path = joinPath(directory, node.path);
    // Written again since: its own entry tells what became of it.
    if (parts.state.upper.get(path) !== undefined) continue;
    if (node.kind === 'file')
      files.push({ path, before: { ...node, kind: 'file' }, after: undefined });
    if (node.kind === 'symlink') {
      files.push({
        path,
        before: { kind: 'symlink', target: node.target ?? '' },
        after: undefined,
      });
    }
  }
  return files;
}

function preImageOf(base: Exclude<Base, { kind: 'directory' }>): PreImage {
  switch (base.kind) {
    case 'file':
      return base;
    case 'symlink':
      return { kind: 'symlink', target: base.target };
    case 'unobserved':
    case 'absent':
    case 'other':
      return { kind: 'absent' };
  }
}

interface AllFiles {
  readonly files: readonly PendingFile[];
  readonly format: ObjectFormat;
  readonly options: DiffOptions;
}

// Renames and summaries are about all files at once, so all are in memory.
async function allChanges(parts: SessionParts, all: AllFiles): Promise<FileChange[]> {
  const changes: FileChange[] = [];
  for (const file of all.files) {
    throwIfAborted(all.options.signal);
    changes.push(await summarizedChange(parts, { ...all, file }));
  }
  return all.options.renames === true ? detectRenames(changes) : changes;
}

// A file too large to be compared must not keep the others from being listed.
async function summarizedChange(
  parts: SessionParts,
  one: AllFiles & { readonly file: PendingFile },
): Promise<FileChange> {
  try {
    return await changeOf(parts, one);
  } catch (error) {
    const isListed =
      isStagedFsError(error, 'ERR_STAGED_TOO_LARGE') && one.options.format !== 'patch';
    if (isListed && one.options.format !== undefined) return oversizedChange(one.file);
    throw error;
  }
}

function oversizedChange({ path, before, after }: PendingFile): FileChange {
  const image = before.kind === 'file' ? before : undefined;
  return {
    path: encodeName(path),
    ...(image && { before: standIn(fileModeOf(image.permissions), image.stat.size, image.digest) }),
    ...(after && { after: standIn(after.fileMode, after.size, after.digest) }),
  };
}

// As many zero bytes, which are binary to git: only their first 8,000 are ever looked at, and memory
// that is not touched is not taken.
function standIn(mode: FileMode, size: number, digest: Digest = EMPTY_DIGEST): FileSide {
  return { mode, oid: digest.slice(0, 40), bytes: new Uint8Array(Math.min(size, LARGEST_ARRAY)) };
}

const LARGEST_ARRAY = 2 ** 32 - 1;

function summaryOf(changes: readonly FileChange[], { format }: DiffOptions): Uint8Array {
  if (format === 'numstat') return formatNumstat(changes);
  return format === 'stat' ? formatStat(changes) : formatNameStatus(changes);
}

async function changeOf(
  parts: SessionParts,
  one: { readonly file: PendingFile; readonly format: ObjectFormat; readonly options: DiffOptions },
): Promise<FileChange> {
  const { file, format, options } = one;
  const before = await readPreImage(parts, {
    path: file.path,
    image: file.before,
    warn: options.onWarning,
  });
  const after =
    file.after === undefined ? undefined : await readPostImage(parts, file.path, file.after);
  return {
    path: encodeName(file.path),
    ...(before && { before: sideOf(before, format) }),
    ...(after && { after: sideOf(after, format) }),
  };
}

interface Image {
  readonly mode: FileMode;
  readonly bytes: Uint8Array;
}

function sideOf(image: Image, format: ObjectFormat): FileSide {
  return { ...image, oid: blobOid(image.bytes, format) };
}

async function readPostImage(
  parts: SessionParts,
  path: WorkspacePath,
  entry: WriteEntry,
): Promise<Image> {
  assertDiffable(path, entry.size);
  const range = { offset: 0, length: entry.size };
  const bytes = await parts.bodies.readRange(entry.digest, entry.size, range);
  return { mode: entry.fileMode, bytes };
}
