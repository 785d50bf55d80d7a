import { isStagedFsError, type StagedFsError, type StagedFsErrorCode } from '../base/errors.ts';
import { HostlibError, invalidParameter } from './hostlib-error.ts';

/** Which call failed. */
export interface FailedCall {
  readonly builtin: string;
  /** The path of the request, as the caller spelled it. */
  readonly path: string | undefined;
  /** Makes a workspace-relative path absolute. */
  readonly wirePath: (path: string) => string;
}

/** What any failure below the facade looks like to its caller. */
export function toHostlibError(error: unknown, call: FailedCall): HostlibError {
  if (error instanceof HostlibError) return error;
  return isStagedFsError(error) ? translate(error, call) : unexpected(error, call);
}

/** Why a path was not committed, with the reference's phrase where it has one. */
export function commitReason(reason: string, code: StagedFsErrorCode): string {
  if (code !== 'ERR_STAGED_PATH_ESCAPE' || reason.includes(ESCAPE)) return reason;
  return `${ESCAPE}: ${reason}`;
}

const ESCAPE = 'outside workspace_roots';

// Hosts of the reference match these phrases; what is variable stands around them.
const PHRASES: ReadonlyMap<StagedFsErrorCode, (path: string) => string> = new Map([
  ['ERR_STAGED_EXISTS', (path) => `${path} exists and overwrite=false`],
  [
    'ERR_STAGED_PARENT_MISSING',
    (path) => `parent directory of ${path} does not exist; pass create_parents=true to create it`,
  ],
  [
    'ERR_STAGED_NOT_EMPTY',
    (path) => `${path}: directory not empty; pass recursive=true to delete what is in it`,
  ],
  ['ERR_STAGED_NOT_TEXT', (path) => `${path} is not valid UTF-8`],
]);

function translate(error: StagedFsError, call: FailedCall): HostlibError {
  const path = call.path ?? placeOf(error, call);
  const options = { path, hint: error.hint, cause: error };
  const { code } = error;
  switch (code) {
    case 'ERR_STAGED_PATH_ESCAPE':
      return new HostlibError(
        { kind: 'tool_rejected', builtin: call.builtin, message: escapeMessage(error, path), code },
        options,
      );
    case 'ERR_STAGED_INVALID_PATH':
      return invalidParameter(
        call.builtin,
        { parameter: call.path === undefined ? 'paths' : 'path', detail: error.message, code },
        options,
      );
    case 'ERR_STAGED_INVALID_ARGUMENT':
      return argumentFault(error, call);
    default:
      return backendError(error, { call, path });
  }
}

function placeOf(error: StagedFsError, call: FailedCall): string | undefined {
  return error.data.path === undefined ? undefined : call.wirePath(error.data.path);
}

function escapeMessage(error: StagedFsError, path: string | undefined): string {
  const subject = path === undefined ? 'path' : JSON.stringify(path);
  return `${subject} is ${ESCAPE}: ${error.message}`;
}

function argumentFault(error: StagedFsError, call: FailedCall): HostlibError {
  const { argument } = error.data;
  if (argument === undefined) return backendError(error, { call, path: call.path });
  const parameter = argument.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
  const fault = { parameter, detail: error.message };
  return invalidParameter(call.builtin, fault, { cause: error });
}

interface FailedPlace {
  readonly call: FailedCall;
  readonly path: string | undefined;
}

function backendError(error: StagedFsError, { call, path }: FailedPlace): HostlibError {
  const { builtin } = call;
  const { code, hint } = error;
  const phrase = path === undefined ? undefined : PHRASES.get(code)?.(JSON.stringify(path));
  const message = `hostlib: ${builtin}: ${phrase ?? error.message}`;
  return new HostlibError(
    { kind: 'backend_error', builtin, message, code },
    { path, hint, cause: error },
  );
}

function unexpected(error: unknown, { builtin }: FailedCall): HostlibError {
  const text = error instanceof Error ? error.message : String(error);
  return new HostlibError(
    {
      kind: 'backend_error',
      builtin,
      message: `hostlib: ${builtin}: ${text}`,
      code: 'ERR_STAGED_INTERNAL',
    },
    { cause: error },
  );
}
