// The public sub-path `staged-fs/harness`.
export type {
  AstOutlineItem,
  AstOutlineRequest,
  AstOutlineResponse,
  AstSymbolsRequest,
  AstSymbolsResponse,
  ParseFileRequest,
  ParseFileResponse,
} from './ast-schemas.ts';
export type { BoundMethod } from './bind-method.ts';
export type { FileHashRequest, ReadRangeRequest, ReadRangeResponse } from './code-index-schemas.ts';
export { createHarness } from './create-harness.ts';
export { type HarnessSchemas, harnessJsonSchemas, harnessSchemas } from './harness-schemas.ts';
export { HostlibError, type HostlibErrorJson, type HostlibErrorKind } from './hostlib-error.ts';
export type { TextPatchResultEvent } from './method.ts';
export type {
  FileOutlineItem,
  FileOutlineRequest,
  FileOutlineResponse,
} from './outline-schemas.ts';
export type { ApplyPatchRequest, ApplyPatchResponse } from './patch-schemas.ts';
export type {
  DiffRequest,
  EncodedContent,
  ListedSession,
  ListSessionsResponse,
  LogEntry,
  LogResponse,
  VerifyRequest,
  VerifyResponse,
} from './review-schemas.ts';
export type { JsonSchema, MethodJsonSchemas, MethodSchemas } from './schemas.ts';
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
} from './session-schemas.ts';
export type {
  EmitPatchResultRequest,
  ReadTextRequest,
  ReadTextResponse,
  SafeTextPatchRequest,
  SafeTextPatchResponse,
} from './text-schemas.ts';
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
} from './tools-schemas.ts';
export type {
  Harness,
  HarnessAst,
  HarnessCall,
  HarnessCodeIndex,
  HarnessFs,
  HarnessTools,
} from './types.ts';
