import type { StagedFsErrorCode } from '../base/errors.ts';

/** The reference's classes of failure. */
export type HostlibErrorKind =
  | 'missing_parameter'
  | 'invalid_parameter'
  | 'backend_error'
  | 'tool_rejected';

/** A `HostlibError` as it travels over the wire. */
export interface HostlibErrorJson {
  readonly kind: HostlibErrorKind;
  /** The reference's name of the failed function, such as `hostlib_fs_set_mode`. */
  readonly builtin: string;
  readonly message: string;
  readonly code: StagedFsErrorCode;
  /** As the caller spelled it where the request had one, else absolute. */
  readonly path?: string;
}

interface HostlibErrorOptions {
  readonly path?: string | undefined;
  readonly hint?: string | undefined;
  readonly cause?: unknown;
}

/**
 * What every method of the facade rejects with: the reference's `kind`, `builtin` and wording, and
 * beside them the stable `code` to decide on.
 *
 * @example
 * ```ts
 * import { HostlibError } from 'staged-fs/harness';
 * try {
 *   await harness.tools.read_file({ path: 'missing.txt' });
 * } catch (error) {
 *   if (error instanceof HostlibError) console.log(error.kind, error.code);
 * }
 * ```
 */
export class HostlibError extends Error {
  override readonly name = 'HostlibError';
  readonly kind: HostlibErrorKind;
  readonly builtin: string;
  readonly code: StagedFsErrorCode;
  readonly path: string | undefined;
  readonly hint: string | undefined;

  constructor(fields: HostlibErrorJson, { path, hint, cause }: HostlibErrorOptions = {}) {
    super(fields.message, cause === undefined ? undefined : { cause });
    this.kind = fields.kind;
    this.builtin = fields.builtin;
    this.code = fields.code;
    this.path = path ?? fields.path;
    this.hint = hint;
  }

  /** The error as plain JSON. */
  toJSON(): HostlibErrorJson {
    const { kind, builtin, message, code, path } = this;
    return path === undefined
      ? { kind, builtin, message, code }
      : { kind, builtin, message, code, path };
  }
}

/** The call lacks a parameter it needs. */
export function missingParameter(builtin: string, parameter: string): HostlibError {
  return new HostlibError({
    kind: 'missing_parameter',
    builtin,
    message: `hostlib: ${builtin}: missing required parameter '${parameter}'`,
    code: 'ERR_STAGED_INVALID_ARGUMENT',
  });
}

/** Which parameter is wrong, and how. */
export interface ParameterFault {
  readonly parameter: string;
  readonly detail: string;
  /** @default ERR_STAGED_INVALID_ARGUMENT */
  readonly code?: StagedFsErrorCode;
}

/** The call has a parameter of a wrong type or value. */
export function invalidParameter(
  builtin: string,
  { parameter, detail, code = 'ERR_STAGED_INVALID_ARGUMENT' }: ParameterFault,
  options: HostlibErrorOptions = {},
): HostlibError {
  const message = `hostlib: ${builtin}: invalid parameter '${parameter}': ${detail}`;
  return new HostlibError({ kind: 'invalid_parameter', builtin, message, code }, options);
}
