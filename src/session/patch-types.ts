import type { MutationOptions } from './types.ts';

/** Options of `Session.applyPatch`. */
export interface ApplyPatchOptions extends MutationOptions {
  /** Only find out whether the patch fits; nothing is staged. @default false */
  readonly dryRun?: boolean;
}

/** What staging a patch did. */
export interface ApplyPatchResult {
  /** Workspace-relative, in byte order: every path the patch makes, changes or deletes. */
  readonly appliedPaths: readonly string[];
  /** Present when nothing was staged because the call asked for that. */
  readonly dryRun?: true;
}

/** Where the shadow repository is. */
export interface ShadowResult {
  /** Pass it to git: `git --git-dir=<gitDir> diff --cached`. */
  readonly gitDir: string;
  /** Paths that are not UTF-8 and so are left out. */
  readonly omittedPaths?: readonly string[];
}
