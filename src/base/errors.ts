/**
 * The closed table of what can go wrong. A code is stable and never reused; callers decide on the
 * code, never on the text of the message.
 */
export const ERROR_CODES = {
  ERR_STAGED_INVALID_ARGUMENT: 'An argument or option has a wrong type or value.',
  ERR_STAGED_INVALID_PATH: 'The path cannot be staged: empty, malformed, or protected.',
  ERR_STAGED_PATH_ESCAPE: 'The path leaves the workspace.',
  ERR_STAGED_SESSION_CLOSED: 'The session or engine was closed.',
  ERR_STAGED_BUSY: 'Another process holds the lock.',
  ERR_STAGED_NOT_FOUND: 'Nothing exists at the path.',
  ERR_STAGED_NOT_A_FILE: 'The path is not a regular file.',
  ERR_STAGED_NOT_A_DIRECTORY: 'The path, or one of its parents, is not a directory.',
  ERR_STAGED_NOT_TEXT: 'The content is not valid UTF-8.',
  ERR_STAGED_EXISTS: 'The path exists and overwriting was refused.',
  ERR_STAGED_NOT_EMPTY: 'The directory is not empty.',
  ERR_STAGED_PARENT_MISSING: 'The parent directory does not exist.',
  ERR_STAGED_CONFLICT: 'The workspace changed since the path was staged.',
  ERR_STAGED_BODY_MISSING: 'A staged body is gone from the store.',
  ERR_STAGED_BODY_CORRUPT: 'A staged body does not have its digest.',
  ERR_STAGED_CORRUPT: 'The stored session state is damaged.',
  ERR_STAGED_FORMAT: 'The stored session state is of another format version.',
  ERR_STAGED_TOO_LARGE: 'A body is larger than this operation takes.',
  ERR_STAGED_QUOTA: 'A configured limit would be exceeded.',
  ERR_STAGED_PATCH_INVALID: 'The patch cannot be read.',
  ERR_STAGED_PATCH_REJECTED: 'The patch does not fit what is there.',
  ERR_STAGED_UNSUPPORTED: 'This system or file system cannot do it.',
  ERR_STAGED_IO: 'The operating system refused a call.',
  ERR_STAGED_ABORTED: 'The caller aborted the call.',
  ERR_STAGED_INTERNAL: 'A bug in staged-fs: please report it.',
} as const;

/** One code of the table `ERROR_CODES`. */
export type StagedFsErrorCode = keyof typeof ERROR_CODES;

/** What an error is about, as plain JSON values. */
export interface StagedFsErrorData {
  /** The path as the caller would spell it, never a real path outside the workspace. */
  readonly path?: string;
  /** The file system verb that failed, such as `rename`. */
  readonly verb?: string;
  /** The operating system's code, such as `ENOSPC`. */
  readonly errno?: string;
  /** What would have been right. */
  readonly expected?: string;
  /** What was there instead. */
  readonly found?: string;
  /** The name of the argument at fault. */
  readonly argument?: string;
  /** Who holds a lock, where that can be known. */
  readonly holder?: string;
}

interface StagedFsErrorOptions extends StagedFsErrorData {
  readonly hint?: string;
  readonly cause?: unknown;
}

// `Symbol.for`: an error from a worker or a second copy of the package is still one of ours.
const MARK = Symbol.for('staged-fs.error');

/**
 * The one error class of staged-fs: a stable `code`, typed `data`, and a `hint` that says what to do.
 *
 * @example
 * ```ts
 * import { isStagedFsError } from 'staged-fs';
 * try {
 *   await session.read('missing.txt');
 * } catch (error) {
 *   if (isStagedFsError(error, 'ERR_STAGED_NOT_FOUND')) console.log(error.data.path);
 * }
 * ```
 */
export class StagedFsError extends Error {
  override readonly name = 'StagedFsError';
  readonly code: StagedFsErrorCode;
  readonly data: StagedFsErrorData;
  readonly hint: string | undefined;

  constructor(code: StagedFsErrorCode, message: string, options: StagedFsErrorOptions = {}) {
    const { hint, cause, ...data } = options;
    super(message, cause === undefined ? undefined : { cause });
    this.code = code;
    this.data = data;
    this.hint = hint;
    Object.defineProperty(this, MARK, { value: true });
  }

  /** The error as plain JSON, as it travels over threads and wires. */
  toJSON(): StagedFsErrorJson {
    const { code, message, data, hint } = this;
    return hint === undefined ? { code, message, data } : { code, message, data, hint };
  }
}

/** A `StagedFsError` as plain JSON. */
export interface StagedFsErrorJson {
  readonly code: StagedFsErrorCode;
  readonly message: string;
  readonly data: StagedFsErrorData;
  readonly hint?: string;
}

/**
 * Whether `value` is an error of staged-fs, and of `code` when one is given.
 *
 * @example
 * ```ts
 * if (isStagedFsError(error, 'ERR_STAGED_BUSY')) retryLater();
 * ```
 */
export function isStagedFsError(value: unknown, code?: StagedFsErrorCode): value is StagedFsError {
  if (typeof value !== 'object' || value === null || !(MARK in value)) return false;
  return code === undefined || ('code' in value && value.code === code);
}

/** Revives an error that crossed a thread as JSON. */
export function errorFromJson(json: StagedFsErrorJson): StagedFsError {
  const { code, message, data, hint } = json;
  return new StagedFsError(code, message, hint === undefined ? data : { ...data, hint });
}

/** Throws ERR_STAGED_INTERNAL: a state the program was built never to reach. */
export function internal(message: string, cause?: unknown): never {
  throw new StagedFsError('ERR_STAGED_INTERNAL', message, {
    cause,
    hint: 'This is a bug in staged-fs; please report it with the steps that led here.',
  });
}

/** Marks the end of a `switch` that covers every member of a union. */
export function assertNever(value: never): never {
  internal(`Unexpected value ${JSON.stringify(value)}.`);
}
