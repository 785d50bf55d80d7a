import { isStagedFsError, type StagedFsError } from '../../../src/base/errors.ts';

/** The error that `run` throws or rejects with; it must be one of ours. */
export async function failureOf(run: () => unknown): Promise<StagedFsError> {
  try {
    await run();
  } catch (error) {
    if (isStagedFsError(error)) return error;
    throw error;
  }
  throw new Error('It did not fail.');
}
