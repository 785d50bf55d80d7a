// The public sub-path `staged-fs/harness`.

export { createHarness } from './create-harness.ts';
export { HostlibError, type HostlibErrorJson, type HostlibErrorKind } from './hostlib-error.ts';
export type { BoundMethod } from './methods/bind-method.ts';
export type { TextPatchResultEvent } from './methods/method.ts';
export type {
  AstOutlineItem,
  AstOutlineRequest,
  AstOutlineResponse,
  AstSymbolsRequest,
  AstSymbolsResponse,
  ParseFileRequest,
  ParseFileResponse,
} from './schemas/ast-schemas.ts';
export type {
  FileHashRequest,
  ReadRangeRequest,
  ReadRangeResponse,
} from './schemas/code-index-schemas.ts';
export {
  type HarnessSchemas,
  harnessJsonSchemas,
  harnessSchemas,
} from './schemas/harness-schemas.ts';
export type {
  FileOutlineItem,
  FileOutlineRequest,
  FileOutlineResponse,
} from './schemas/outline-schemas.ts';
export type { ApplyPatchRequest, ApplyPatchResponse } from './schemas/patch-schemas.ts';
export type {
  DiffRequest,
  EncodedContent,
  ListedSession,
  ListSessionsResponse,
  LogEntry,
  LogResponse,
  VerifyRequest,
  VerifyResponse,
} from './schemas/review-schemas.ts';
export type { JsonSchema, MethodJsonSchemas, MethodSchemas } from './schemas/schemas.ts';
export type {
  CommitStagedRequest,
  CommitStagedResponse,
  DiscardStagedResponse,
  FailedPath,
  SelectionRequest,
  SessionRequest,
  SetModeRequest,
  SetModeResponse,
  StagedStatusResponse,
  StagedWrite,
} from './schemas/session-schemas.ts';
export type {
  EmitPatchResultRequest,
  ReadTextRequest,
  ReadTextResponse,
  SafeTextPatchRequest,
  SafeTextPatchResponse,
} from './schemas/text-schemas.ts';
export type {
  DeleteFileRequest,
  DeleteFileResponse,
  ListDirectoryRequest,
  ListDirectoryResponse,
  ListedEntry,
  ReadFileRequest,
  ReadFileResponse,
  WriteFileRequest,
  WriteFileResponse,
} from './schemas/tools-schemas.ts';
export type {
  Harness,
  HarnessAst,
  HarnessCall,
  HarnessCodeIndex,
  HarnessFs,
  HarnessTools,
} from './types.ts';
