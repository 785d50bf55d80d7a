import { compareBytes } from '../../base/compare-bytes.ts';
import type { Base, PlacedEntry, WriteEntry } from '../../base/entry.ts';
import { ancestorsOf, joinPath, type WorkspacePath } from '../../base/workspace-path.ts';
import { byPathInTurns, eachInTurns, sortedInTurns } from '../../disk/in-turns.ts';
import { Turn } from '../../disk/turn.ts';
import { readTree } from '../../workspace/observe.ts';
import type { TreeNode } from '../../workspace/tree-record.ts';
import type { Selection } from '../api/shared-options.ts';
import { selectInside } from '../inside-deletes.ts';
import type { SessionParts } from '../parts.ts';
import { type DirectoryBase, recordedTree } from '../recorded-tree.ts';
import { selectEntries } from '../selection.ts';
import { observeLive } from './live-base.ts';
import type { PreImage } from './pre-image.ts';

/** One path of a diff, its bytes not yet read. */
export interface PendingFile {
  readonly path: WorkspacePath;
  readonly before: PreImage;
  readonly after: WriteEntry | undefined;
}

/** The files that the selected entries change, in byte order of paths. */
export async function pendingFiles(
  parts: SessionParts,
  selection: Selection,
): Promise<readonly PendingFile[]> {
  const all: PendingFile[][] = [];
  const turn = new Turn();
  for (const placed of await selectEntries(parts, selection)) {
    all.push(await filesOf(parts, placed));
    if (turn.isOver()) await turn.next();
  }
  for (const { path, entry, selected } of await selectInside(parts, selection)) {
    const keys = new Set(selected);
    const files: PendingFile[] = [];
    all.push(files);
    await eachInTurns(await filesOf(parts, { path, entry }), (file) => {
      if (isIn(file.path, keys)) files.push(file);
    });
  }
  return await sortedInTurns(all.flat(), (left, right) => compareBytes(left.path, right.path));
}

function isIn(path: WorkspacePath, keys: ReadonlySet<WorkspacePath>): boolean {
  return keys.has(path) || [...ancestorsOf(path)].some((ancestor) => keys.has(ancestor));
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
  base: DirectoryBase,
): Promise<PendingFile[]> {
  // Their own entries tell what became of them.
  const written = await byPathInTurns(parts.view.upper.below(directory));
  const isKept = directory !== '' && parts.view.upper.get(directory)?.base === base;
  const nodes = isKept
    ? (await recordedTree(parts, base)).nodes
    : await readTree(parts.observer, directory);
  const files: PendingFile[] = [];
  await eachInTurns(nodes, (node) => {
    const path = joinPath(directory, node.path);
    const before = preImageOfNode(node);
    if (before !== undefined && !written.has(path)) files.push({ path, before, after: undefined });
  });
  return files;
}

function preImageOfNode(node: TreeNode): PreImage | undefined {
  if (node.kind === 'file') return { ...node, kind: 'file' };
  return node.kind === 'symlink' ? { kind: 'symlink', target: node.target ?? '' } : undefined;
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
