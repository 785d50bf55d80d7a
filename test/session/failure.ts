import { isStagedFsError, type StagedFsError } from '../../src/index.ts';

/** The error of ours that a call rejects with; anything else is thrown on. */
export async function failureOf(call: Promise<unknown>): Promise<StagedFsError> {
  try {
    await call;
  } catch (error) {
    if (isStagedFsError(error)) return error;
    throw error;
  }
  throw new Error('The call did not fail.');
}

/** Its code alone. */
export async function codeOf(call: Promise<unknown>): Promise<string> {
  return (await failureOf(call)).code;
}
