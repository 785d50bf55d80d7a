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
export type { SourceNodes, Syntax, SyntaxSource } from './engine/syntax.ts';
export type { Engine, EngineOptions, Limits, SessionSummary } from './engine/types.ts';
export type {
  ApplyPatchOptions,
  ApplyPatchResult,
  DiffFormat,
  DiffOptions,
  ShadowOptions,
  ShadowResult,
} from './session/api/patch-types.ts';
export type {
  DirectoryItem,
  LineOptions,
  LinesRead,
  ReadOptions,
  TextRead,
  ViewKind,
  ViewStat,
} from './session/api/read-types.ts';
export type { Session } from './session/api/session-api.ts';
export type { MutationOptions, Selection } from './session/api/shared-options.ts';
export type {
  CommitFailure,
  CommitOptions,
  CommitResult,
  Content,
  ContentSource,
  DiscardResult,
  PatchTextOptions,
  PatchTextResult,
  PendingChange,
  PendingUpdate,
  PendingWrite,
  RemoveOptions,
  RemoveResult,
  SessionStatus,
  WriteOptions,
  WriteResult,
} from './session/api/types.ts';
export type { Finding, LogOptions, LogRecord, VerifyResult } from './session/api/upkeep-types.ts';
export type { LanguageId } from './syntax/languages.ts';
export type { OutlineItem } from './syntax/outline.ts';
export type { SymbolKind, SyntaxSymbol } from './syntax/symbol.ts';
export type { SyntaxNode } from './syntax/syntax-node.ts';
