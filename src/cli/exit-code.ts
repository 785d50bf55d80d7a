import type { StagedFsErrorCode } from '../base/errors.ts';

/** The exit code of a run; of several reasons the worst, which is the highest, wins. */
export const EXIT = {
  done: 0,
  failed: 1,
  usage: 2,
  conflict: 3,
  busy: 4,
  damaged: 5,
  bug: 70,
  interrupted: 130,
} as const;

/** The exit code for a run that ended with an error of `code`. */
export function exitCodeOf(code: StagedFsErrorCode): number {
  return CODES.get(code) ?? EXIT.failed;
}

/** The exit code for paths that were refused one by one; the call itself was well-formed. */
export function exitCodeOfFailures(codes: readonly StagedFsErrorCode[]): number {
  const reasons = codes.map(exitCodeOf).map((exit) => (exit === EXIT.usage ? EXIT.failed : exit));
  return reasons.reduce<number>((worst, reason) => Math.max(worst, reason), EXIT.done);
}

const CODES: ReadonlyMap<StagedFsErrorCode, number> = new Map([
  ['ERR_STAGED_INVALID_ARGUMENT', EXIT.usage],
  ['ERR_STAGED_INVALID_PATH', EXIT.usage],
  ['ERR_STAGED_PATH_ESCAPE', EXIT.usage],
  ['ERR_STAGED_CONFLICT', EXIT.conflict],
  ['ERR_STAGED_BUSY', EXIT.busy],
  ['ERR_STAGED_BODY_MISSING', EXIT.damaged],
  ['ERR_STAGED_BODY_CORRUPT', EXIT.damaged],
  ['ERR_STAGED_CORRUPT', EXIT.damaged],
  ['ERR_STAGED_FORMAT', EXIT.damaged],
  ['ERR_STAGED_ABORTED', EXIT.interrupted],
  ['ERR_STAGED_INTERNAL', EXIT.bug],
]);
