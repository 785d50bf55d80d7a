import type { PendingUpdate } from '../session/api/types.ts';
import type { BoundMethod } from './methods/bind-method.ts';
import type { TextPatchResultEvent } from './methods/method.ts';
import type {
  AstOutlineRequest,
  AstOutlineResponse,
  AstSymbolsRequest,
  AstSymbolsResponse,
  ParseFileRequest,
  ParseFileResponse,
} from './schemas/ast-schemas.ts';
import type {
  FileHashRequest,
  ReadRangeRequest,
  ReadRangeResponse,
} from './schemas/code-index-schemas.ts';
import type { FileOutlineRequest, FileOutlineResponse } from './schemas/outline-schemas.ts';
import type { ApplyPatchRequest, ApplyPatchResponse } from './schemas/patch-schemas.ts';
import type {
  DiffRequest,
  EncodedContent,
  ListSessionsResponse,
  LogResponse,
  VerifyRequest,
  VerifyResponse,
} from './schemas/review-schemas.ts';
import type {
  CommitStagedRequest,
  CommitStagedResponse,
  DiscardStagedResponse,
  SelectionRequest,
  SessionRequest,
  SetModeRequest,
  SetModeResponse,
  StagedStatusResponse,
} from './schemas/session-schemas.ts';
import type {
  EmitPatchResultRequest,
  ReadTextRequest,
  ReadTextResponse,
  SafeTextPatchRequest,
  SafeTextPatchResponse,
} from './schemas/text-schemas.ts';
import type {
  DeleteFileRequest,
  DeleteFileResponse,
  ListDirectoryRequest,
  ListDirectoryResponse,
  ReadFileRequest,
  ReadFileResponse,
  WriteFileRequest,
  WriteFileResponse,
} from './schemas/tools-schemas.ts';

/** A method: one request in, one response out; it rejects with a `HostlibError`. */
export type HarnessCall<Request, Response> = (request: Request) => Promise<Response>;

/** Session control, staged text and review, in the reference's names. */
export interface HarnessFs {
  /** Switches a session between `immediate` and `staged`. */
  readonly set_mode: HarnessCall<SetModeRequest, SetModeResponse>;
  /** Lists pending writes and deletes. An unknown session has none. */
  readonly staged_status: HarnessCall<SessionRequest, StagedStatusResponse>;
  /** Applies all or some pending changes; what fails is listed and stays pending. */
  readonly commit_staged: HarnessCall<CommitStagedRequest, CommitStagedResponse>;
  /** Drops all or some pending changes; the workspace is not touched. */
  readonly discard_staged: HarnessCall<SelectionRequest, DiscardStagedResponse>;
  /** Reads UTF-8 text through the overlay, with its hash. */
  readonly staged_read_text: HarnessCall<ReadTextRequest, ReadTextResponse>;
  /** The old name of `staged_read_text`. */
  readonly read_text: HarnessCall<ReadTextRequest, ReadTextResponse>;
  /** Writes text if the current content still has the expected hash. */
  readonly safe_text_patch: HarnessCall<SafeTextPatchRequest, SafeTextPatchResponse>;
  /** Tells `onTextPatchResult` listeners how a patch went; false when there is no session. */
  readonly emit_safe_text_patch_result: HarnessCall<EmitPatchResultRequest, boolean>;
  /** Pending changes as a git patch, or a summary of it. */
  readonly diff: HarnessCall<DiffRequest, EncodedContent>;
  /** Stages a git patch: all files or none. */
  readonly apply_patch: HarnessCall<ApplyPatchRequest, ApplyPatchResponse>;
  /** Checks the stored state of a session, and mends it when asked. */
  readonly verify: HarnessCall<VerifyRequest, VerifyResponse>;
  /** The journal of a session. */
  readonly log: HarnessCall<SessionRequest, LogResponse>;
  /** Every session with stored state. */
  readonly list_sessions: HarnessCall<object, ListSessionsResponse>;
}

/** The tools an agent calls: they act on the overlay of a staged session, else on disk. */
export interface HarnessTools {
  /** Writes a file from text, base64 or another file. */
  readonly write_file: HarnessCall<WriteFileRequest, WriteFileResponse>;
  /** Deletes a file or directory. */
  readonly delete_file: HarnessCall<DeleteFileRequest, DeleteFileResponse>;
  /** Reads a file or a part of it, as text or base64. */
  readonly read_file: HarnessCall<ReadFileRequest, ReadFileResponse>;
  /** Lists one directory. */
  readonly list_directory: HarnessCall<ListDirectoryRequest, ListDirectoryResponse>;
  /** What a file defines, as a tree; nothing for a language that is unknown. */
  readonly get_file_outline: HarnessCall<FileOutlineRequest, FileOutlineResponse>;
}

/** Syntax trees of files, as the session sees them. Broken sources are read in part. */
export interface HarnessAst {
  /** Every node of a file's syntax tree. */
  readonly parse_file: HarnessCall<ParseFileRequest, ParseFileResponse>;
  /** What a file defines, as a tree, with signatures. */
  readonly outline: HarnessCall<AstOutlineRequest, AstOutlineResponse>;
  /** What a file defines, as a flat list. */
  readonly symbols: HarnessCall<AstSymbolsRequest, AstSymbolsResponse>;
}

/** The helpers of the code index that read files, as the session sees them. */
export interface HarnessCodeIndex {
  /** Reads some lines of a file. */
  readonly read_range: HarnessCall<ReadRangeRequest, ReadRangeResponse>;
  /** The FNV-1a hash (64 bits, decimal) of a file; null where there is none to read. */
  readonly file_hash: HarnessCall<FileHashRequest, string | null>;
}

/** The hostlib facade over one engine. */
export interface Harness {
  readonly fs: HarnessFs;
  readonly tools: HarnessTools;
  readonly ast: HarnessAst;
  readonly code_index: HarnessCodeIndex;
  /** Every method by its wire name, for servers. */
  readonly methods: readonly BoundMethod[];
  /** Calls `listener` after staging mutations of every session used through this harness. */
  onPending(listener: (update: PendingUpdate) => void): () => void;
  /** Calls `listener` for each `fs.emit_safe_text_patch_result`. */
  onTextPatchResult(listener: (event: TextPatchResultEvent) => void): () => void;
}
