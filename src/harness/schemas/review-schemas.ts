// Wire shapes of the methods for review and housekeeping, which the reference does not have.
import { z } from 'zod';
import type { Mode } from '../../base/ids.ts';
import type { DiffFormat } from '../../session/api/patch-types.ts';
import type { Finding } from '../../session/api/upkeep-types.ts';
import { choice, count, flag, optional, paths, requiredSession } from './fields.ts';
import type { MethodSchemas } from './schemas.ts';
import type { SelectionRequest, SessionRequest } from './session-schemas.ts';

/** Request of `fs.diff`. */
export interface DiffRequest extends SelectionRequest {
  /** Lines of context. @default 3 */
  readonly context?: number | null | undefined;
  /** Show a delete and a create of like content as a rename. @default false */
  readonly renames?: boolean | null | undefined;
  /** @default 'patch' */
  readonly format?: DiffFormat | null | undefined;
}

/** Bytes as text: UTF-8 where they are, else base64. */
export interface EncodedContent {
  readonly encoding: 'utf-8' | 'base64';
  readonly content: string;
}

/** Request of `fs.verify`. */
export interface VerifyRequest extends SessionRequest {
  /** Mend what can be mended. @default false */
  readonly repair?: boolean | null | undefined;
}

/** Response of `fs.verify`. */
export interface VerifyResponse {
  readonly findings: readonly Finding[];
  readonly repaired: boolean;
}

/** One line of the journal in `fs.log`. */
export interface LogEntry {
  readonly seq: number;
  readonly op: string;
  /** Absolute; null for operations on the whole session. */
  readonly path: string | null;
  readonly pending_count: number;
  readonly ts_ms: number;
}

/** Response of `fs.log`. */
export interface LogResponse {
  readonly records: readonly LogEntry[];
}

/** One session in `fs.list_sessions`. */
export interface ListedSession {
  readonly session_id: string;
  readonly mode: Mode;
  readonly pending_count: number;
  readonly total_bytes: number;
  readonly last_activity_ms: number;
  /** Why the session can't be opened. */
  readonly error?: string | undefined;
}

/** Response of `fs.list_sessions`. */
export interface ListSessionsResponse {
  readonly sessions: readonly ListedSession[];
}

export const diffSchemas: MethodSchemas<DiffRequest, EncodedContent> = {
  request: z.strictObject({
    session_id: requiredSession,
    paths,
    context: optional(count, 'Lines of context.').meta({ default: 3 }),
    renames: flag(false, 'Show a delete and a create of like content as a rename.'),
    format: choice(['patch', 'stat', 'name-status', 'numstat'], 'The form of the answer.'),
  }),
  response: z.strictObject({ encoding: z.enum(['utf-8', 'base64']), content: z.string() }),
};

const findingKind: z.ZodType<Finding['kind']> = z.enum([
  'manifest-damaged',
  'journal-damaged',
  'journal-torn',
  'journal-warning',
  'body-missing',
  'body-corrupt',
  'body-unreferenced',
  'base-missing',
  'base-corrupt',
  'commit-unfinished',
  'commit-foreign',
]);

export const verifySchemas: MethodSchemas<VerifyRequest, VerifyResponse> = {
  request: z.strictObject({
    session_id: requiredSession,
    repair: flag(false, 'Mend what can be mended.'),
  }),
  response: z.strictObject({
    findings: z.array(
      z.strictObject({ kind: findingKind, subject: z.string(), detail: z.string() }),
    ),
    repaired: z.boolean(),
  }),
};

export const logSchemas: MethodSchemas<SessionRequest, LogResponse> = {
  request: z.strictObject({ session_id: requiredSession }),
  response: z.strictObject({
    records: z.array(
      z.strictObject({
        seq: count,
        op: z.string(),
        path: z.string().nullable(),
        pending_count: count,
        ts_ms: z.int(),
      }),
    ),
  }),
};

export const listSessionsSchemas: MethodSchemas<object, ListSessionsResponse> = {
  request: z.strictObject({}),
  response: z.strictObject({
    sessions: z.array(
      z.strictObject({
        session_id: z.string(),
        mode: z.enum(['immediate', 'staged']),
        pending_count: count,
        total_bytes: count,
        last_activity_ms: z.int(),
        error: z.string().optional(),
      }),
    ),
  }),
};
