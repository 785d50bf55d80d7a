import { mapInTurns } from '../../disk/in-turns.ts';
import type { DirectoryItem, ReadOptions } from '../../session/api/read-types.ts';
import { encodeContent, LARGEST_ANSWER } from '../encoded-content.ts';
import { invalidParameter } from '../hostlib-error.ts';
import {
  type ListDirectoryRequest,
  type ListDirectoryResponse,
  type ListedEntry,
  listDirectorySchemas,
  type ReadFileRequest,
  type ReadFileResponse,
  readFileSchemas,
} from '../schemas/tools-schemas.ts';
import type { SessionCall, SessionMethod } from './method.ts';

export const readFile: SessionMethod<ReadFileRequest, ReadFileResponse> = {
  name: 'tools.read_file',
  builtin: 'hostlib_tools_read_file',
  isRead: true,
  schemas: readFileSchemas,
  run: readPart,
};

export const listDirectory: SessionMethod<ListDirectoryRequest, ListDirectoryResponse> = {
  name: 'tools.list_directory',
  builtin: 'hostlib_tools_list_directory',
  isRead: true,
  schemas: listDirectorySchemas,
  run: async ({ session }, { path, include_hidden: hidden, max_entries: limit }) => {
    const items = await session.list(path);
    const entries = items.filter(({ name }) => hidden === true || !name.startsWith('.'));
    const kept = entries.slice(0, limit || entries.length);
    return {
      path,
      entries: await mapInTurns(kept, listedEntry),
      truncated: kept.length < entries.length,
    };
  },
};

async function readPart(call: SessionCall, request: ReadFileRequest): Promise<ReadFileResponse> {
  const { session } = call;
  const { path } = request;
  const offset = request.offset ?? 0;
  // Both before any await: a call that arrived later must not come between.
  const [stat, bytes] = await Promise.all([
    session.stat(path),
    session.read(path, readOptions(offset, request.limit_bytes ?? 0)),
  ]);
  if (offset > stat.size) throw offsetPastEnd(call.builtin, { offset, size: stat.size });
  const truncated = offset + bytes.length < stat.size;
  const encoded = await encodeContent(bytes, request.encoding ?? 'utf-8');
  return { path, ...encoded, size: bytes.length, truncated };
}

function readOptions(offset: number, limit: number): ReadOptions {
  // One byte more than fits an answer is enough to refuse the rest.
  return { offset, length: Math.min(limit || Number.POSITIVE_INFINITY, LARGEST_ANSWER + 1) };
}

function offsetPastEnd(builtin: string, { offset, size }: { offset: number; size: number }): Error {
  const detail = `${String(offset)} is past the end of the file (${String(size)} bytes)`;
  return invalidParameter(builtin, { parameter: 'offset', detail });
}

function listedEntry({ name, kind, size, escaped }: DirectoryItem): ListedEntry {
  const entry = { name, is_dir: kind === 'directory', is_symlink: kind === 'symlink', size };
  return escaped === undefined ? entry : { ...entry, escaped };
}
