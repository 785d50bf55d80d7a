import { RequestError } from '@agentclientprotocol/sdk';
import { isStagedFsError, StagedFsError, type StagedFsErrorCode } from '../base/errors.ts';

const INVALID_PARAMS = -32602;
const INTERNAL_ERROR = -32603;
const NOT_FOUND = -32002;
const CANCELLED = -32800;

/** A failure as it goes over the wire: the table's number, and our error as `data`. */
export function toRequestError(error: unknown): RequestError {
  if (error instanceof RequestError) return error;
  if (isStagedFsError(error)) {
    return new RequestError(NUMBERS.get(error.code) ?? INTERNAL_ERROR, error.message, error);
  }
  const details = error instanceof Error ? error.message : String(error);
  return RequestError.internalError({ details });
}

/** An argument of a wrong type or value; `argument` is its name. */
export function invalidArgument(argument: string, message: string): StagedFsError {
  return new StagedFsError('ERR_STAGED_INVALID_ARGUMENT', message, { argument });
}

// Never -32000, which means “authentication required” in ACP.
const NUMBERS: ReadonlyMap<StagedFsErrorCode, number> = new Map([
  ['ERR_STAGED_INVALID_ARGUMENT', INVALID_PARAMS],
  ['ERR_STAGED_INVALID_PATH', INVALID_PARAMS],
  ['ERR_STAGED_PATH_ESCAPE', INVALID_PARAMS],
  ['ERR_STAGED_SESSION_CLOSED', INVALID_PARAMS],
  ['ERR_STAGED_NOT_FOUND', NOT_FOUND],
  ['ERR_STAGED_NOT_A_FILE', INVALID_PARAMS],
  ['ERR_STAGED_NOT_A_DIRECTORY', INVALID_PARAMS],
  ['ERR_STAGED_NOT_TEXT', INVALID_PARAMS],
  ['ERR_STAGED_CONFLICT', -32010],
  ['ERR_STAGED_BUSY', -32011],
  ['ERR_STAGED_TOO_LARGE', -32012],
  ['ERR_STAGED_QUOTA', -32012],
  ['ERR_STAGED_ABORTED', CANCELLED],
]);
