import type { Base, Entry, WhiteoutEntry } from '../../base/entry.ts';
import { StagedFsError } from '../../base/errors.ts';
import { displayName } from '../../base/name.ts';
import type { Operation, StateChange } from '../../base/state-change.ts';
import type { WorkspacePath } from '../../base/workspace-path.ts';
import { assertChangeable } from '../../overlay/gate.ts';
import { isEmptyDirectory } from '../../overlay/list.ts';
import type { ViewNode } from '../../overlay/view.ts';
import { lookAt } from '../../workspace/look.ts';
import { type HashedFile, observeBase } from '../../workspace/observe.ts';
import type { RemoveOptions, RemoveResult } from '../api/types.ts';
import type { SessionParts } from '../parts.ts';
import type { Held } from '../state/held.ts';
import { assertEntries } from './limits.ts';
import { withStagedBases } from './tree-base.ts';

/** One delete to be staged. */
export interface RemoveRequest {
  readonly op?: Operation;
  readonly path: string;
  readonly options: RemoveOptions;
  readonly snapshotId: string | null;
  /** The file there, hashed before the lock was taken. */
  readonly known?: HashedFile | 'defer' | undefined;
}

/**
 * Stages a delete, of the name itself if it is a link. What only upper has is dropped; what lower
 * has gets a whiteout that records it.
 */
export async function stageRemove(
  parts: SessionParts,
  held: Held,
  request: RemoveRequest,
): Promise<RemoveResult> {
  const { path, node } = await parts.gate.findItself(request.path);
  assertChangeable(path, request.path);
  if (node.kind === 'absent') return { path, removed: false };
  await assertRemovable(parts, { path, node, request });
  const change = await changeFor(parts, held, { path, node, request });
  await held.stage({ op: request.op ?? 'delete', path, change });
  return { path, removed: true };
}

/** A delete with what it is of. */
export interface RemoveTarget {
  readonly path: WorkspacePath;
  readonly node: ViewNode;
  readonly request: RemoveRequest;
}

/** Refuses a directory that shows names, unless the delete is recursive. */
export async function assertRemovable(parts: SessionParts, target: RemoveTarget): Promise<void> {
  const { path, node, request } = target;
  if (node.kind !== 'directory' || request.options.recursive === true) return;
  if (!(await isEmptyDirectory(parts.layers, path))) throw notEmpty(path);
}

async function changeFor(
  parts: SessionParts,
  held: Held,
  target: RemoveTarget,
): Promise<StateChange> {
  const { path, request } = target;
  const previous = held.upper.get(path);
  if (held.upper.hidesLowerAt(path)) return { clear: [path] };
  const isOnDisk = (await lookAt(parts.workspace, path)) !== undefined;
  if (!isOnDisk && previous?.kind !== 'whiteout') return { clear: [path] };
  const entry = await whiteoutOf(parts, held, { ...target, previous });
  assertEntries(parts, held, path);
  const clear = held.upper.hasBelow(path) ? { clear: [path] } : {};
  return { ...clear, put: [{ path, entry: { ...entry, snapshotId: request.snapshotId } }] };
}

async function whiteoutOf(
  parts: SessionParts,
  held: Held,
  target: RemoveTarget & { readonly previous: Entry | undefined },
): Promise<WhiteoutEntry> {
  const { request, previous } = target;
  const base = previous?.base ?? (await firstBase(parts, held, target));
  const recursive = request.options.recursive === true || base.kind === 'directory';
  return { kind: 'whiteout', recursive, base, createdAtMs: held.now, snapshotId: null };
}

async function firstBase(parts: SessionParts, held: Held, target: RemoveTarget): Promise<Base> {
  const { path, request } = target;
  const base = await observeBase(parts.observer, path, request.known);
  return await withStagedBases(parts, held, { path, base });
}

function notEmpty(path: WorkspacePath): StagedFsError {
  const shown = displayName(path);
  return new StagedFsError(
    'ERR_STAGED_NOT_EMPTY',
    `Cannot delete \`${shown}\`: directory not empty.`,
    {
      path: shown,
      hint: 'Delete what is in it first, or pass `recursive: true` (`rm -r` on the command line).',
    },
  );
}
