/** One thing `verify` found. */
export interface Finding {
  readonly kind:
    | 'manifest-damaged'
    | 'journal-damaged'
    | 'journal-torn'
    | 'journal-warning'
    | 'body-missing'
    | 'body-corrupt'
    | 'body-unreferenced'
    /** Of what the workspace had when a path was staged. */
    | 'base-missing'
    | 'base-corrupt'
    /** One that goes on in another process, or was cut short. */
    | 'commit-unfinished'
    /** One that was made for another directory, such as the original of a copy: nothing is done. */
    | 'commit-foreign';
  /** A workspace path, a digest, or a file of the session's directory. */
  readonly subject: string;
  readonly detail: string;
}

/** What `verify` found, and whether it mended it. */
export interface VerifyResult {
  readonly findings: readonly Finding[];
  readonly repaired: boolean;
}

/** One line of the journal as `log` tells it. */
export interface LogRecord {
  readonly seq: number;
  readonly op: string;
  /** Workspace-relative; null for operations on the whole session. */
  readonly path: string | null;
  readonly pendingCount: number;
  readonly tsMs: number;
}

/** Options of `Session.log`. */
export interface LogOptions {
  /** Go on with records as they are appended, until `signal` aborts. */
  readonly follow?: boolean;
  readonly signal?: AbortSignal;
}
