// The model of a workspace with two sessions: plain directories and maps, dumber than the engine.
import { join } from 'node:path';
import { compareBytes } from '../../src/base/compare-bytes.ts';
import type { PendingWrite } from '../../src/index.ts';
import { ancestorsOf, isBelow, PlainDirectory, type PlainNode } from './plain-directory.ts';

/** What was in the workspace when a path was first staged. */
export type ModelBase =
  | { readonly kind: 'absent' }
  | PlainNode
  /** By path relative to the directory; null for a directory. */
  | { readonly kind: 'directory'; readonly tree: ReadonlyMap<string, PlainNode | null> };

export interface ModelEntry {
  /** Undefined for a delete. */
  readonly node: PlainNode | undefined;
  readonly base: ModelBase;
}

export interface ModelSession {
  readonly id: string;
  mode: 'immediate' | 'staged';
  entries: Map<string, ModelEntry>;
  readonly view: PlainDirectory;
}

export class World {
  /** The workspace as it must be. */
  readonly lower: PlainDirectory;
  readonly sessions: readonly [ModelSession, ModelSession];

  constructor(scratch: string) {
    this.lower = new PlainDirectory(join(scratch, 'lower'));
    this.sessions = [newSession(scratch, 's'), newSession(scratch, 'other session')];
  }

  /** What a session's callers see. */
  seenBy(session: ModelSession): PlainDirectory {
    return session.mode === 'staged' ? session.view : this.lower;
  }

  /** Makes every view anew: the workspace, less what is deleted, plus what is written. */
  rebuild(): void {
    for (const session of this.sessions) {
      session.view.copyFrom(this.lower.root);
      const entries = sortedEntries(session);
      for (const [path, { node }] of entries) if (node === undefined) session.view.remove(path);
      for (const [path, { node }] of entries) {
        if (node !== undefined) session.view.write(path, node);
      }
    }
  }

  /** A directory that is in the workspace and that nothing staged hides. */
  isVisibleDirectory(session: ModelSession, path: string): boolean {
    const isHidden = [path, ...ancestorsOf(path)].some((each) => session.entries.has(each));
    return !isHidden && this.lower.kindOf(path) === 'directory';
  }

  baseOf(path: string): ModelBase {
    const kind = this.lower.kindOf(path);
    if (kind !== 'directory') return this.lower.read(path) ?? { kind: 'absent' };
    const nodes = this.lower
      .pathsBelow(path)
      .map((below) => [below.slice(path.length + 1), this.lower.read(below) ?? null] as const);
    return { kind, tree: new Map(nodes) };
  }

  /** Whether committing finds something else than was staged on. */
  isConflict(path: string, base: ModelBase): boolean {
    if (base.kind !== 'directory') return !isSame(base, this.baseOf(path));
    const now = this.baseOf(path);
    if (now.kind !== 'directory') return true;
    // What is gone since is no difference.
    return [...now.tree].some(([below, node]) => !isSameInTree(base.tree.get(below), node));
  }

  statusOf(session: ModelSession): Omit<PendingWrite, 'conflict'>[] {
    return sortedEntries(session).map(([path, { node, base }]) => {
      const bytesAdded = node === undefined ? 0 : sizeOf(node);
      const bytesRemoved = sizeOfBase(base);
      const kind = changeOf(node, base);
      const byteDelta = bytesAdded - bytesRemoved;
      return { path, kind, byteDelta, snapshotId: null, bytesAdded, bytesRemoved };
    });
  }
}

export function sortedEntries(session: ModelSession): [string, ModelEntry][] {
  return [...session.entries].sort(([left], [right]) => compareBytes(left, right));
}

export function entriesBelow(session: ModelSession, path: string): string[] {
  return [...session.entries.keys()].filter((each) => isBelow(each, path));
}

/** Executable or not is no part of a base: commit keeps the bits it finds. */
export function isSame(left: ModelBase, right: ModelBase): boolean {
  if (left.kind === 'file' && right.kind === 'file') return left.bytes.equals(right.bytes);
  if (left.kind === 'symlink' && right.kind === 'symlink') return left.target === right.target;
  return left.kind === 'absent' && right.kind === 'absent';
}

function isSameInTree(before: PlainNode | null | undefined, now: PlainNode | null): boolean {
  if (before === undefined) return false;
  return before === null || now === null ? before === now : isSame(before, now);
}

export function isSameNode(left: PlainNode, right: PlainNode | undefined): boolean {
  if (right === undefined || !isSame(left, right)) return false;
  return left.kind !== 'file' || right.kind !== 'file' || left.isExecutable === right.isExecutable;
}

export function sizeOf(node: PlainNode): number {
  return node.kind === 'file' ? node.bytes.length : Buffer.byteLength(node.target);
}

function sizeOfBase(base: ModelBase): number {
  if (base.kind === 'absent') return 0;
  if (base.kind !== 'directory') return sizeOf(base);
  const sizes = [...base.tree.values()].map((node) => (node?.kind === 'file' ? sizeOf(node) : 0));
  return sizes.reduce((sum, size) => sum + size, 0);
}

function changeOf(node: PlainNode | undefined, base: ModelBase): PendingWrite['kind'] {
  if (node === undefined) return 'delete';
  return base.kind === 'absent' ? 'create' : 'modify';
}

function newSession(scratch: string, id: string): ModelSession {
  const view = new PlainDirectory(join(scratch, `view of ${id}`));
  return { id, mode: 'staged', entries: new Map(), view };
}
