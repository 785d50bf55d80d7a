import {
  type AstOutlineRequest,
  type AstOutlineResponse,
  type AstSymbolsRequest,
  type AstSymbolsResponse,
  astOutlineSchemas,
  astSymbolsSchemas,
  type ParseFileRequest,
  type ParseFileResponse,
  parseFileSchemas,
} from './ast-schemas.ts';
import {
  type FileHashRequest,
  fileHashSchemas,
  type ReadRangeRequest,
  type ReadRangeResponse,
  readRangeSchemas,
} from './code-index-schemas.ts';
import {
  type FileOutlineRequest,
  type FileOutlineResponse,
  fileOutlineSchemas,
} from './outline-schemas.ts';
import {
  type ApplyPatchRequest,
  type ApplyPatchResponse,
  applyPatchSchemas,
} from './patch-schemas.ts';
import {
  type DiffRequest,
  diffSchemas,
  type EncodedContent,
  type ListSessionsResponse,
  type LogResponse,
  listSessionsSchemas,
  logSchemas,
  type VerifyRequest,
  type VerifyResponse,
  verifySchemas,
} from './review-schemas.ts';
import { type MethodJsonSchemas, type MethodSchemas, toJsonSchemas } from './schemas.ts';
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
  setModeSchemas,
  stagedStatusSchemas,
} from './session-schemas.ts';
import {
  type EmitPatchResultRequest,
  emitPatchResultSchemas,
  type ReadTextRequest,
  type ReadTextResponse,
  readTextSchemas,
  type SafeTextPatchRequest,
  type SafeTextPatchResponse,
  safeTextPatchSchemas,
} from './text-schemas.ts';
import {
  type DeleteFileRequest,
  type DeleteFileResponse,
  deleteFileSchemas,
  type ListDirectoryRequest,
  type ListDirectoryResponse,
  listDirectorySchemas,
  type ReadFileRequest,
  type ReadFileResponse,
  readFileSchemas,
  type WriteFileRequest,
  type WriteFileResponse,
  writeFileSchemas,
} from './tools-schemas.ts';

/** The schemas of every method, by wire name. */
export interface HarnessSchemas {
  readonly 'fs.set_mode': MethodSchemas<SetModeRequest, SetModeResponse>;
  readonly 'fs.staged_status': MethodSchemas<SessionRequest, StagedStatusResponse>;
  readonly 'fs.commit_staged': MethodSchemas<CommitStagedRequest, CommitStagedResponse>;
  readonly 'fs.discard_staged': MethodSchemas<SelectionRequest, DiscardStagedResponse>;
  readonly 'fs.staged_read_text': MethodSchemas<ReadTextRequest, ReadTextResponse>;
  readonly 'fs.read_text': MethodSchemas<ReadTextRequest, ReadTextResponse>;
  readonly 'fs.safe_text_patch': MethodSchemas<SafeTextPatchRequest, SafeTextPatchResponse>;
  readonly 'fs.emit_safe_text_patch_result': MethodSchemas<EmitPatchResultRequest, boolean>;
  readonly 'fs.diff': MethodSchemas<DiffRequest, EncodedContent>;
  readonly 'fs.apply_patch': MethodSchemas<ApplyPatchRequest, ApplyPatchResponse>;
  readonly 'fs.verify': MethodSchemas<VerifyRequest, VerifyResponse>;
  readonly 'fs.log': MethodSchemas<SessionRequest, LogResponse>;
  readonly 'fs.list_sessions': MethodSchemas<object, ListSessionsResponse>;
  readonly 'tools.write_file': MethodSchemas<WriteFileRequest, WriteFileResponse>;
  readonly 'tools.delete_file': MethodSchemas<DeleteFileRequest, DeleteFileResponse>;
  readonly 'tools.read_file': MethodSchemas<ReadFileRequest, ReadFileResponse>;
  readonly 'tools.list_directory': MethodSchemas<ListDirectoryRequest, ListDirectoryResponse>;
  readonly 'tools.get_file_outline': MethodSchemas<FileOutlineRequest, FileOutlineResponse>;
  readonly 'ast.parse_file': MethodSchemas<ParseFileRequest, ParseFileResponse>;
  readonly 'ast.outline': MethodSchemas<AstOutlineRequest, AstOutlineResponse>;
  readonly 'ast.symbols': MethodSchemas<AstSymbolsRequest, AstSymbolsResponse>;
  readonly 'code_index.read_range': MethodSchemas<ReadRangeRequest, ReadRangeResponse>;
  readonly 'code_index.file_hash': MethodSchemas<FileHashRequest, string | null>;
}

/**
 * The zod schemas that requests are checked with, and those of the responses. All are strict: a
 * field they do not name is refused.
 *
 * @example
 * ```ts
 * import { harnessSchemas } from 'staged-fs/harness';
 * harnessSchemas['fs.set_mode'].request.parse({ session_id: 's-7', mode: 'staged' });
 * ```
 */
export const harnessSchemas: HarnessSchemas = {
  'fs.set_mode': setModeSchemas,
  'fs.staged_status': stagedStatusSchemas,
  'fs.commit_staged': commitStagedSchemas,
  'fs.discard_staged': discardStagedSchemas,
  'fs.staged_read_text': readTextSchemas,
  'fs.read_text': readTextSchemas,
  'fs.safe_text_patch': safeTextPatchSchemas,
  'fs.emit_safe_text_patch_result': emitPatchResultSchemas,
  'fs.diff': diffSchemas,
  'fs.apply_patch': applyPatchSchemas,
  'fs.verify': verifySchemas,
  'fs.log': logSchemas,
  'fs.list_sessions': listSessionsSchemas,
  'tools.write_file': writeFileSchemas,
  'tools.delete_file': deleteFileSchemas,
  'tools.read_file': readFileSchemas,
  'tools.list_directory': listDirectorySchemas,
  'tools.get_file_outline': fileOutlineSchemas,
  'ast.parse_file': parseFileSchemas,
  'ast.outline': astOutlineSchemas,
  'ast.symbols': astSymbolsSchemas,
  'code_index.read_range': readRangeSchemas,
  'code_index.file_hash': fileHashSchemas,
};

/**
 * The request and response of one method as JSON Schemas (draft 2020-12).
 *
 * @example
 * ```ts
 * import { harnessJsonSchemas } from 'staged-fs/harness';
 * console.log(harnessJsonSchemas('tools.write_file').request);
 * ```
 */
export function harnessJsonSchemas(method: keyof HarnessSchemas): MethodJsonSchemas {
  return toJsonSchemas(harnessSchemas[method]);
}
