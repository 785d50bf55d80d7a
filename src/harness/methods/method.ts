import type { Engine } from '../../engine/types.ts';
import type { Session } from '../../session/api/session-api.ts';
import type { ImmediateLinks } from '../immediate-links.ts';
import type { MethodSchemas } from '../schemas/schemas.ts';

/** What a method may use beside its request. */
export interface Call {
  readonly engine: Engine;
  readonly builtin: string;
  /** Makes a workspace-relative path absolute, with `/`. */
  readonly wirePath: (path: string) => string;
  readonly immediateLinks: ImmediateLinks;
  readonly textPatchResult: (event: TextPatchResultEvent) => void;
}

/** The outcome of a text patch, as a script reported it. */
export interface TextPatchResultEvent {
  readonly session_id: string;
  readonly path: string;
  readonly result: string;
  readonly hunks_count: number;
  readonly bytes_written: number;
  readonly failed_hunk_index: number | null;
}

interface Method<Request, Response> {
  /** On the wire, such as `fs.set_mode`. */
  readonly name: string;
  /** In error texts, such as `hostlib_fs_set_mode`. */
  readonly builtin: string;
  readonly schemas: MethodSchemas<Request, Response>;
}

/** A method on one session. */
export interface SessionMethod<Request, Response> extends Method<Request, Response> {
  /** Later changes on the session wait for its end. */
  readonly isRead?: true;
  /** Checks that must end before the work starts; later calls on the session wait for it. */
  readonly prepare?: (call: SessionCall, request: Request) => Promise<void>;
  /** Starts its work on the session before its first `await`, so that calls keep their order. */
  readonly run: (call: SessionCall, request: Request) => Promise<Response>;
}

/** A method that reads on one session and works on what it read, while later changes go on. */
export interface ReadingMethod<Request, Response, Read> extends Method<Request, Response> {
  /** Starts its work on the session before its first `await`. Later changes wait for its end. */
  readonly read: (call: SessionCall, request: Request) => Promise<Read>;
  readonly answer: (call: Call, request: Request, read: Read) => Promise<Response>;
}

/** A call on one session. */
export interface SessionCall extends Call {
  readonly session: Session;
}

/** A method without a session of its own. */
export interface EngineMethod<Request, Response> extends Method<Request, Response> {
  readonly runOnEngine: (call: Call, request: Request) => Promise<Response>;
}
