// Wire shapes of the methods that control a session: its mode and its pending entries.
import { z } from 'zod';
import type { ChangeKind } from '../../base/entry.ts';
import { ERROR_CODES, type StagedFsErrorCode } from '../../base/errors.ts';
import type { Mode } from '../../base/ids.ts';
import { choice, count, flag, optional, paths, requiredSession } from './fields.ts';
import type { MethodSchemas } from './schemas.ts';

/** Request of `fs.set_mode`. */
export interface SetModeRequest {
  readonly session_id: string;
  readonly mode: Mode;
  /** The engine's own workspace; any other is refused. */
  readonly root?: string | null | undefined;
}

/** Response of `fs.set_mode`. */
export interface SetModeResponse {
  readonly previous_mode: Mode;
}

/** Request of methods that need only a session. */
export interface SessionRequest {
  readonly session_id: string;
}

/** Request of methods about pending paths: absent or null means all, an empty list none. */
export interface SelectionRequest extends SessionRequest {
  readonly paths?: readonly string[] | null | undefined;
}

/** One pending change in `fs.staged_status`. */
export interface StagedWrite {
  /** Absolute. */
  readonly path: string;
  readonly kind: 'write' | 'delete';
  readonly change: ChangeKind;
  readonly bytes_added: number;
  readonly bytes_removed: number;
  readonly snapshot_id: string | null;
}

/** Response of `fs.staged_status`. */
export interface StagedStatusResponse {
  readonly pending_writes: readonly StagedWrite[];
  readonly total_bytes_pending: number;
  readonly oldest_pending_age_ms: number;
}

/** Request of `fs.commit_staged`. */
export interface CommitStagedRequest extends SelectionRequest {
  /** @default 'fail' */
  readonly on_conflict?: 'fail' | 'overwrite' | null | undefined;
  /** Replace targets that their owner may not write. @default false */
  readonly force?: boolean | null | undefined;
}

/** A path that was not committed and stays pending. */
export interface FailedPath {
  readonly path: string;
  readonly reason: string;
  readonly code: StagedFsErrorCode;
}

/** Response of `fs.commit_staged`. Partial success is an ordinary answer. */
export interface CommitStagedResponse {
  readonly committed_paths: readonly string[];
  readonly failed_paths_with_reasons: readonly FailedPath[];
}

/** Response of `fs.discard_staged`. */
export interface DiscardStagedResponse {
  readonly discarded_paths: readonly string[];
}

const mode: z.ZodType<Mode> = z.enum(['immediate', 'staged']);

export const setModeSchemas: MethodSchemas<SetModeRequest, SetModeResponse> = {
  request: z.strictObject({
    session_id: requiredSession,
    mode,
    root: optional(z.string(), 'The workspace of the engine; any other is refused.'),
  }),
  response: z.strictObject({ previous_mode: mode }),
};

export const stagedStatusSchemas: MethodSchemas<SessionRequest, StagedStatusResponse> = {
  request: z.strictObject({ session_id: requiredSession }),
  response: z.strictObject({
    pending_writes: z.array(
      z.strictObject({
        path: z.string(),
        kind: z.enum(['write', 'delete']),
        change: z.enum(['create', 'modify', 'delete']),
        bytes_added: count,
        bytes_removed: count,
        snapshot_id: z.string().nullable(),
      }),
    ),
    total_bytes_pending: count,
    oldest_pending_age_ms: count,
  }),
};

const code: z.ZodType<StagedFsErrorCode> = z
  .custom<StagedFsErrorCode>((value) => typeof value === 'string' && value in ERROR_CODES)
  .meta({ type: 'string', enum: Object.keys(ERROR_CODES) });

export const commitStagedSchemas: MethodSchemas<CommitStagedRequest, CommitStagedResponse> = {
  request: z.strictObject({
    session_id: requiredSession,
    paths,
    on_conflict: choice(['fail', 'overwrite'], 'For a path that changed since it was staged.'),
    force: flag(false, 'Replace targets that their owner, or this user, may not write.'),
  }),
  response: z.strictObject({
    committed_paths: z.array(z.string()),
    failed_paths_with_reasons: z.array(
      z.strictObject({ path: z.string(), reason: z.string(), code }),
    ),
  }),
};

export const discardStagedSchemas: MethodSchemas<SelectionRequest, DiscardStagedResponse> = {
  request: z.strictObject({ session_id: requiredSession, paths }),
  response: z.strictObject({ discarded_paths: z.array(z.string()) }),
};
