import type { Session } from '../session/api/session-api.ts';
import type { CommitFailure } from '../session/api/types.ts';
import { modeOf, pathsOf } from './control-params.ts';

/** The session a control works on. */
export interface ControlTarget {
  readonly session: Session;
  /** Makes a workspace-relative path absolute. */
  readonly absolute: (path: string) => string;
  /** Aborted when the client cancels the request. */
  readonly signal: AbortSignal;
}

/** Checks the params, then answers the work: a wrong one is told before an unknown session. */
export type Control = (params: unknown) => (target: ControlTarget) => Promise<object>;

/** The host controls by method name, which the `_harn/` aliases share. */
export const CONTROLS: ReadonlyMap<string, Control> = new Map([
  ['session/fs_mode', setMode],
  ['session/fs_commit_staged', commitStaged],
  ['session/fs_discard_staged', discardStaged],
]);

/** ACP wants custom methods to start with an underscore; some clients can send no others. */
export const ALIAS_PREFIX = '_harn/';

function setMode(params: unknown): ReturnType<Control> {
  const mode = modeOf(params);
  return async ({ session }) => {
    const { previousMode } = await session.setMode(mode);
    return { previousMode, mode };
  };
}

function commitStaged(params: unknown): ReturnType<Control> {
  const paths = pathsOf(params);
  return async ({ session, absolute, signal }) => {
    const { committedPaths, failedPathsWithReasons } = await session.commit({ paths, signal });
    return {
      committedPaths: committedPaths.map(absolute),
      failedPathsWithReasons: failedPathsWithReasons.map((failure) => ({
        ...failure,
        path: absolute(failure.path),
        reason: reasonOf(failure),
      })),
    };
  };
}

function discardStaged(params: unknown): ReturnType<Control> {
  const paths = pathsOf(params);
  return async ({ session, absolute }) => {
    const { discardedPaths } = await session.discard({ paths });
    return { discardedPaths: discardedPaths.map(absolute) };
  };
}

const ESCAPE = 'outside workspace_roots';

// Hosts of the reference match this phrase.
function reasonOf({ code, reason }: CommitFailure): string {
  const lacksPhrase = code === 'ERR_STAGED_PATH_ESCAPE' && !reason.includes(ESCAPE);
  return lacksPhrase ? `${ESCAPE}: ${reason}` : reason;
}
