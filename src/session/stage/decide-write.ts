import { StagedFsError } from '../../base/errors.ts';
import { type FileMode, fileModeOf } from '../../base/file-mode.ts';
import { displayName } from '../../base/name.ts';
import { ancestorsOf, parentOf, type WorkspacePath } from '../../base/workspace-path.ts';
import { assertChangeable } from '../../overlay/gate.ts';
import { isEmptyDirectory } from '../../overlay/list.ts';
import { isDirectoryByUpper, lookUp, type ViewNode } from '../../overlay/view.ts';
import type { WriteOptions } from '../api/types.ts';
import type { SessionParts } from '../parts.ts';

/** What a write asks for, as far as whether it may happen goes. */
export interface WriteQuestion {
  readonly path: string;
  readonly options: WriteOptions;
  /** The target, when the write makes a link. */
  readonly linkTarget?: Uint8Array | undefined;
}

/** A write that may happen: where, and over what. */
export interface WriteDecision {
  readonly path: WorkspacePath;
  readonly node: ViewNode;
}

/**
 * Decides a write on the current view, in the reference's order: exists and may not be
 * overwritten, then what is there, then the parent. Throws the reason why not.
 */
export async function decideWrite(
  parts: SessionParts,
  question: WriteQuestion,
): Promise<WriteDecision> {
  const { path, node } = await findForWrite(parts, question);
  await assertWritable(parts, { path, node }, question.options);
  if (question.linkTarget !== undefined) {
    await assertLinkStaysInside(parts, path, question.linkTarget);
  }
  return { path, node };
}

/** git's mode of what is there: kept by a write that names none. */
export function currentModeOf(node: ViewNode): FileMode {
  if (node.kind === 'staged') return node.entry.fileMode;
  if (node.kind === 'lower' && node.stat.kind === 'file') return fileModeOf(node.stat.permissions);
  return '100644';
}

// With a mode the write acts on the name itself; without one a link keeps its place.
async function findForWrite(parts: SessionParts, question: WriteQuestion): Promise<WriteDecision> {
  const { path, options } = question;
  const isItself = options.fileMode !== undefined;
  const found = await (isItself ? parts.gate.findItself(path) : parts.gate.find(path));
  assertChangeable(found.path, path);
  return found;
}

async function assertWritable(
  parts: SessionParts,
  decision: WriteDecision,
  options: WriteOptions,
): Promise<void> {
  const { path, node } = decision;
  if (options.overwrite === false && node.kind !== 'absent') throw exists(path);
  if (node.kind === 'directory' && !(await isEmptyDirectory(parts.layers, path))) {
    throw isDirectory(path);
  }
  if (node.kind === 'lower' && node.stat.kind === 'other') throw isSpecial(path);
  if (node.kind === 'absent') await assertParent(parts, path, options);
}

async function assertParent(
  parts: SessionParts,
  path: WorkspacePath,
  options: WriteOptions,
): Promise<void> {
  for (const ancestor of ancestorsOf(path)) {
    if (isDirectoryByUpper(parts.layers, ancestor)) return;
    const node = await lookUp(parts.layers, ancestor);
    if (node.kind === 'directory') return;
    if (node.kind !== 'absent') throw underFile(path, ancestor);
    if (options.createParents === false) throw parentMissing(path);
  }
}

/**
 * Refuses a link that leads outside: it would let a later write, ours or another program's, leave
 * the workspace. @throws ERR_STAGED_PATH_ESCAPE
 */
export async function assertLinkStaysInside(
  parts: SessionParts,
  path: WorkspacePath,
  bytes: Uint8Array,
): Promise<void> {
  const target = Buffer.from(bytes).toString('utf8');
  if (target === '' || target.includes('\0') || bytes.length > 4095) throw badTarget(path);
  const parent = parentOf(path);
  await parts.gate.follow(target.startsWith('/') || parent === '' ? target : `${parent}/${target}`);
}

function exists(path: WorkspacePath): StagedFsError {
  const shown = displayName(path);
  return new StagedFsError('ERR_STAGED_EXISTS', `\`${shown}\` exists and overwrite=false.`, {
    path: shown,
    hint: 'Choose another path, or allow overwriting.',
  });
}

function isDirectory(path: WorkspacePath): StagedFsError {
  const shown = displayName(path);
  return new StagedFsError('ERR_STAGED_NOT_A_FILE', `\`${shown}\` is a directory.`, {
    path: shown,
    found: 'a directory',
    hint: 'Delete the directory first if a file is to take its place.',
  });
}

function isSpecial(path: WorkspacePath): StagedFsError {
  const shown = displayName(path);
  return new StagedFsError('ERR_STAGED_NOT_A_FILE', `\`${shown}\` is not a regular file.`, {
    path: shown,
    found: 'a special file',
    hint: 'Delete it first if a file is to take its place.',
  });
}

function underFile(path: WorkspacePath, ancestor: WorkspacePath): StagedFsError {
  return new StagedFsError(
    'ERR_STAGED_NOT_A_DIRECTORY',
    `Cannot write \`${displayName(path)}\`: \`${displayName(ancestor)}\` is not a directory.`,
    { path: displayName(path), hint: 'Delete that file first, or choose another path.' },
  );
}

function parentMissing(path: WorkspacePath): StagedFsError {
  return new StagedFsError(
    'ERR_STAGED_PARENT_MISSING',
    `The parent directory of \`${displayName(path)}\` does not exist; pass create_parents=true.`,
    { path: displayName(path), hint: 'Allow parents to be made, or write them first.' },
  );
}

function badTarget(path: WorkspacePath): StagedFsError {
  return new StagedFsError(
    'ERR_STAGED_INVALID_ARGUMENT',
    `\`${displayName(path)}\` cannot be a link: its target must be 1 to 4095 bytes without NUL.`,
    { path: displayName(path), argument: 'content', hint: 'Pass the target as the content.' },
  );
}
