import { digestOf } from '../../base/digest.ts';
import type { Base, WriteEntry } from '../../base/entry.ts';
import { fileModeOf } from '../../base/file-mode.ts';
import { encodeName } from '../../base/name.ts';
import type { Operation, StateChange } from '../../base/state-change.ts';
import { ancestorsOf, type WorkspacePath } from '../../base/workspace-path.ts';
import type { Found } from '../../overlay/view.ts';
import { isPostImage } from '../../workspace/compare.ts';
import { type HashedFile, observeBase } from '../../workspace/observe.ts';
import type { WriteResult } from '../api/types.ts';
import { baseBelow } from '../commit/split.ts';
import type { SessionParts } from '../parts.ts';
import type { Held } from '../state/held.ts';
import { currentModeOf, decideWrite, type WriteQuestion } from './decide-write.ts';
import type { IncomingBody } from './incoming.ts';
import { assertWithinLimits } from './limits.ts';

/** One write to be staged. */
export interface WriteRequest extends WriteQuestion {
  readonly op: Operation;
  readonly body: IncomingBody;
  readonly snapshotId: string | null;
  /** The file there, hashed before the lock was taken. */
  readonly known?: HashedFile | 'defer' | undefined;
}

/**
 * Stages a write: resolve, decide, observe the base, publish the body, record. Nothing in it costs
 * by the number of pending entries.
 */
export async function stageWrite(
  parts: SessionParts,
  held: Held,
  request: WriteRequest,
): Promise<WriteResult> {
  const { path, node } = await decideWrite(parts, request);
  const previous = held.upper.get(path);
  const base = previous?.base ?? (await firstBase(parts, { path, node }, request));
  const { body, snapshotId } = request;
  const entry: WriteEntry = {
    kind: 'write',
    digest: body.digest,
    size: body.size,
    fileMode: request.options.fileMode ?? currentModeOf(node),
    base,
    createdAtMs: held.now,
    snapshotId,
  };
  const change = await changeFor(parts, held, { path, entry, isFirst: previous === undefined });
  if (change.put !== undefined) {
    await assertWithinLimits(parts, held, { path, entry });
    await body.publish();
  } else {
    await body.discard();
    held.giveUp(entry);
  }
  await held.stage({ op: request.op, path, change });
  return { path, created: node.kind === 'absent', bytesWritten: body.size, digest: body.digest };
}

async function firstBase(
  parts: SessionParts,
  { path, node }: Found,
  { known }: WriteRequest,
): Promise<Base> {
  const { upper } = parts.state;
  // Through a link that is staged for deletion lower would show what lies elsewhere.
  if (upper.lacksLowerAt(path)) return { kind: 'absent' };
  for (const ancestor of ancestorsOf(path)) {
    const base = upper.get(ancestor)?.base;
    if (base?.kind === 'directory') return await baseBelow(parts, { path: ancestor, base }, path);
  }
  // Looked at a moment ago, in this very hold.
  if (node.kind === 'absent') return { kind: 'absent' };
  return await observeBase(parts.observer, path, known);
}

interface Placed {
  readonly path: WorkspacePath;
  readonly entry: WriteEntry;
  /** Whether its base is lower as it is now. */
  readonly isFirst: boolean;
}

// A write that restores lower takes the entry away, unless an entry above hides lower there.
async function changeFor(parts: SessionParts, held: Held, placed: Placed): Promise<StateChange> {
  const { path, entry } = placed;
  const isVisible = !held.upper.hidesLowerAt(path);
  if (isVisible && (await restoresLower(parts, placed))) return { clear: [path] };
  // What is staged below an empty directory, whiteouts of its children, goes with it.
  const clear = held.upper.hasBelow(path) ? { clear: [path] } : {};
  return { ...clear, put: [{ path, entry }] };
}

async function restoresLower(parts: SessionParts, placed: Placed): Promise<boolean> {
  const { path, entry, isFirst } = placed;
  return isFirst ? isBase(entry) : await isPostImage(parts.observer, path, entry);
}

// Bytes, kind and mode as the base has them.
function isBase({ base, digest, fileMode }: WriteEntry): boolean {
  if (base.kind === 'file') {
    return base.digest === digest && fileModeOf(base.permissions) === fileMode;
  }
  if (base.kind !== 'symlink' || fileMode !== '120000') return false;
  return digestOf(encodeName(base.target)) === digest;
}
