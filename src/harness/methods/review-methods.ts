import type { LogRecord } from '../../session/api/upkeep-types.ts';
import { encodeContent } from '../encoded-content.ts';
import {
  type DiffRequest,
  diffSchemas,
  type EncodedContent,
  type ListSessionsResponse,
  type LogEntry,
  type LogResponse,
  listSessionsSchemas,
  logSchemas,
  type VerifyRequest,
  type VerifyResponse,
  verifySchemas,
} from '../schemas/review-schemas.ts';
import type { SessionRequest } from '../schemas/session-schemas.ts';
import type { Call, EngineMethod, SessionMethod } from './method.ts';

export const diff: SessionMethod<DiffRequest, EncodedContent> = {
  name: 'fs.diff',
  builtin: 'hostlib_fs_diff',
  isRead: true,
  schemas: diffSchemas,
  run: async ({ session }, { paths, context, renames, format }) => {
    const patch = await session.diff({
      paths: paths ?? null,
      context: context ?? 3,
      renames: renames ?? false,
      format: format ?? 'patch',
    });
    return await encodeContent(patch, 'utf-8');
  },
};

export const verify: SessionMethod<VerifyRequest, VerifyResponse> = {
  name: 'fs.verify',
  builtin: 'hostlib_fs_verify',
  schemas: verifySchemas,
  run: async ({ session }, { repair }) => await session.verify({ repair: repair ?? false }),
};

export const log: SessionMethod<SessionRequest, LogResponse> = {
  name: 'fs.log',
  builtin: 'hostlib_fs_log',
  schemas: logSchemas,
  run: async (call) => {
    const records: LogEntry[] = [];
    for await (const record of call.session.log()) records.push(logEntry(call, record));
    return { records };
  },
};

export const listSessions: EngineMethod<object, ListSessionsResponse> = {
  name: 'fs.list_sessions',
  builtin: 'hostlib_fs_list_sessions',
  schemas: listSessionsSchemas,
  runOnEngine: async ({ engine }) => {
    const sessions = await engine.sessions();
    return {
      sessions: sessions.map((summary) => ({
        session_id: summary.sessionId,
        mode: summary.mode,
        pending_count: summary.pendingCount,
        total_bytes: summary.totalBytes,
        last_activity_ms: summary.lastActivityMs,
        ...(summary.error === undefined ? {} : { error: summary.error }),
      })),
    };
  },
};

function logEntry({ wirePath }: Call, record: LogRecord): LogEntry {
  return {
    seq: record.seq,
    op: record.op,
    path: record.path === null ? null : wirePath(record.path),
    pending_count: record.pendingCount,
    ts_ms: record.tsMs,
  };
}
