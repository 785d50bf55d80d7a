import { isStagedFsError } from '../../base/errors.ts';
import type { SessionParts } from '../parts.ts';
import { readingPartsOf } from '../parts-of.ts';

/**
 * Runs `read` on what is pending now, which stays as it is to its end. Where a commit or discard has
 * taken away a body meanwhile, this process's or another's, it runs again on what that left (rule B1).
 */
export async function readWhole<T>(
  parts: SessionParts,
  read: (parts: SessionParts) => Promise<T>,
): Promise<T> {
  const { state } = parts;
  for (;;) {
    const { nextSeq } = state;
    try {
      return await read(readingPartsOf(parts));
    } catch (error) {
      if (!(await isOutdated(parts, nextSeq, error))) throw error;
    }
  }
}

/** Whether a body went with a change that was made since the next record was to be `nextSeq`. */
export async function isOutdated(
  { state }: SessionParts,
  nextSeq: number,
  error: unknown,
): Promise<boolean> {
  if (!isStagedFsError(error, 'ERR_STAGED_BODY_MISSING')) return false;
  await state.refresh();
  return state.nextSeq !== nextSeq;
}
