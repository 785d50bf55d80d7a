import { EMPTY_DIGEST, labelOf } from '../../base/digest.ts';
import { StagedFsError } from '../../base/errors.ts';
import { fileModeOf } from '../../base/file-mode.ts';
import { decodeName, displayName, hasLoneSurrogate } from '../../base/name.ts';
import { decodedText } from '../../base/text-pieces.ts';
import { displayPath, type WorkspacePath } from '../../base/workspace-path.ts';
import { inTurns, mapInTurns } from '../../disk/in-turns.ts';
import { closeContent, notAFile, readContent } from '../../overlay/content.ts';
import { type ListedName, listDirectory, notFound } from '../../overlay/list.ts';
import { lookUp, type ViewNode } from '../../overlay/view.ts';
import { throwIfAborted } from '../../store/abortable.ts';
import type { DirectoryItem, ReadOptions, TextRead, ViewStat } from '../api/read-types.ts';
import type { SessionParts } from '../parts.ts';
import { notText } from '../stage/patch-text.ts';
import { contentAt, withContent } from './content-at.ts';
import { LARGEST_TEXT, textTooLarge } from './text-limit.ts';

const PIECE_BYTES = 1024 * 1024;

/** Reads bytes of a file of the view. */
export async function readBytes(
  parts: SessionParts,
  input: string,
  options: ReadOptions,
): Promise<Uint8Array> {
  throwIfAborted(options.signal);
  return await withContent(parts, input, async (content) => {
    const range = rangeIn(input, content.size, options);
    return await readContent(parts.bodies, content, range);
  });
}

/** Reads a file as text; a missing one is empty text. */
export async function readText(parts: SessionParts, input: string): Promise<TextRead> {
  const path = await parts.gate.follow(input);
  const node = await lookUp(parts.layers, path);
  if (node.kind === 'absent') {
    return { content: '', sha256: labelOf(EMPTY_DIGEST), size: 0, exists: false };
  }
  if (sizeOfNode(node) > LARGEST_TEXT)
    throw textTooLarge(displayPath(path), 'Read it in parts with `read`, or as a stream.');
  const bytes = await readBytes(parts, input, {});
  const content = await inTurns(decodedText(bytes));
  if (content === undefined) throw notText(path);
  const digest = await parts.ports.hasher.hashBytes(bytes);
  return { content, sha256: labelOf(digest), size: bytes.length, exists: true };
}

function sizeOfNode(node: ViewNode): number {
  if (node.kind === 'staged') return node.entry.size;
  return node.kind === 'lower' ? node.stat.size : 0;
}

/** Yields the bytes of a file of the view in pieces of up to 1 MiB. */
export async function* streamBytes(
  parts: SessionParts,
  input: string,
  options: ReadOptions,
): AsyncGenerator<Uint8Array> {
  const content = await contentAt(parts, input);
  try {
    const { offset, length } = rangeIn(input, content.size, options);
    for (let at = 0; at < length; at += PIECE_BYTES) {
      throwIfAborted(options.signal);
      const piece = { offset: offset + at, length: Math.min(PIECE_BYTES, length - at) };
      yield await readContent(parts.bodies, content, piece);
    }
  } finally {
    await closeContent(content);
  }
}

/** The target of a link of the view. */
export async function readTarget(parts: SessionParts, input: string): Promise<string> {
  const path = await parts.gate.locate(input);
  const node = await lookUp(parts.layers, path);
  if (node.kind === 'absent') throw notFound(path);
  if (node.kind === 'staged' && node.entry.fileMode === '120000') {
    return decodeName(await parts.bodies.read(node.entry.digest, node.entry.size));
  }
  if (node.kind === 'lower' && node.stat.kind === 'symlink')
    return await parts.lower.readLink(path);
  throw notAFile(path, 'not a symbolic link');
}

/** The names of a directory of the view, as a caller may see them. */
export async function listItems(
  parts: SessionParts,
  input: string,
): Promise<readonly DirectoryItem[]> {
  const path = await parts.gate.follow(input);
  const names = await listDirectory(parts.layers, path);
  return await mapInTurns(names, shownItem);
}

function shownItem({ name, kind, size }: ListedName): DirectoryItem {
  return hasLoneSurrogate(name)
    ? { name: displayName(name), kind, size, escaped: true }
    : { name, kind, size };
}

/** What is at a key of the view; links are not followed. */
export async function statAt(parts: SessionParts, path: WorkspacePath): Promise<ViewStat> {
  const node = await lookUp(parts.layers, path);
  if (node.kind === 'absent') throw notFound(path);
  return viewStat(path, node);
}

/** Whether something is at a path; links are followed. */
export async function existsAt(parts: SessionParts, input: string): Promise<boolean> {
  const path = await parts.gate.follow(input);
  return (await lookUp(parts.layers, path)).kind !== 'absent';
}

function viewStat(path: WorkspacePath, node: Exclude<ViewNode, { kind: 'absent' }>): ViewStat {
  switch (node.kind) {
    case 'directory':
      return { path, kind: 'directory', size: 0, staged: !node.lower };
    case 'staged': {
      const { fileMode, size } = node.entry;
      const kind = fileMode === '120000' ? 'symlink' : 'file';
      return { path, kind, size, fileMode, staged: true };
    }
    case 'lower': {
      const { kind, size, permissions } = node.stat;
      const common = { path, kind, size, staged: false };
      if (kind === 'file') return { ...common, fileMode: fileModeOf(permissions) };
      return kind === 'symlink' ? { ...common, fileMode: '120000' } : common;
    }
  }
}

function rangeIn(
  input: string,
  size: number,
  options: ReadOptions,
): { readonly offset: number; readonly length: number } {
  const offset = options.offset ?? 0;
  if (offset > size) throw pastTheEnd(input, offset, size);
  return { offset, length: Math.min(options.length ?? size, size - offset) };
}

function pastTheEnd(input: string, offset: number, size: number): StagedFsError {
  return new StagedFsError(
    'ERR_STAGED_INVALID_ARGUMENT',
    `Expected \`offset\` to be at most the size of \`${displayName(input)}\`, ${size}, got ${offset}.`,
    { path: displayName(input), argument: 'offset', hint: 'Read from an earlier byte.' },
  );
}
