/**
 * Mutations of a session in immediate mode: straight to the workspace, through the same gate and
 * the same one-step replacement as a commit, leaving no state behind.
 */

import { assertAttached } from '../../base/detached.ts';
import { type Digest, digestOf, EMPTY_DIGEST } from '../../base/digest.ts';
import { permissionsFor } from '../../base/file-mode.ts';
import { decodeName } from '../../base/name.ts';
import { randomName } from '../../base/random-name.ts';
import { nameOf, parentOf, type WorkspacePath } from '../../base/workspace-path.ts';
import type { DiskStat } from '../../disk/disk.ts';
import { removeTree } from '../../disk/remove-tree.ts';
import { syncFile } from '../../disk/sync-file.ts';
import { lookUp } from '../../overlay/view.ts';
import type { ByteSource } from '../../store/abortable.ts';
import { receiveStream } from '../../store/receive.ts';
import type { Applying } from '../../workspace/applying.ts';
import type { Aside } from '../../workspace/aside.ts';
import { LARGEST_INLINE_BYTES, readTree } from '../../workspace/observe.ts';
import { openExistingParent } from '../../workspace/parents.ts';
import { place } from '../../workspace/place.ts';
import { keptFailure, type Moved, moveBack } from '../../workspace/put-back.ts';
import { syncNames } from '../../workspace/sync-names.ts';
import { takeOver } from '../../workspace/take-over.ts';
import { copyAsNew } from '../../workspace/temporary.ts';
import { temporaryNameFor } from '../../workspace/temporary-names.ts';
import type { RemoveResult, WriteResult } from '../api/types.ts';
import type { SessionParts } from '../parts.ts';
import { wholly } from './bytes-later.ts';
import { currentModeOf, decideWrite, type WriteQuestion } from './decide-write.ts';
import { assertRemovable, type RemoveRequest } from './stage-remove.ts';

/** Bytes for an immediate write. */
export interface ImmediateContent {
  readonly digest: Digest;
  readonly size: number;
  /** Makes a file of them at `path`, which is free. */
  fill(path: string, permissions: number): Promise<void>;
}

/** Bytes in memory as the content of an immediate write; large ones are written in pieces. */
export function contentOfBytes(parts: SessionParts, bytes: Uint8Array): ImmediateContent {
  assertAttached(bytes);
  if (bytes.length > LARGEST_INLINE_BYTES) return contentOfStream(parts, wholly(bytes), undefined);
  const { disk } = parts.ports;
  return {
    digest: digestOf(bytes),
    size: bytes.length,
    async fill(path, permissions) {
      await disk.createFile(path, bytes, permissions);
    },
  };
}

/** A received body as the content of an immediate write. */
export function contentOfBody(
  parts: SessionParts,
  body: { readonly digest: Digest; readonly size: number; readonly path: string },
): ImmediateContent {
  const { digest, size, path: from } = body;
  return {
    digest,
    size,
    async fill(path, permissions) {
      await copyAsNew(parts.ports.disk, from, { path, permissions });
    },
  };
}

/** A stream as the content of an immediate write: digest and size are known once it was written. */
export function contentOfStream(
  parts: SessionParts,
  source: ByteSource,
  signal: AbortSignal | undefined,
): ImmediateContent {
  const { disk, hasher } = parts.ports;
  let received = { digest: EMPTY_DIGEST, size: 0 };
  return {
    get digest() {
      return received.digest;
    },
    get size() {
      return received.size;
    },
    async fill(path, permissions) {
      received = await receiveStream({ disk, hasher }, path, {
        source,
        permissions,
        ...(signal && { signal }),
      });
    },
  };
}

/** An immediate write; `seen` is what it may replace, null for nothing, by default what is there. */
export interface ImmediateQuestion extends WriteQuestion {
  readonly seen?: DiskStat | null;
}

