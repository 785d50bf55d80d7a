import { RequestError } from '@agentclientprotocol/sdk';
import { expect, it } from 'vitest';
import { toRequestError } from '../../src/acp/error-code.ts';
import { ERROR_CODES, StagedFsError, type StagedFsErrorCode } from '../../src/base/errors.ts';
import { rpcCodeOf } from '../../src/rpc/error-codes.ts';

const CODES = Object.keys(ERROR_CODES).filter((code): code is StagedFsErrorCode => code !== '');

it.each(CODES)(
  '%s has the number that `serve` gives it, never “authentication required”',
  (code) => {
    const error = toRequestError(new StagedFsError(code, 'text', { path: 'a', hint: 'do' }));
    expect(error.code).toBe(rpcCodeOf(code));
    expect(error.code).not.toBe(-32000);
    expect(JSON.parse(JSON.stringify(error.toErrorResponse()))).toEqual({
      code: error.code,
      message: 'text',
      data: { code, message: 'text', data: { path: 'a' }, hint: 'do' },
    });
  },
);

it('leaves errors of the SDK alone, and tells what else went wrong', () => {
  const own = RequestError.methodNotFound('x');
  expect(toRequestError(own)).toBe(own);
  expect(toRequestError(new Error('broken'))).toMatchObject({
    code: -32603,
    data: { details: 'broken' },
  });
});
