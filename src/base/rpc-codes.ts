import type { StagedFsErrorCode } from './errors.ts';

/** The message was not JSON, or could not be taken at all. */
export const PARSE_ERROR = -32700;
/** The message was JSON, but no request. */
export const INVALID_REQUEST = -32600;
export const METHOD_NOT_FOUND = -32601;
export const INVALID_PARAMS = -32602;
export const NOT_FOUND = -32002;
export const TOO_LARGE = -32012;

const INTERNAL_ERROR = -32603;

/** The JSON-RPC number of one of our codes, on every wire; of anything else, an internal error. */
export function rpcCodeOf(code: unknown): number {
  return (typeof code === 'string' ? NUMBERS.get(code) : undefined) ?? INTERNAL_ERROR;
}

// -32002 and -32800 as in the Agent Client Protocol, which keeps -32000 for authentication.
const NUMBERS: ReadonlyMap<string, number> = new Map<StagedFsErrorCode, number>([
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
  ['ERR_STAGED_TOO_LARGE', TOO_LARGE],
  ['ERR_STAGED_QUOTA', TOO_LARGE],
  ['ERR_STAGED_ABORTED', -32800],
]);