/** Writes a file or link to the workspace in one step. */
export async function writeNow(
  parts: SessionParts,
  question: ImmediateQuestion,
  content: ImmediateContent,
): Promise<WriteResult> {
  const { path, node } = await decideWrite(parts, question);
  const found = question.seen === undefined ? await parts.lower.lstat(path) : question.seen;
  const seen = found?.kind === 'directory' ? await removeEmpty(parts, path) : found;
  const fileMode = question.options.fileMode ?? currentModeOf(node);
  const link = question.linkTarget;
  const { disk } = parts.ports;
  const changed = new Set<WorkspacePath>();
  await place(applyingNow(parts, changed), {
    path,
    seen: seen ?? undefined,
    base: { kind: 'unobserved' },
    async make(temporary, existing) {
      if (link !== undefined) return await disk.symlink(decodeName(link), temporary);
      // Until it has the bits of what it replaces, nobody else may look into it.
      const fresh = fileMode === '100755' ? 0o777 : 0o666;
      await content.fill(temporary, existing === undefined ? fresh : 0o600);
      if (existing !== undefined) {
        const permissions = permissionsFor(fileMode, existing.permissions);
        await takeOver(disk, temporary, { existing, permissions });
      }
      if (isSynced(parts)) await syncFile(disk, temporary);
    },
  });
  await syncIfAlways(parts, changed);
  const { digest, size } = content;
  return { path, created: node.kind === 'absent', bytesWritten: size, digest };
}

// A file may take the place of an empty directory; one that is not empty by now stays.
async function removeEmpty(parts: SessionParts, path: WorkspacePath): Promise<undefined> {
  const anchor = await openExistingParent(parts.workspace, path);
  try {
    if (anchor !== undefined) await parts.ports.disk.removeDirectory(anchor.at(nameOf(path)));
  } finally {
    await anchor?.close();
  }
}

/** Deletes from the workspace; a directory vanishes in one rename. */
export async function removeNow(
  parts: SessionParts,
  request: RemoveRequest,
): Promise<RemoveResult> {
  const path = await parts.gate.locateForChange(request.path);
  const node = await lookUp(parts.layers, path);
  if (node.kind === 'absent') return { path, removed: false };
  await assertRemovable(parts, { path, node, request });
  const removed = await (node.kind === 'directory' ? removeTreeAt : removeNameAt)(parts, path);
  await syncIfAlways(parts, [parentOf(path)]);
  return { path, removed };
}

async function removeNameAt(parts: SessionParts, path: WorkspacePath): Promise<boolean> {
  const anchor = await openExistingParent(parts.workspace, path);
  if (anchor === undefined) return false;
  try {
    return await parts.ports.disk.unlink(anchor.at(nameOf(path)));
  } finally {
    await anchor.close();
  }
}

async function removeTreeAt(parts: SessionParts, path: WorkspacePath): Promise<boolean> {
  // Rule W1: refuses a tree that holds a git directory.
  await readTree(parts.observer, path);
  const anchor = await openExistingParent(parts.workspace, path);
  if (anchor === undefined) return false;
  const name = anchor.at(nameOf(path));
  const out = anchor.at(temporaryNameFor(nameOf(path), randomName()));
  try {
    await parts.ports.disk.rename(name, out);
    await removeOrMoveBack(parts, { name, out });
    return true;
  } finally {
    await anchor.close();
  }
}

// What could not be removed must not stay under a name that nobody knows.
async function removeOrMoveBack(parts: SessionParts, moved: Moved): Promise<void> {
  const { disk } = parts.ports;
  try {
    await removeTree(disk, moved.out);
  } catch (error) {
    if (await moveBack(disk, moved)) throw error;
    throw keptFailure(parts.workspace, error, moved.out);
  }
}

function applyingNow(parts: SessionParts, changed: Set<WorkspacePath>): Applying {
  const { workspace, observer } = parts;
  return {
    workspace,
    observer,
    aside: nothingKept(parts),
    nextTag: randomName,
    changed: (directory) => changed.add(directory),
  };
}

// An immediate write has no way back: what it replaced goes.
function nothingKept({ ports: { disk } }: SessionParts): Aside {
  return {
    move: async () => undefined,
    async keep(path) {
      await removeTree(disk, path);
    },
    // The rename over it is the end of it.
    keepLinked: async (path) => await disk.lstat(path),
    // There is no place for it but the one it has.
    keepForGood: async (path) => path,
    // No recovery comes after an immediate write.
    noteLeft: () => undefined,
  };
}

function isSynced(parts: SessionParts): boolean {
  return parts.ports.settings.fsync === 'always';
}

async function syncIfAlways(
  parts: SessionParts,
  directories: Iterable<WorkspacePath>,
): Promise<void> {
  if (!isSynced(parts)) return;
  for (const directory of directories) await syncNames(parts.workspace, directory);
}
