import { compareBytes } from '../base/compare-bytes.ts';
import { StagedFsError } from '../base/errors.ts';
import { displayPath, joinPath, type WorkspacePath } from '../base/workspace-path.ts';
import { inTurns, mapInTurns, sortedInTurns } from '../disk/in-turns.ts';
import { Turn } from '../disk/turn.ts';
import type { UpperChild } from './upper-children.ts';
import { type Layers, lookUp } from './view.ts';

/** One name of a merged listing, in the internal encoding of names. */
export interface ListedName {
  readonly name: string;
  readonly kind: 'file' | 'directory' | 'symlink' | 'other';
  readonly size: number;
}

/**
 * The names in a directory of the view, in byte order: lower's, less what upper hides, plus what
 * upper shows. @throws ERR_STAGED_NOT_FOUND, ERR_STAGED_NOT_A_DIRECTORY
 */
export async function listDirectory(
  layers: Layers,
  path: WorkspacePath,
): Promise<readonly ListedName[]> {
  const node = await lookUp(layers, path);
  if (node.kind === 'absent') throw notFound(path);
  if (node.kind !== 'directory') throw notADirectory(path);
  const children = await inTurns(layers.upper.children(path));
  const shown = node.lower ? await lowerNames(layers, path, children) : [];
  for (const name of await upperNames(layers, path, children)) shown.push(name);
  return await sortedInTurns(shown, (left, right) => compareBytes(left.name, right.name));
}

/** Whether a directory of the view shows no name at all. */
export async function isEmptyDirectory(layers: Layers, path: WorkspacePath): Promise<boolean> {
  if (layers.upper.hasWriteBelow(path)) return false;
  const node = await lookUp(layers, path);
  if (node.kind !== 'directory' || !node.lower) return true;
  const turn = new Turn();
  for (const { name } of await layers.lower.list(path)) {
    if (layers.upper.get(joinPath(path, name))?.kind !== 'whiteout') return false;
    if (turn.isOver()) await turn.next();
  }
  return true;
}

/** The error for a path where nothing is. */
export function notFound(path: WorkspacePath): StagedFsError {
  const shown = displayPath(path);
  return new StagedFsError('ERR_STAGED_NOT_FOUND', `Nothing exists at \`${shown}\`.`, {
    path: shown,
    hint: 'Check the spelling; `staged-fs status` shows what is staged for deletion.',
  });
}

/** The error for a path that should be a directory. */
export function notADirectory(path: WorkspacePath): StagedFsError {
  const shown = displayPath(path);
  return new StagedFsError('ERR_STAGED_NOT_A_DIRECTORY', `\`${shown}\` is not a directory.`, {
    path: shown,
    hint: 'Delete the file there first, or choose another path.',
  });
}

async function lowerNames(
  layers: Layers,
  path: WorkspacePath,
  children: ReadonlyMap<string, UpperChild>,
): Promise<ListedName[]> {
  const shown: ListedName[] = [];
  const turn = new Turn();
  for (const { name, kind } of await layers.lower.list(path)) {
    if (turn.isOver()) await turn.next();
    if (isCovered(layers, joinPath(path, name), children.get(name))) continue;
    const size = kind === 'directory' ? 0 : await lowerSize(layers, joinPath(path, name));
    // Gone between the listing and the look: someone deleted it, so it is not there.
    if (size !== undefined) shown.push({ name, kind, size });
  }
  return shown;
}

// Whether upper, not lower, says what is at this name.
function isCovered(layers: Layers, path: WorkspacePath, child: UpperChild | undefined): boolean {
  if (child === undefined) return false;
  return child.entry !== undefined || layers.upper.hasWriteBelow(path);
}

async function lowerSize(layers: Layers, path: WorkspacePath): Promise<number | undefined> {
  return (await layers.lower.lstat(path))?.size;
}

async function upperNames(
  layers: Layers,
  directory: WorkspacePath,
  children: ReadonlyMap<string, UpperChild>,
): Promise<ListedName[]> {
  const names = await mapInTurns(children.values(), (child) => upperName(layers, directory, child));
  return names.filter((name) => name !== undefined);
}

function upperName(
  layers: Layers,
  directory: WorkspacePath,
  child: UpperChild,
): ListedName | undefined {
  const { name, entry } = child;
  if (entry?.kind === 'write') {
    return { name, kind: entry.fileMode === '120000' ? 'symlink' : 'file', size: entry.size };
  }
  const isDirectory = child.hasBelow && layers.upper.hasWriteBelow(joinPath(directory, name));
  return isDirectory ? { name, kind: 'directory', size: 0 } : undefined;
}
