import { isStagedFsError, type StagedFsErrorCode } from '../../base/errors.ts';
import type { Session } from '../../session/api/session-api.ts';
import { Fnv1a } from '../fnv1a.ts';
import { HostlibError, invalidParameter } from '../hostlib-error.ts';
import { pieces } from '../pieces.ts';
import {
  type FileHashRequest,
  fileHashSchemas,
  type ReadRangeRequest,
  type ReadRangeResponse,
  readRangeSchemas,
} from '../schemas/code-index-schemas.ts';
import type { SessionCall, SessionMethod } from './method.ts';

export const readRange: SessionMethod<ReadRangeRequest, ReadRangeResponse> = {
  name: 'code_index.read_range',
  builtin: 'hostlib_code_index_read_range',
  isRead: true,
  schemas: readRangeSchemas,
  run: async (call, request) => {
    try {
      return await readLines(call.session, request);
    } catch (error) {
      throw readFault(error, call, request);
    }
  },
};

export const fileHash: SessionMethod<FileHashRequest, string | null> = {
  name: 'code_index.file_hash',
  builtin: 'hostlib_code_index_file_hash',
  isRead: true,
  schemas: fileHashSchemas,
  run: async ({ session }, { path }) => {
    try {
      return await hashOf(session, path);
    } catch (error) {
      if (isStagedFsError(error) && UNREADABLE.includes(error.code)) return null;
      throw error;
    }
  },
};

const OUTSIDE: StagedFsErrorCode = 'ERR_STAGED_PATH_ESCAPE';

/** A file that isn't there, to those who only know files that can be read. */
const UNREADABLE: readonly StagedFsErrorCode[] = [
  OUTSIDE,
  'ERR_STAGED_NOT_FOUND',
  'ERR_STAGED_NOT_A_FILE',
  'ERR_STAGED_NOT_A_DIRECTORY',
  'ERR_STAGED_IO',
];

async function readLines(session: Session, request: ReadRangeRequest): Promise<ReadRangeResponse> {
  const { path } = request;
  const start = request.start ?? 1;
  const end = request.end ?? undefined;
  const lines = await session.readLines(path, end === undefined ? { start } : { start, end });
  const content = Buffer.from(lines.content).toString();
  const isWhole = !request.start && !request.end;
  return isWhole ? { content } : { content, start, end: lines.end };
}

async function hashOf(session: Session, path: string): Promise<string> {
  const hash = new Fnv1a();
  for await (const piece of pieces(session.createReadStream(path))) hash.update(piece);
  return hash.toString();
}

function readFault(error: unknown, { builtin }: SessionCall, { path }: ReadRangeRequest): unknown {
  if (!isStagedFsError(error) || !UNREADABLE.includes(error.code)) return error;
  const { code } = error;
  const options = { path, hint: error.hint, cause: error };
  if (code === OUTSIDE) {
    return invalidParameter(builtin, { parameter: 'path', detail: error.message, code }, options);
  }
  const message = `hostlib: ${builtin}: file not found: ${JSON.stringify(path)}: ${error.message}`;
  return new HostlibError({ kind: 'backend_error', builtin, message, code }, options);
}
