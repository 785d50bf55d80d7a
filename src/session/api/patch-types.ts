import type { MutationOptions, Selection } from './shared-options.ts';

/** The forms of `Session.diff`. */
export type DiffFormat = 'patch' | 'stat' | 'name-status' | 'numstat';

/** Options of `Session.diff`. */
export interface DiffOptions extends Selection {
  /** Lines of context. @default 3 */
  readonly context?: number;
  /** Show a delete and a create of like content as a rename, as `git diff -M`. @default false */
  readonly renames?: boolean;
  /** @default 'patch' */
  readonly format?: DiffFormat;
  /** Columns that the graph of `stat` may take. @default 80 */
  readonly width?: number;
  /** Told of each path whose recorded base is gone, so that the workspace as it is now stood in. */
  readonly onWarning?: (path: string) => void;
  readonly signal?: AbortSignal;
}

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

/** Options of `Session.shadow`. */
export interface ShadowOptions {
  /** Told, once, why the repository that was there was made anew: it was damaged, or is foreign. */
  readonly onWarning?: (message: string) => void;
  readonly signal?: AbortSignal;
}

/** Where the shadow repository is. */
export interface ShadowResult {
  /** Pass it to git: `git --git-dir=<gitDir> diff --cached`. */
  readonly gitDir: string;
}
