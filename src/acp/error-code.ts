import { RequestError } from '@agentclientprotocol/sdk';
import { isStagedFsError, StagedFsError } from '../base/errors.ts';
import { INVALID_PARAMS, rpcCodeOf } from '../base/rpc-codes.ts';

/** A failure as it goes over the wire: the table's number, and our error as `data`. */
export function toRequestError(error: unknown): RequestError {
  if (error instanceof RequestError) return error;
  if (isStagedFsError(error)) return new RequestError(rpcCodeOf(error.code), error.message, error);
  const details = error instanceof Error ? error.message : String(error);
  return RequestError.internalError({ details });
}

/** An argument of a wrong type or value; `argument` is its name. */
export function invalidArgument(argument: string, message: string): StagedFsError {
  return new StagedFsError('ERR_STAGED_INVALID_ARGUMENT', message, { argument });
}

/** What a session id that the agent does not know is answered with. */
export function unknownSession(sessionId: string): RequestError {
  return new RequestError(INVALID_PARAMS, `Unknown session: ${sessionId}`, { sessionId });
}
