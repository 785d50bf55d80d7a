export type { ChangeKind } from './base/entry.ts';
export {
  ERROR_CODES,
  isStagedFsError,
  StagedFsError,
  type StagedFsErrorCode,
  type StagedFsErrorData,
  type StagedFsErrorJson,
} from './base/errors.ts';
export type { FileMode } from './base/file-mode.ts';
export type { Mode } from './base/ids.ts';
export { openEngine } from './engine/engine.ts';
export type { Engine, EngineOptions, Limits, SessionSummary } from './engine/types.ts';
export type { ApplyPatchOptions, ApplyPatchResult, ShadowResult } from './session/patch-types.ts';
export type {
  CommitFailure,
  CommitOptions,
  CommitResult,
  Content,
  ContentSource,
  DiffFormat,
  DiffOptions,
  DirectoryItem,
  DiscardResult,
  MutationOptions,
  PatchTextOptions,
  PatchTextResult,
  PendingChange,
  PendingUpdate,
  PendingWrite,
  ReadOptions,
  RemoveOptions,
  RemoveResult,
  Selection,
  Session,
  SessionStatus,
  TextRead,
  ViewKind,
  ViewStat,
  WriteOptions,
  WriteResult,
} from './session/types.ts';
export type { Finding, LogOptions, LogRecord, VerifyResult } from './session/upkeep-types.ts';
