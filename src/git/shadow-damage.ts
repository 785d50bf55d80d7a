import { isStagedFsError } from '../base/errors.ts';

/** Thrown when the repository is not as it was left, or can't be written. */
export class ShadowDamage extends Error {}

/** Runs calls on the repository's own files, whose failure says that it must be made anew. */
export async function inShadow<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (!isStagedFsError(error, 'ERR_STAGED_IO')) throw error;
    throw new ShadowDamage(error.message, { cause: error });
  }
}
