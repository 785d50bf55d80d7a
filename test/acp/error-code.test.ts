import { RequestError } from '@agentclientprotocol/sdk';
import { expect, it } from 'vitest';
import { toRequestError } from '../../src/acp/error-code.ts';
import { ERROR_CODES, StagedFsError, type StagedFsErrorCode } from '../../src/base/errors.ts';

const CODES = Object.keys(ERROR_CODES).filter((code): code is StagedFsErrorCode => code !== '');

/** The table of the documentation; all others are internal errors. */
const NUMBERS: Readonly<Record<string, number>> = {
  ERR_STAGED_INVALID_ARGUMENT: -32602,
  ERR_STAGED_INVALID_PATH: -32602,
  ERR_STAGED_PATH_ESCAPE: -32602,
  ERR_STAGED_SESSION_CLOSED: -32602,
  ERR_STAGED_NOT_FOUND: -32002,
  ERR_STAGED_NOT_A_FILE: -32602,
  ERR_STAGED_NOT_A_DIRECTORY: -32602,
  ERR_STAGED_NOT_TEXT: -32602,
  ERR_STAGED_CONFLICT: -32010,
  ERR_STAGED_BUSY: -32011,
  ERR_STAGED_TOO_LARGE: -32012,
  ERR_STAGED_QUOTA: -32012,
  ERR_STAGED_ABORTED: -32800,
};

it.each(CODES)('%s has the number of the table, never “authentication required”', (code) => {
  const error = toRequestError(new StagedFsError(code, 'text', { path: 'a', hint: 'do' }));
  expect(JSON.parse(JSON.stringify(error.toErrorResponse()))).toEqual({
    code: NUMBERS[code] ?? -32603,
    message: 'text',
    data: { code, message: 'text', data: { path: 'a' }, hint: 'do' },
  });
});

it('leaves errors of the SDK alone, and tells what else went wrong', () => {
  const own = RequestError.methodNotFound('x');
  expect(toRequestError(own)).toBe(own);
  expect(toRequestError(new Error('broken'))).toMatchObject({
    code: -32603,
    data: { details: 'broken' },
  });
});
