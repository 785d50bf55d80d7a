import { resolve } from 'node:path';
import { isStagedFsError } from '../../base/errors.ts';
import { mapInTurns } from '../../disk/in-turns.ts';
import type { CommitOptions, PendingWrite } from '../../session/api/types.ts';
import { invalidParameter } from '../hostlib-error.ts';
import {
  type CommitStagedRequest,
  type CommitStagedResponse,
  commitStagedSchemas,
  type DiscardStagedResponse,
  discardStagedSchemas,
  type SelectionRequest,
  type SessionRequest,
  type SetModeRequest,
  type SetModeResponse,
  type StagedStatusResponse,
  type StagedWrite,
  setModeSchemas,
  stagedStatusSchemas,
} from '../schemas/session-schemas.ts';
import { commitReason } from '../to-hostlib-error.ts';
import type { SessionCall, SessionMethod } from './method.ts';

export const setMode: SessionMethod<SetModeRequest, SetModeResponse> = {
  name: 'fs.set_mode',
  builtin: 'hostlib_fs_set_mode',
  schemas: setModeSchemas,
  prepare: assertOwnRoot,
  run: async ({ session, immediateLinks }, { mode }) => {
    immediateLinks.forget(session);
    const { previousMode } = await session.setMode(mode);
    return { previous_mode: previousMode };
  },
};

export const stagedStatus: SessionMethod<SessionRequest, StagedStatusResponse> = {
  name: 'fs.staged_status',
  builtin: 'hostlib_fs_staged_status',
  isRead: true,
  schemas: stagedStatusSchemas,
  run: async (call) => {
    const status = await call.session.status();
    return {
      pending_writes: await mapInTurns(status.pendingWrites, (pending) =>
        stagedWrite(call, pending),
      ),
      total_bytes_pending: status.totalBytesPending,
      oldest_pending_age_ms: status.oldestPendingAgeMs,
    };
  },
};

export const commitStaged: SessionMethod<CommitStagedRequest, CommitStagedResponse> = {
  name: 'fs.commit_staged',
  builtin: 'hostlib_fs_commit_staged',
  schemas: commitStagedSchemas,
  run: async ({ session, wirePath }, request) => {
    const result = await session.commit(commitOptions(request));
    return {
      committed_paths: await mapInTurns(result.committedPaths, wirePath),
      failed_paths_with_reasons: result.failedPathsWithReasons.map(({ path, reason, code }) => ({
        path: wirePath(path),
        reason: commitReason(reason, code),
        code,
      })),
    };
  },
};

export const discardStaged: SessionMethod<SelectionRequest, DiscardStagedResponse> = {
  name: 'fs.discard_staged',
  builtin: 'hostlib_fs_discard_staged',
  schemas: discardStagedSchemas,
  run: async ({ session, wirePath }, { paths }) => {
    const { discardedPaths } = await session.discard({ paths: paths ?? null });
    return { discarded_paths: await mapInTurns(discardedPaths, wirePath) };
  },
};

async function assertOwnRoot(call: SessionCall, { root }: SetModeRequest): Promise<void> {
  if (root === undefined || root === null) return;
  if (await isOwnRoot(call, root)) return;
  const detail = `this engine serves ${JSON.stringify(call.engine.root)}, got ${JSON.stringify(root)}`;
  throw invalidParameter(call.builtin, { parameter: 'root', detail });
}

async function isOwnRoot({ engine, session }: SessionCall, root: string): Promise<boolean> {
  if (resolve(engine.root, root) === engine.root) return true;
  try {
    // Another spelling of the workspace, through a link, has the workspace's key.
    return (await session.stat(root)).path === '';
  } catch (error) {
    if (isStagedFsError(error)) return false;
    throw error;
  }
}

function stagedWrite({ wirePath }: SessionCall, pending: PendingWrite): StagedWrite {
  return {
    path: wirePath(pending.path),
    kind: pending.kind === 'delete' ? 'delete' : 'write',
    change: pending.kind,
    bytes_added: pending.bytesAdded,
    bytes_removed: pending.bytesRemoved,
    snapshot_id: pending.snapshotId,
  };
}

function commitOptions({ paths, on_conflict, force }: CommitStagedRequest): CommitOptions {
  return { paths: paths ?? null, onConflict: on_conflict ?? 'fail', force: force ?? false };
}
