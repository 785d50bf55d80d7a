import { resolve } from 'node:path';
import { isStagedFsError } from '../../base/errors.ts';
import type { WriteOptions, WriteResult } from '../../session/api/types.ts';
import { decodeContent } from '../decode-content.ts';
import { HostlibError, invalidParameter, missingParameter } from '../hostlib-error.ts';
import {
  type DeleteFileRequest,
  type DeleteFileResponse,
  deleteFileSchemas,
  type WriteFileRequest,
  type WriteFileResponse,
  writeFileSchemas,
} from '../schemas/tools-schemas.ts';
import type { SessionCall, SessionMethod } from './method.ts';

export const writeFile: SessionMethod<WriteFileRequest, WriteFileResponse> = {
  name: 'tools.write_file',
  builtin: 'hostlib_tools_write_file',
  schemas: writeFileSchemas,
  prepare: refuseLink,
  run: async (call, request) => {
    const { bytesWritten, created } = await write(call, request);
    return { path: request.path, bytes_written: bytesWritten, created };
  },
};

export const deleteFile: SessionMethod<DeleteFileRequest, DeleteFileResponse> = {
  name: 'tools.delete_file',
  builtin: 'hostlib_tools_delete_file',
  schemas: deleteFileSchemas,
  prepare: refuseEscapingLink,
  run: async ({ session }, { path, recursive }) => {
    const { removed } = await session.remove(path, { recursive: recursive ?? false });
    return { path, removed };
  },
};

async function write(call: SessionCall, request: WriteFileRequest): Promise<WriteResult> {
  const { session, engine, builtin } = call;
  const { path, content, source_path: source } = request;
  const options = writeOptions(request);
  if (typeof source === 'string') {
    if (typeof content === 'string') throw contentTwice(builtin);
    return await session.writeFrom(path, resolve(engine.root, source), options);
  }
  if (typeof content !== 'string') throw missingParameter(builtin, 'content');
  const wire = { builtin, parameter: 'content', text: content };
  return await session.write(path, decodeContent(wire, request.encoding), options);
}

function writeOptions(request: WriteFileRequest): WriteOptions {
  const { create_parents: createParents, overwrite, file_mode: fileMode } = request;
  return {
    createParents: createParents ?? true,
    overwrite: overwrite ?? true,
    ...(fileMode === undefined || fileMode === null ? {} : { fileMode }),
  };
}

function contentTwice(builtin: string): HostlibError {
  const detail = 'give either `content` or `source_path`, not both';
  return invalidParameter(builtin, { parameter: 'source_path', detail });
}

async function refuseLink(
  { session, builtin, immediateLinks }: SessionCall,
  request: WriteFileRequest,
): Promise<void> {
  // With a file mode the write acts on the name itself, and a link is replaced.
  if (request.file_mode !== undefined && request.file_mode !== null) return;
  if (await immediateLinks.isAt(session, request.path)) throw linkRefused(builtin, request.path);
}

async function refuseEscapingLink(
  { session, immediateLinks }: SessionCall,
  { path }: DeleteFileRequest,
): Promise<void> {
  if (!(await immediateLinks.isAt(session, path))) return;
  try {
    await session.stat(path);
  } catch (error) {
    if (isStagedFsError(error, 'ERR_STAGED_PATH_ESCAPE')) throw error;
  }
}

function linkRefused(builtin: string, path: string): HostlibError {
  return new HostlibError({
    kind: 'tool_rejected',
    builtin,
    message: `${JSON.stringify(path)} is a symbolic link: refusing to write through it`,
    code: 'ERR_STAGED_INVALID_PATH',
    path,
  });
}
