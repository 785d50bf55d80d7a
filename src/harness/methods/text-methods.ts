import type { PatchTextResult } from '../../session/api/types.ts';
import { HostlibError } from '../hostlib-error.ts';
import {
  type ReadTextRequest,
  type ReadTextResponse,
  readTextSchemas,
  type SafeTextPatchRequest,
  type SafeTextPatchResponse,
  safeTextPatchSchemas,
} from '../schemas/text-schemas.ts';
import type { SessionCall, SessionMethod } from './method.ts';

export const stagedReadText: SessionMethod<ReadTextRequest, ReadTextResponse> = {
  name: 'fs.staged_read_text',
  // The reference kept the name of the older method in its error texts.
  builtin: 'hostlib_fs_read_text',
  isRead: true,
  schemas: readTextSchemas,
  run: async ({ session }, { path }) => {
    const { content, sha256, size, exists } = await session.readText(path);
    return { path, content, sha256, size, exists };
  },
};

export const readText: SessionMethod<ReadTextRequest, ReadTextResponse> = {
  ...stagedReadText,
  name: 'fs.read_text',
};

export const safeTextPatch: SessionMethod<SafeTextPatchRequest, SafeTextPatchResponse> = {
  name: 'fs.safe_text_patch',
  builtin: 'hostlib_fs_safe_text_patch',
  schemas: safeTextPatchSchemas,
  prepare: refuseLink,
  run: async ({ session }, request) => {
    const result = await session.patchText(request.path, request.content, {
      expectedHash: request.expected_hash ?? null,
      createParents: request.create_parents ?? true,
      overwrite: request.overwrite ?? true,
    });
    return patchResponse(request.path, result);
  },
};

async function refuseLink(
  { session, builtin, immediateLinks }: SessionCall,
  { path }: SafeTextPatchRequest,
): Promise<void> {
  if (!(await immediateLinks.isAt(session, path))) return;
  const message = `hostlib: ${builtin}: ${JSON.stringify(path)} is a symbolic link`;
  throw new HostlibError({
    kind: 'backend_error',
    builtin,
    message,
    code: 'ERR_STAGED_NOT_A_FILE',
    path,
  });
}

function patchResponse(path: string, result: PatchTextResult): SafeTextPatchResponse {
  return {
    path,
    result: result.result,
    applied: result.result === 'applied',
    stale_base: result.result === 'stale_base',
    current_hash: result.currentHash,
    before_sha256: result.currentHash,
    after_sha256: result.afterHash,
    expected_hash: result.expectedHash,
    created: result.created,
    bytes_written: result.bytesWritten,
  };
}
